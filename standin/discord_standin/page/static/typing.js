// What is being typed: which command, which option, and what could come next.

const SUBCOMMANDS = new Set([1, 2]);
export const BOOLEAN = 5;
export const USER = 6;
export const CHANNEL = 7;
const MENTIONABLE = 9;
const MOST = 25;

/**
 * A command as `/ofc new`: its name without the slash, and what it takes.
 * @typedef {{name: string, description: string, options: any[]}} Offer
 */

/**
 * Something that can be put into the box: `text` is the whole text with it in place.
 * @typedef {{words: string, about: string, text: string, isRequired?: boolean}} Suggestion
 */

/**
 * What a text is on the way to. `isEager` is whether Enter takes the first suggestion instead of
 * sending the text; `focused` is the option whose value is being typed; `group` is the name that
 * commands have in common which are still to be chosen from, such as `ledger`.
 * @typedef {{
 *   offer: Offer | null, focused: any, value: string, before: string, group: string,
 *   suggestions: Suggestion[], isEager: boolean,
 * }} Typed
 */

/** @param {string} text @param {Offer[]} offers @param {import("./world.js").World} world @returns {Typed} */
export function typed(text, offers, world) {
  const line = text.slice(1);
  const byLength = [...offers].sort((a, b) => b.name.length - a.name.length);
  const offer = byLength.find(({ name }) => line === name || line.startsWith(`${name} `));
  if (!offer) {
    const suggestions = names(line, offers);
    const group = groupOf(line, offers);
    // The bare name of a group is not completed by its first command, of all: its commands are shown.
    const isEager = suggestions.length > 0 && line !== group;
    return { offer: null, focused: null, value: "", before: text, group, suggestions, isEager };
  }
  return withOptions(named(text, offer), offer, world);
}

/** The group that a line names and nothing more, else empty. @param {string} line @param {Offer[]} offers */
function groupOf(line, offers) {
  const words = line.trim();
  return words && offers.some(({ name }) => name.startsWith(`${words} `)) ? words : "";
}

/**
 * A text in which every value has its option's name: what is typed without one is the first option
 * that is required, as Discord has it, unless it begins like an option's name.
 * @param {string} text @param {Offer} offer
 */
function named(text, offer) {
  const head = `/${offer.name}`;
  const bare = text.slice(head.length).trimStart();
  const first = offer.options.find(({ required }) => required);
  const isName = offer.options.some(({ name }) => name.startsWith(bare) || bare.startsWith(`${name}:`));
  return first && bare && !isName ? `${head} ${first.name}:${bare}` : text;
}

/** @param {string} line @param {Offer[]} offers @returns {Suggestion[]} */
function names(line, offers) {
  const wanted = line.toLowerCase().trimStart();
  const fits = (/** @type {Offer} */ { name }) =>
    name.startsWith(wanted) || name.split(" ").some((word) => wanted && word.startsWith(wanted));
  const sorted = [...offers].sort((a, b) => (a.name < b.name ? -1 : 1));
  return sorted
    .filter(fits)
    .map(({ name, description, options }) => ({
      words: `/${name}`,
      about: description,
      text: `/${name}${options.length ? " " : ""}`,
    }));
}

/** @param {string} text @param {Offer} offer @param {import("./world.js").World} world @returns {Typed} */
function withOptions(text, offer, world) {
  const options = offer.options.filter((option) => !SUBCOMMANDS.has(option.type));
  const marks = [...text.matchAll(/\s([\w-]+):/g)].filter((mark) =>
    options.some(({ name }) => name === mark[1]),
  );
  const used = new Set(marks.map((mark) => mark[1]));
  const left = options.filter(({ name }) => !used.has(name));
  const last = marks.at(-1);
  const focused = last && options.find(({ name }) => name === last[1]);
  const before = last ? text.slice(0, last.index + last[0].length) : text;
  const value = last ? text.slice(before.length) : "";
  const head = { offer, focused: focused ?? null, value: value.trimStart(), before, group: "" };
  const values = focused ? valuesOf(focused, value, before, world) : [];
  const isDone = !focused || (value.trim() !== "" && value.endsWith(" ") && !values.length);
  if (
    values.length &&
    !values.some(({ words }) => words === value.trimStart().trimEnd() && value.endsWith(" "))
  ) {
    return { ...head, suggestions: values, isEager: true };
  }
  const more = remaining(left, text, isDone || values.length > 0);
  return { ...head, suggestions: more, isEager: Boolean(more[0]?.isRequired) };
}

/** The options that can still be given. @param {any[]} left @param {string} text @param {boolean} isDone @returns {Suggestion[]} */
function remaining(left, text, isDone) {
  const word = text.match(/\s([\w-]*)$/)?.[1] ?? "";
  const isOpen = isDone || word !== "" || text.endsWith(" ");
  if (!isOpen) return [];
  const stem = text.slice(0, text.length - word.length).trimEnd();
  const sorted = [...left].sort((a, b) => Number(b.required ?? false) - Number(a.required ?? false));
  return sorted
    .filter(({ name }) => name.startsWith(word))
    .map(({ name, description, required }) => ({
      words: name,
      about: required ? `${description} (required)` : description,
      text: `${stem} ${name}:`,
      isRequired: required,
    }));
}

/** The values that an option has on offer. @returns {Suggestion[]} */
function valuesOf(
  /** @type {any} */ option,
  /** @type {string} */ value,
  /** @type {string} */ before,
  /** @type {import("./world.js").World} */ world,
) {
  const wanted = value.trim().toLowerCase().replace(/^[@#]/, "");
  return known(option, world)
    .filter(({ words }) => words.toLowerCase().replace(/^[@#]/, "").includes(wanted))
    .slice(0, MOST)
    .map(({ words, about }) => ({ words, about, text: `${before}${words} ` }));
}

/** How a choice is written in the box: by its value where the name is a sentence. @param {any} choice */
function writable({ name, value }) {
  return /[:,]/.test(name) ? { words: String(value), about: name } : { words: String(name), about: "" };
}

/** @param {any} option @param {import("./world.js").World} world @returns {{words: string, about: string}[]} */
function known(option, world) {
  if (option.choices)
    return option.choices.map(writable);
  const guild = world.guildOf(world.channelId);
  switch (option.type) {
    case BOOLEAN:
      return [
        { words: "true", about: "yes" },
        { words: "false", about: "no" },
      ];
    case USER:
    case MENTIONABLE:
      return (guild?.members ?? [])
        .map((/** @type {string} */ id) => world.user(id))
        .filter(Boolean)
        .map((/** @type {any} */ user) => ({ words: `@${user.handle}`, about: user.name }));
    case CHANNEL:
      return (guild?.channels ?? []).map((/** @type {any} */ channel) => ({
        words: `#${channel.name}`,
        about: "",
      }));
    default:
      return [];
  }
}

/** People to mention, when the text ends in `@...`. @param {string} text @param {import("./world.js").World} world @returns {Suggestion[]} */
export function mentions(text, world) {
  const match = text.match(/(?:^|\s)@([^\s@]*)$/u);
  const guild = world.guildOf(world.channelId);
  if (!match || !guild) return [];
  const stem = text.slice(0, text.length - match[1].length - 1);
  return guild.members
    .map((/** @type {string} */ id) => world.user(id))
    .filter((/** @type {any} */ user) => user?.name.toLowerCase().startsWith(match[1].toLowerCase()))
    .map((/** @type {any} */ user) => ({
      words: `@${user.name}`,
      about: user.handle,
      text: `${stem}@${user.name} `,
    }));
}

/** A message with its mentions as they are sent. @param {string} text @param {import("./world.js").World} world */
export function withMentions(text, world) {
  const users = Object.values(world.state.users).sort((a, b) => b.name.length - a.name.length);
  return users.reduce((sent, user) => sent.replaceAll(`@${user.name}`, `<@${user.id}>`), text);
}
