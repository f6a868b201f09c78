// Components of messages: containers, sections, pictures, and what can be pressed.

import { el, icon } from "./dom.js";
import { emoji, markdown } from "./markdown.js";
import { covered, localAddress } from "./media.js";
import { channelMenu, roleMenu, userMenu, wordMenu } from "./menus.js";
import { picture, pictures } from "./pictures.js";

/**
 * What the components of a message need: the world, what a press or a choice does, and the
 * pictures that the message showed before, by address.
 * @typedef {{
 *   world: import("./world.js").World,
 *   press: (part: any, button: HTMLElement) => void,
 *   choose: (part: any, values: string[], menu: HTMLElement) => void,
 *   old: Map<string, HTMLImageElement>,
 * }} Setting
 */

/** What a button's colour means is the bot's affair, so it is told as what it is, and as no state. */
const COLOURS = { 1: "blue", 3: "green", 4: "red" };
const STYLES = { 1: "primary", 2: "secondary", 3: "success", 4: "danger", 5: "link" };

/** @type {Record<number, (part: any, setting: Setting) => Node | null>} */
const KINDS = {
  1: (part, setting) => el("div.row", {}, ...components(part.components, setting)),
  2: button,
  3: wordMenu,
  5: userMenu,
  6: roleMenu,
  7: unknown,
  8: channelMenu,
  9: section,
  10: (part, setting) => el("div.text", {}, ...markdown(part.content, setting.world)),
  11: (part, setting) => picture(part, setting, "thumbnail"),
  12: (part, setting) => pictures(part.items, setting),
  13: file,
  14: separator,
  17: container,
};

/** @param {any[]} parts @param {Setting} setting @returns {Node[]} */
export function components(parts, setting) {
  return parts.map((part) => (KINDS[part.type] ?? unknown)(part, setting)).filter((node) => node !== null);
}

/** @param {any} part @param {Setting} setting */
function container(part, setting) {
  const made = el("div.container", {}, ...components(part.components, setting));
  if (typeof part.accent_color === "number") {
    made.style.setProperty("--accent", `#${part.accent_color.toString(16).padStart(6, "0")}`);
    made.classList.add("accented");
  }
  return part.spoiler ? covered(made) : made;
}

/** @param {any} part @param {Setting} setting */
function section(part, setting) {
  return el(
    "div.section",
    {},
    el("div.words", {}, ...components(part.components, setting)),
    el("div.accessory", {}, ...components([part.accessory], setting)),
  );
}

/** @param {any} part */
function separator(part) {
  const wide = part.spacing === 2 ? ".wide" : "";
  return part.divider === false ? el(`div.space${wide}`) : el(`hr.divider${wide}`);
}

/** @param {any} part */
function file(part) {
  const name = part.name ?? part.file.url.split("/").at(-1);
  return el("a.file", { href: localAddress(part.file.url), download: name }, name);
}

/** What this sandbox has no picture of says so. @param {any} part */
function unknown(part) {
  return el("p.unknown", {}, `The sandbox does not show components of type ${part.type}.`);
}

/** @param {any} part @param {Setting} setting */
function button(part, setting) {
  const face = [part.emoji && emojiOf(part.emoji), part.label && el("span.label", {}, part.label)];
  const style = STYLES[/** @type {1} */ (part.style)] ?? "secondary";
  if (part.url) {
    const props = { href: safeLink(part.url), target: "_blank", rel: "noopener noreferrer" };
    return el(`a.button.${style}`, props, ...face, icon("window"));
  }
  // A bot's own emoji alone is a thing to choose: in colour it is chosen.
  const isChoice = Boolean(part.emoji?.id) && !part.label;
  const made = el(
    `button.button.${style}`,
    {
      type: "button",
      disabled: Boolean(part.disabled) || !part.custom_id,
      dataset: { path: part.id },
      "aria-label": part.label ? null : emojiName(part.emoji),
      "aria-pressed": isChoice ? String(style !== "secondary") : null,
      "aria-description": COLOURS[/** @type {1} */ (part.style)],
      onclick: () => setting.press(part, made),
    },
    el("span.face", {}, ...face),
  );
  return made;
}

/** @param {string} url */
function safeLink(url) {
  return /^https?:\/\//.test(url) ? url : null;
}

/** @param {any} part `{id, name, animated}`, without an id for one of Unicode */
export function emojiOf(part) {
  return part.id ? emoji(part.id, part.name, part.animated) : el("span.emoji", {}, part.name);
}

/** What a button with nothing but an emoji is called. @param {any} part */
function emojiName(part) {
  return part ? part.name.replaceAll("_", " ") : "Button";
}
