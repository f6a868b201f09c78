// One message as an article.

import { components } from "./components.js";
import { avatar, el, icon } from "./dom.js";
import { markdown } from "./markdown.js";
import { localAddress } from "./media.js";
import { picture } from "./pictures.js";
import { sentMark, sentTime } from "./times.js";

const REPLY = 19;
const COMMAND = 20;
const GROUP_WITHIN_MS = 7 * 60 * 1000;

/**
 * @typedef {import("./components.js").Setting & {dismiss: () => void}} MessageSetting
 */

/**
 * @param {any} message as the sandbox sends it
 * @param {boolean} isFirst whether it begins a group, under its author's name
 * @param {MessageSetting} setting
 */
export function messageArticle(message, isFirst, setting) {
  const { world } = setting;
  const author = world.user(message.author.id) ?? { name: message.author.username };
  const words = el("div.body", {}, ...body(message, setting));
  const made = el(
    "article.message",
    {
      id: `m${message.id}`,
      dataset: { version: message.version },
      class: classes(message, isFirst, world),
      "aria-label": `${author.name}${message.for_you ? ", only you can see this" : ""}`,
      tabindex: "-1",
    },
    origin(message, world),
    isFirst
      ? avatar(author)
      : el("span.margin", { "aria-hidden": "true" }, sentTime(message.timestamp)),
    el(
      "div.column",
      {},
      isFirst && byline(author, message, world),
      words,
      message.for_you && onlyYou(setting),
    ),
  );
  return made;
}

/** @param {any} message @param {boolean} isFirst @param {import("./world.js").World} world */
function classes(message, isFirst, world) {
  const you = world.state.you.id;
  const isMeant = message.mentions.some((/** @type {any} */ user) => user.id === you);
  return [
    isFirst ? "first" : "more",
    message.for_you && "private",
    isMeant && !message.for_you && world.channel(message.channel_id)?.kind !== "dm" && "meant",
  ]
    .filter(Boolean)
    .join(" ");
}

/** Whether a message goes under the name of the one before. @param {any} message @param {any} before */
export function continues(message, before) {
  return Boolean(
    before &&
    before.author.id === message.author.id &&
    before.for_you === message.for_you &&
    message.type !== COMMAND &&
    message.type !== REPLY &&
    new Date(message.timestamp).getTime() - new Date(before.timestamp).getTime() < GROUP_WITHIN_MS,
  );
}

/** The line above an answer: who ran which command, or to what it is a reply. */
function origin(/** @type {any} */ message, /** @type {import("./world.js").World} */ world) {
  const used = message.interaction_metadata;
  if (message.type === COMMAND && used) {
    const name = world.user(used.user.id)?.name ?? used.user.username;
    return el(
      "p.origin",
      {},
      icon("reply"),
      el("b", {}, name),
      " used ",
      el("span.mention", {}, `/${message.command || used.name}`),
    );
  }
  if (message.type !== REPLY) return null;
  const replied = message.referenced_message;
  const words = replied ? replied.content || "a message" : "a message that was deleted";
  return el("p.origin", {}, icon("reply"), replied && el("b", {}, replied.author.username), " ", words);
}

/** @param {any} author @param {any} message @param {import("./world.js").World} world */
function byline(author, message, world) {
  return el(
    "h3.byline",
    {},
    el("span.name", {}, author.name),
    author.is_bot && el("span.tag", {}, "APP"),
    sentMark(message.timestamp, world.now()),
  );
}

/** @param {any} message @param {MessageSetting} setting @returns {Node[]} */
function body(message, setting) {
  if (message.is_thinking) {
    return [
      el(
        "p.thinking",
        {},
        el("span.dots", { "aria-hidden": "true" }),
        `${setting.world.state.bot.name} is thinking …`,
      ),
    ];
  }
  const parts = [];
  if (message.content) parts.push(el("div.text", {}, ...markdown(message.content, setting.world)));
  parts.push(...message.embeds.map((/** @type {any} */ embed) => embedBox(embed, setting)));
  parts.push(...message.attachments.map((/** @type {any} */ file) => attachment(file, setting)));
  parts.push(...components(message.components, setting));
  if (message.edited_timestamp) parts.push(edited(message));
  return parts;
}

/** The mark of an edited message. @param {any} message */
function edited(message) {
  const mark = el("span.edited", { title: new Date(message.edited_timestamp).toLocaleString() }, "(edited)");
  return el("p.small", {}, mark);
}

/** @param {any} file @param {MessageSetting} setting */
function attachment(file, setting) {
  if (file.width) return picture({ media: file, description: file.description }, setting, "picture");
  return el("a.file", { href: localAddress(file.url), download: file.filename }, file.filename);
}

/** @param {any} embed @param {MessageSetting} setting */
function embedBox(embed, setting) {
  const fields = (embed.fields ?? []).map((/** @type {any} */ field) =>
    el("div.field", {}, el("b", {}, field.name), ...markdown(field.value, setting.world)),
  );
  return el(
    "div.container",
    {},
    embed.title && el("h4.mark3", {}, embed.title),
    embed.description && el("div.text", {}, ...markdown(embed.description, setting.world)),
    ...fields,
    embed.image && picture({ media: embed.image }, setting, "picture"),
  );
}

/** @param {MessageSetting} setting */
function onlyYou(setting) {
  return el(
    "p.only-you",
    {},
    icon("eye"),
    "Only you can see this · ",
    el("button.linklike", { type: "button", onclick: setting.dismiss }, "Dismiss message"),
  );
}
