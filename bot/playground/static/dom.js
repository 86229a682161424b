// Small ways to make elements. Text becomes text nodes only: nothing anybody typed is ever read as markup.

/**
 * An element. `properties` are set on it (`class`, `dataset` and attributes with a dash or `role` included); `children` are nodes
 * or strings, nothing for null.
 */
export function make(name, properties = {}, ...children) {
  const element = document.createElement(name);
  for (const [key, value] of Object.entries(properties)) {
    if (value === null || value === undefined) continue;
    if (key === "class") element.className = value;
    else if (key === "dataset") Object.assign(element.dataset, value);
    else if (key === "on") for (const [event, listener] of Object.entries(value)) element.addEventListener(event, listener);
    else if (key.includes("-") || key === "role") element.setAttribute(key, value);
    else element[key] = value;
  }
  element.append(...children.filter((child) => child !== null && child !== undefined));
  return element;
}

const SVG = "http://www.w3.org/2000/svg";

/** An icon of 24 units, drawn by one path. */
export function icon(path) {
  const svg = document.createElementNS(SVG, "svg");
  svg.setAttribute("viewBox", "0 0 24 24");
  svg.setAttribute("aria-hidden", "true");
  const shape = document.createElementNS(SVG, "path");
  shape.setAttribute("d", path);
  svg.append(shape);
  return svg;
}

export const ICONS = {
  send: "M3.400 20.400 21.900 12 3.400 3.600v6.500L15 12 3.400 13.900z",
  reply: "M10 8.500V4L2.500 11.500 10 19v-4.600c5.300 0 9 1.700 11.500 5.500-1-5.600-4.100-10.500-11.500-11.400z",
  down: "M12 16.500 4.500 9l1.400-1.400 6.100 6.100 6.100-6.100L19.500 9z",
  close: "M18.300 5.700 12 12l6.300 6.300-1.400 1.400-6.300-6.300-6.300 6.300-1.400-1.400L9.200 12 2.900 5.700l1.400-1.400 6.300 6.300 6.300-6.300z",
  auto: "M12 2a10 10 0 1 0 0 20 10 10 0 0 0 0-20zm0 2v16a8 8 0 0 1 0-16z",
  light: "M12 7.500a4.500 4.500 0 1 0 0 9 4.500 4.500 0 0 0 0-9zM11 1.500h2v3.500h-2zm0 17.500h2v3.500h-2zM1.500 11H5v2H1.500zm17.500 0h3.500v2H19zM4 5.400 5.400 4l2.500 2.500-1.400 1.400zm12.100 12.100 1.400-1.400L20 18.600 18.600 20zM4 18.600l2.500-2.500 1.400 1.400L5.400 20zM16.100 6.500 18.600 4 20 5.400l-2.500 2.500z",
  dark: "M10 3a9 9 0 1 0 11 11 7.500 7.500 0 0 1-11-11z",
  language: "M12 2a10 10 0 1 0 0 20 10 10 0 0 0 0-20zm6.900 6h-2.900a15 15 0 0 0-1.400-3.600A8 8 0 0 1 18.900 8zM12 4c.8 1.200 1.500 2.500 1.900 4h-3.800c.4-1.500 1.100-2.800 1.900-4zM4.300 14a8 8 0 0 1 0-4h3.400a17 17 0 0 0 0 4zm.8 2H8a15 15 0 0 0 1.400 3.600A8 8 0 0 1 5.100 16zM8 8H5.100a8 8 0 0 1 4.300-3.600C8.800 5.500 8.300 6.700 8 8zm4 12c-.8-1.200-1.500-2.500-1.900-4h3.800c-.4 1.500-1.100 2.800-1.900 4zm2.300-6H9.700a15 15 0 0 1 0-4h4.600a15 15 0 0 1 0 4zm.3 5.600A15 15 0 0 0 16 16h2.900a8 8 0 0 1-4.300 3.600zM16.300 14a17 17 0 0 0 0-4h3.400a8 8 0 0 1 0 4z",
  menu: "M4 6h16v2H4zm0 5h16v2H4zm0 5h16v2H4z",
  link: "M14 4h6v6h-2V7.400l-8.300 8.300-1.400-1.400L16.600 6H14zM5 6h5v2H6v10h10v-4h2v5a1 1 0 0 1-1 1H5a1 1 0 0 1-1-1V7a1 1 0 0 1 1-1z",
};

const COLOURS = 7;

/** The colour number of a person, always the same. */
export function colourOf(id) {
  return Math.abs(id) % COLOURS;
}

/** The round sign of a person or chat: a colour and the first letter; of the bot, its picture. */
export function avatar({ id, is_bot: isBot }, name) {
  if (isBot) return make("img", { class: "avatar", src: "/static/icon.svg", alt: "" });
  const letter = [...name][0] ?? "?";
  return make("span", { class: "avatar", "aria-hidden": "true", dataset: { colour: colourOf(id) } }, letter);
}
