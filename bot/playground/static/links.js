// What a link means here: a deep link of the bot, a message of a chat, or an address in the world outside.

/** `{start}`, `{chat, message}` or `{url}`; null for what no browser should open. */
export function readLink(href, botName) {
  let address;
  try {
    address = new URL(/^[a-z][a-z0-9+.-]*:/i.test(href) ? href : `http://${href}`);
  } catch {
    return null;
  }
  if (address.protocol === "tg:") return readTgLink(address, botName);
  if (address.protocol !== "http:" && address.protocol !== "https:") return null;
  if (!["t.me", "telegram.me"].includes(address.hostname)) return { url: address.href };
  const path = address.pathname.split("/").filter(Boolean);
  if (path.length === 1 && path[0].toLowerCase() === botName.toLowerCase()) {
    const app = address.searchParams.get("startapp");
    return app === null ? { start: address.searchParams.get("start") } : { app };
  }
  if (path[0] === "c" && path.length >= 3) return { chat: Number(`-100${path[1]}`), message: Number(path.at(-1)) };
  return { url: address.href };
}

function readTgLink(address, botName) {
  const kind = address.hostname || address.pathname.replace(/^\/+/, "");
  const values = address.searchParams;
  if (kind === "resolve" && values.get("domain")?.toLowerCase() === botName.toLowerCase()) return { start: values.get("start") };
  return null;
}
