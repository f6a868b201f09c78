// Select menus: of words, people, roles and channels.

import { el } from "./dom.js";

/** @typedef {import("./components.js").Setting} Setting */

/** A string select. @param {any} part @param {Setting} setting */
export function wordMenu(part, setting) {
  const options = part.options.map((/** @type {any} */ option) => ({
    value: option.value,
    words: option.description ? `${option.label} – ${option.description}` : option.label,
    isChosen: Boolean(option.default),
  }));
  return menu(part, options, setting);
}

/** A user select: everybody in the server. @param {any} part @param {Setting} setting */
export function userMenu(part, setting) {
  const guild = setting.world.guildOf(setting.world.channelId);
  const ids = guild ? guild.members : [setting.world.state.you.id, setting.world.state.bot.id];
  const people = ids.map((/** @type {string} */ id) => setting.world.user(id)).filter(Boolean);
  return menu(part, people.map(named(part, "")), setting);
}

/** A role select: every role but everybody's. @param {any} part @param {Setting} setting */
export function roleMenu(part, setting) {
  const guild = setting.world.guildOf(setting.world.channelId);
  const roles = (guild?.roles ?? []).filter((/** @type {any} */ role) => role.id !== guild.id);
  return menu(part, roles.map(named(part, "@")), setting);
}

/** A channel select: the channels they see. @param {any} part @param {Setting} setting */
export function channelMenu(part, setting) {
  const guild = setting.world.guildOf(setting.world.channelId);
  const channels = (guild?.channels ?? []).filter((/** @type {any} */ c) => c.kind === "text");
  return menu(part, channels.map(named(part, "#")), setting);
}

/** Makes an option of something with an id and a name. @param {any} part @param {string} sign */
function named(part, sign) {
  const chosen = (part.default_values ?? []).map((/** @type {any} */ value) => value.id);
  return (/** @type {any} */ thing) => ({
    value: thing.id,
    words: sign + thing.name,
    isChosen: chosen.includes(thing.id),
  });
}

/**
 * @param {any} part
 * @param {{value: string, words: string, isChosen: boolean}[]} options
 * @param {Setting} setting
 */
function menu(part, options, setting) {
  const most = part.max_values ?? 1;
  const least = part.min_values ?? 1;
  const label = part.placeholder || "Choose";
  const select = /** @type {HTMLSelectElement} */ (
    el("select.menu", {
      "aria-label": label,
      disabled: Boolean(part.disabled),
      multiple: most > 1,
      dataset: { path: part.id },
    })
  );
  if (most === 1) select.append(el("option", { value: "", disabled: least > 0 }, label));
  for (const { value, words, isChosen } of options) {
    select.append(el("option", { value, selected: isChosen }, words));
  }
  const chosen = () => [...select.selectedOptions].map((option) => option.value).filter(Boolean);
  const send = () => setting.choose(part, chosen(), select);
  if (most === 1) {
    if (!options.some(({ isChosen }) => isChosen)) select.selectedIndex = 0;
    select.addEventListener("change", send);
    return el("div.row", {}, select);
  }
  const done = el(
    "button.button.secondary",
    { type: "button", disabled: Boolean(part.disabled), onclick: send },
    "Choose",
  );
  // A list stands open, so that no first line of it says what is to be chosen.
  return el("div.row", {}, el("label.listbox", {}, el("span", {}, label), select), done);
}
