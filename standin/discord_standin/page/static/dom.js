// Building the page. Text becomes text nodes only, so nothing that anybody writes is ever markup.

/** @typedef {Node | string | number | null | undefined | false} Child */

/**
 * An element with attributes, listeners (`onclick` etc.), `dataset`, and children.
 * @param {string} tag such as `button.primary.small`
 * @param {Record<string, any>} [props]
 * @param {...(Child | Child[])} children
 * @returns {HTMLElement}
 */
export function el(tag, props = {}, ...children) {
  const [name, ...classes] = tag.split(".");
  const made = document.createElement(name);
  if (classes.length) made.classList.add(...classes);
  for (const [key, value] of Object.entries(props)) set(made, key, value);
  made.append(...nodes(children));
  return made;
}

/** @param {HTMLElement} made @param {string} key @param {any} value */
function set(made, key, value) {
  if (value === null || value === undefined || value === false) return;
  if (key.startsWith("on")) made.addEventListener(key.slice(2), value);
  else if (key === "dataset") Object.assign(made.dataset, value);
  else if (key === "class") made.classList.add(...String(value).split(" ").filter(Boolean));
  else made.setAttribute(key, value === true ? "" : String(value));
}

/** @param {(Child | Child[])[]} children @returns {(Node | string)[]} */
function nodes(children) {
  return children
    .flat()
    .filter((child) => child !== null && child !== undefined && child !== false && child !== "")
    .map((child) => (child instanceof Node ? child : String(child)));
}

/** Put other children into an element. @param {Element} parent @param {...(Child | Child[])} children */
export function fill(parent, ...children) {
  parent.replaceChildren(...nodes(children));
}

/**
 * Put other children into an element, but leave the focus on the one with the same `data-key`, and
 * the parts named by selectors scrolled as far as they were.
 * @param {HTMLElement} parent @param {Node[]} children @param {string[]} [scrolled]
 */
export function redraw(parent, children, scrolled = []) {
  const active = /** @type {HTMLElement | null} */ (document.activeElement);
  const key = parent.contains(active) ? active?.dataset.key : undefined;
  const tops = scrolled.map((part) => parent.querySelector(part)?.scrollTop ?? 0);
  parent.replaceChildren(...children);
  scrolled.forEach((part, at) => parent.querySelector(part)?.scrollTo(0, tops[at]));
  if (key === undefined) return;
  const same = parent.querySelector(`[data-key="${CSS.escape(key)}"]`);
  /** @type {HTMLElement | null} */ (same)?.focus({ preventScroll: true });
}

/** The element of an id that is on the page from the start. @param {string} id */
export function byId(id) {
  const found = document.getElementById(id);
  if (!found) throw new Error(`There is no #${id}.`);
  return found;
}

const SVG = "http://www.w3.org/2000/svg";

/** Our own icons, each one path on a 24 x 24 grid. */
/** @type {Record<string, string>} */
const PATHS = {
  menu: "M4 6h16v2H4zm0 5h16v2H4zm0 5h16v2H4z",
  hash: "M9 3 8 8H4v2h3.6l-.8 4H3v2h3.4l-1 5h2l1-5h4l-1 5h2l1-5H20v-2h-4.6l.8-4H21V8h-4.4l1-5h-2l-1 5h-4l1-5zm1.2 7h4l-.8 4h-4z",
  thread: "M4 4h16v11H9l-5 5zm4 4v2h8V8zm0 3v2h5v-2z",
  at: "M12 2a10 10 0 1 0 6 18l-1.200-1.600A8 8 0 1 1 20 12v1.500a1.500 1.500 0 0 1-3 0V8h-2v.800A5 5 0 1 0 15.500 15.600 3.500 3.500 0 0 0 22 13.500V12A10 10 0 0 0 12 2zm0 7a3 3 0 1 1 0 6 3 3 0 0 1 0-6z",
  sliders: "M4 6h8a3 3 0 0 1 6 0h2v2h-2a3 3 0 0 1-6 0H4zm0 10h2a3 3 0 0 1 6 0h8v2h-8a3 3 0 0 1-6 0H4z",
  close:
    "m6.400 5 5.600 5.600L17.600 5 19 6.400 13.400 12l5.600 5.600-1.400 1.400-5.600-5.600L6.400 19 5 17.600 10.600 12 5 6.400z",
  eye: "M12 5c5 0 8.500 4 10 7-1.500 3-5 7-10 7s-8.500-4-10-7c1.500-3 5-7 10-7zm0 2.500a4.500 4.500 0 1 0 0 9 4.500 4.500 0 0 0 0-9zm0 2a2.500 2.500 0 1 1 0 5 2.500 2.500 0 0 1 0-5z",
  reply: "M5 20v-5a7 7 0 0 1 7-7h3V4l6 5.500-6 5.500v-4h-3a4 4 0 0 0-4 4v5z",
  send: "M3 4l18 8-18 8 2-7 9-1-9-1z",
  moon: "M14 3a9 9 0 1 0 7 12A8 8 0 0 1 14 3z",
  sun: "M12 7a5 5 0 1 0 0 10 5 5 0 0 0 0-10zM11 1h2v4h-2zm0 18h2v4h-2zM1 11h4v2H1zm18 0h4v2h-4zM4.200 2.800l2.900 2.900-1.400 1.400-2.900-2.900zm14.100 14.100 2.900 2.900-1.400 1.400-2.900-2.900zM19.800 2.800l1.400 1.400-2.900 2.900-1.400-1.400zM5.700 16.900l1.400 1.400-2.900 2.900-1.400-1.400z",
  window: "M4 5h9v2H6v11h11v-7h2v9H4zm11-1h6v6h-2V7.400l-7.300 7.300-1.400-1.400L17.600 6H15z",
  spade:
    "M12 3c2.500 4 7 6 7 10 0 2.500-2 4-4 4-.800 0-1.500-.200-2.200-.600.100 2 .800 3.400 2.200 4.600H9c1.400-1.200 2.100-2.600 2.200-4.600-.700.400-1.400.600-2.200.600-2 0-4-1.500-4-4 0-4 4.500-6 7-10z",
  down: "m12 16-7-7 1.400-1.400L12 13.200l5.600-5.600L19 9z",
  warn: "M12 3 1.500 21h21zm-1 7h2v5h-2zm0 7h2v2h-2z",
};

/** An icon; words beside it, or a label on what holds it, say what it means. @param {string} name */
export function icon(name) {
  const svg = document.createElementNS(SVG, "svg");
  svg.setAttribute("viewBox", "0 0 24 24");
  svg.setAttribute("aria-hidden", "true");
  svg.classList.add("icon");
  const path = document.createElementNS(SVG, "path");
  path.setAttribute("d", PATHS[name]);
  path.setAttribute("fill-rule", "evenodd");
  svg.append(path);
  return svg;
}

const HUES = [152, 205, 262, 28, 330, 178, 48, 230];

/** Somebody's round picture: an initial in their colour, or the bot's spade. @param {any} user */
export function avatar(user) {
  if (user?.is_bot) return el("span.avatar.bot", { "aria-hidden": "true" }, icon("spade"));
  const name = user?.name ?? "?";
  const made = el("span.avatar", { "aria-hidden": "true" }, [...name][0].toUpperCase());
  const sum = [...name].reduce((total, letter) => total + (letter.codePointAt(0) ?? 0), 0);
  made.style.setProperty("--hue", String(HUES[sum % HUES.length]));
  return made;
}

/** Tell people who listen to the page. @param {string} words */
export function speak(words) {
  byId("spoken").textContent = words;
}

/** Show a sentence for a few seconds. @param {string} words @param {"plain" | "bad"} [kind] */
export function toast(words, kind = "plain") {
  const shown = el(`p.toast.${kind}`, {}, words);
  byId("toasts").append(shown);
  setTimeout(() => shown.remove(), 6000);
}
