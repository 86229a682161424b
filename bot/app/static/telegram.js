// Telegram around the page: what it was launched with, and the few calls that make a page feel at home.

/** The launch data. Telegram puts them behind the # of the address; a reload may have lost them, so they are kept aside. */
function launchData() {
  const given = new URLSearchParams(location.hash.slice(1));
  if (given.get("tgWebAppData")) {
    keep(location.hash.slice(1));
    history.replaceState(null, "", location.pathname);
    return given;
  }
  return new URLSearchParams(kept());
}

/** @param {string} launch */
function keep(launch) {
  try {
    sessionStorage.setItem("launch", launch);
  } catch {
    // frames of some browsers have no storage; a reload then asks to be opened again
  }
}

function kept() {
  try {
    return sessionStorage.getItem("launch") ?? "";
  } catch {
    return "";
  }
}

const launch = launchData();
const bridge = window.tapps?.bridge;

/** What Telegram signed; empty where the page was opened by something else. */
export const initData = launch.get("tgWebAppData") ?? "";

const isInside = Boolean(initData) && (window.parent !== window || "TelegramWebviewProxy" in window || Boolean(window.external?.notify));
const parentOrigin = location.ancestorOrigins?.[0];
if (isInside && parentOrigin) bridge?.setTargetOrigin(parentOrigin);

/**
 * Tell Telegram something, where it listens.
 * @param {string} event
 * @param {object} [data]
 */
function tell(event, data) {
  if (!isInside) return;
  try {
    bridge?.postEvent(event, data);
  } catch {
    // an older Telegram: everything here is an extra
  }
}

/** Have room, keep drags to ourselves, and say that we are there; never waited for. */
export function ready() {
  tell("web_app_setup_swipe_behavior", { allow_vertical_swipe: false });
  tell("web_app_expand");
  tell("web_app_ready");
  bridge?.on?.("theme_changed", (/** @type {any} */ event) => showTheme(event?.theme_params));
  let theme = null;
  try {
    theme = JSON.parse(launch.get("tgWebAppThemeParams") ?? "null");
  } catch {
    // none
  }
  showTheme(theme);
}

/** Light or dark, by the background of Telegram; the colours are ours. @param {any} params */
function showTheme(params) {
  const colour = /^#([0-9a-f]{6})$/i.exec(params?.bg_color ?? "");
  if (!colour) return;
  const value = parseInt(colour[1], 16);
  const light = 0.3 * (value >> 16) + 0.59 * ((value >> 8) & 255) + 0.11 * (value & 255);
  document.documentElement.dataset.theme = light < 128 ? "dark" : "light";
}

/** @param {"light" | "success" | "error"} kind */
export function haptic(kind) {
  if (kind === "light") tell("web_app_trigger_haptic_feedback", { type: "impact", impact_style: "light" });
  else tell("web_app_trigger_haptic_feedback", { type: "notification", notification_type: kind });
}
