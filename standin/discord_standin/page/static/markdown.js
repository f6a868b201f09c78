// Discord's Markdown as DOM nodes: first blocks, line by line, then what is inside a line.

import { el } from "./dom.js";
import { timeMark } from "./times.js";

/** @typedef {import("./world.js").World} World */

/**
 * A text as nodes.
 * @param {string} text
 * @param {World} world knows the names behind mentions, and the time
 * @returns {Node[]}
 */
export function markdown(text, world) {
  return blocks(text, world);
}

/** @param {string} text @param {World} world @returns {Node[]} */
function blocks(text, world) {
  const made = [];
  // Fences first: nothing inside a code block is markup.
  const fence = /```(?:([\w+-]+)\n)?\n?([\s\S]+?)\n?```/g;
  let at = 0;
  for (const match of text.matchAll(fence)) {
    made.push(...lines(text.slice(at, match.index).replace(/\n$/, ""), world));
    made.push(el("pre", { tabindex: "0" }, el("code", {}, match[2])));
    at = match.index + match[0].length;
    if (text[at] === "\n") at += 1;
  }
  made.push(...lines(text.slice(at), world));
  return made;
}

/** @param {string} text @param {World} world @returns {Node[]} */
function lines(text, world) {
  if (!text) return [];
  const made = [];
  const left = text.split("\n");
  while (left.length) {
    const line = /** @type {string} */ (left[0]);
    const rule = RULES.find(([pattern]) => pattern.test(line));
    made.push(rule ? rule[1](left, world) : paragraph(left, world));
  }
  return made;
}

/** @type {[RegExp, (left: string[], world: World) => Node][]} */
const RULES = [
  [/^#{1,3} +\S/, heading],
  [/^-# +\S/, (left, world) => el("p.small", {}, ...inline(take(left).slice(3).trim(), world))],
  [
    /^>>> /,
    (left, world) => {
      const rest = left.splice(0).join("\n").slice(4);
      return el("blockquote", {}, ...blocks(rest, world));
    },
  ],
  [
    /^> /,
    (left, world) => {
      const quoted = takeWhile(left, /^> /).map((line) => line.slice(2));
      return el("blockquote", {}, ...lines(quoted.join("\n"), world));
    },
  ],
  [/^ *(?:[-*]|\d+\.) +\S/, list],
  [/^\s*$/, (left) => (take(left), el("div.gap"))],
];

/** @param {string[]} left */
function take(left) {
  return /** @type {string} */ (left.shift());
}

/** @param {string[]} left @param {RegExp} pattern */
function takeWhile(left, pattern) {
  const end = left.findIndex((line) => !pattern.test(line));
  return left.splice(0, end < 0 ? left.length : end);
}

/** @param {string[]} left @param {World} world */
function heading(left, world) {
  const line = take(left);
  const level = line.indexOf(" ");
  // The page itself has headings 1 to 3.
  return el(`h${level + 3}.mark${level}`, {}, ...inline(line.slice(level).trim(), world));
}

/** @param {string[]} left @param {World} world */
function paragraph(left, world) {
  const end = left.findIndex((line) => RULES.some(([pattern]) => pattern.test(line)));
  return el("p", {}, ...inline(left.splice(0, end < 0 ? left.length : end).join("\n"), world));
}

/** @param {string[]} left @param {World} world @returns {Node} */
function list(left, world) {
  const [, indent, mark] = /** @type {RegExpMatchArray} */ (left[0].match(/^( *)([-*]|\d+)/));
  const isNumbered = /\d/.test(mark);
  const made = el(isNumbered ? "ol" : "ul", isNumbered ? { start: mark } : {});
  while (left.length) {
    const match = left[0].match(/^( *)(?:([-*])|\d+\.) +(.*)$/);
    if (!match || match[1].length < indent.length) break;
    if (match[1].length > indent.length) made.lastChild?.appendChild(list(left, world));
    else if (Boolean(match[2]) === isNumbered) break;
    else {
      left.shift();
      made.append(el("li", {}, ...inline(match[3], world)));
    }
  }
  return made;
}

/** @type {[RegExp, (match: RegExpExecArray, world: World) => Node | string][]} */
const MARKS = [
  [/^\\([^\w\s])/, (match) => match[1]],
  [/^``([\s\S]+?)``(?!`)|^`([^`]+)`/, (match) => el("code", {}, match[1] ?? match[2])],
  [/^\*\*([\s\S]+?)\*\*(?!\*)/, (match, world) => el("strong", {}, ...inline(match[1], world))],
  [/^__([\s\S]+?)__(?!_)/, (match, world) => el("u", {}, ...inline(match[1], world))],
  [/^\*(?!\s)((?:\*\*|[^*])+?)\*(?!\*)/, (match, world) => el("em", {}, ...inline(match[1], world))],
  [/^_((?:__|[^_])+?)_(?![_\w])/, (match, world) => el("em", {}, ...inline(match[1], world))],
  [/^~~([\s\S]+?)~~/, (match, world) => el("s", {}, ...inline(match[1], world))],
  [/^\|\|([\s\S]+?)\|\|/, (match, world) => spoiler(inline(match[1], world))],
  [/^\[([^\]\n]+)\]\(<?(https?:\/\/[^\s)>]+)>?\)/, (match) => link(match[2], match[1])],
  [/^<(https?:\/\/[^\s>]+)>/, (match) => link(match[1], match[1])],
  [/^https?:\/\/[^\s<]*[^\s<.,:;"')\]]/, (match) => link(match[0], match[0])],
  [/^<@!?(\d+)>/, (match, world) => mention(match[1], world)],
  [/^<#(\d+)>/, (match, world) => channelMention(match[1], world)],
  [/^<\/([\w -]+):\d+>/, (match) => commandMention(match[1])],
  [/^<(a?):(\w+):(\d+)>/, (match) => emoji(match[3], match[2], Boolean(match[1]))],
  [
    /^<t:(-?\d{1,13})(?::([tTdDfFR]))?>/,
    (match, world) => timeMark(Number(match[1]), match[2] ?? "f", world.now()),
  ],
  [/^@(?:everyone|here)\b/, (match) => el("span.mention", {}, match[0])],
];
const STARTS = /[\\`*_~|[<@h]/g;

/**
 * What is inside a line.
 * @param {string} text @param {World} world @returns {(Node | string)[]}
 */
export function inline(text, world) {
  /** @type {(Node | string)[]} */
  const made = [];
  let plain = 0;
  STARTS.lastIndex = 0;
  for (let at = next(text, 0); at < text.length;) {
    const found = markAt(text, at);
    if (!found) {
      at = next(text, at + 1);
      continue;
    }
    if (at > plain) made.push(text.slice(plain, at));
    made.push(found.rule(found.match, world));
    plain = at + found.match[0].length;
    at = next(text, plain);
  }
  if (plain < text.length) made.push(text.slice(plain));
  return made;
}

/** @param {string} text @param {number} from */
function next(text, from) {
  STARTS.lastIndex = from;
  return STARTS.exec(text)?.index ?? text.length;
}

/** @param {string} text @param {number} at */
function markAt(text, at) {
  // Inside a word an underscore is an underscore.
  if (text[at] === "_" && /\w/.test(text[at - 1] ?? "") && text[at + 1] !== "_") return null;
  const rest = text.slice(at);
  for (const [pattern, rule] of MARKS) {
    const match = pattern.exec(rest);
    if (match) return { match, rule };
  }
  return null;
}

/** @param {(Node | string)[]} children */
function spoiler(children) {
  const made = el("span.spoiler", {
    role: "button",
    tabindex: "0",
    "aria-label": "Spoiler, press to reveal",
  });
  const inner = el("span", { "aria-hidden": "true" }, ...children);
  const reveal = () => {
    made.classList.add("revealed");
    for (const name of ["role", "tabindex", "aria-label"]) made.removeAttribute(name);
    inner.removeAttribute("aria-hidden");
  };
  made.append(inner);
  made.addEventListener("click", reveal, { once: true });
  made.addEventListener("keydown", (event) => {
    if (event.key === "Enter" || event.key === " ") reveal();
  });
  return made;
}

/** @param {string} url @param {string} text */
function link(url, text) {
  return el("a", { href: url, target: "_blank", rel: "noopener noreferrer" }, text);
}

/** @param {string} id @param {World} world */
function mention(id, world) {
  const user = world.user(id);
  const isYou = id === world.state.you.id;
  return el(`span.mention${isYou ? ".you" : ""}`, {}, `@${user ? user.name : "unknown"}`);
}

/** @param {string} id @param {World} world */
function channelMention(id, world) {
  const channel = world.channel(id);
  if (!channel) return el("span.mention", {}, "#unknown");
  return el("a.mention", { href: `#${id}` }, `#${channel.name}`);
}

/** A command to be tapped, which puts it into the box. @param {string} name */
function commandMention(name) {
  const made = el("button.mention", { type: "button" }, `/${name}`);
  made.addEventListener("click", () =>
    made.dispatchEvent(new CustomEvent("command", { bubbles: true, detail: `/${name}` })),
  );
  return made;
}

/** An emoji of the application. @param {string} id @param {string} name @param {boolean} [isAnimated] */
export function emoji(id, name, isAnimated = false) {
  const src = `/cdn/emojis/${encodeURIComponent(id)}.${isAnimated ? "gif" : "png"}`;
  return el("img.emoji", { src, alt: `:${name}:`, title: `:${name}:`, draggable: "false" });
}
