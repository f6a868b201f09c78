// Forms (modals): what the bot asks for in a dialog.

import { el, fill, icon } from "./dom.js";
import { markdown } from "./markdown.js";

const TEXT_DISPLAY = 10;
const LABEL = 18;
const PARAGRAPH = 2;

/** @typedef {{node: Node, read: () => any}} Field */

/** @type {Record<number, (part: any, label: string) => Field>} */
const KINDS = { 3: select, 4: textInput, 21: radios, 22: checks, 23: check };

/** Open a modal. @param {any} modal @param {import("./world.js").World} world */
export function openForm(modal, world) {
  /** @type {Map<string, () => any>} */
  const readers = new Map();
  const trouble = el("p.trouble", { role: "alert" });
  const submit = /** @type {HTMLButtonElement} */ (el("button.button.primary", { type: "submit" }, "Submit"));
  const close = () => dialog.close();
  const form = el(
    "form",
    { method: "dialog", novalidate: true },
    el(
      "header",
      {},
      el("h2", { id: "form-title" }, modal.title),
      el("button.close", { type: "button", "aria-label": "Close", onclick: close }, icon("close")),
    ),
    el(
      "div.fields",
      {},
      ...modal.components.map((/** @type {any} */ part) => component(part, readers, world)),
    ),
    trouble,
    el("footer", {}, el("button.button.secondary", { type: "button", onclick: close }, "Cancel"), submit),
  );
  const dialog = /** @type {HTMLDialogElement} */ (
    el("dialog.form", { "aria-labelledby": "form-title" }, form)
  );
  form.addEventListener("submit", async (event) => {
    event.preventDefault();
    const values = Object.fromEntries([...readers].map(([id, read]) => [id, read()]));
    submit.disabled = true;
    const why = await send(world, modal.key, values);
    submit.disabled = false;
    if (why) fill(trouble, icon("warn"), why);
    else close();
  });
  dialog.addEventListener("close", () => dialog.remove());
  document.body.append(dialog);
  dialog.showModal();
  /** @type {HTMLElement | null} */ (form.querySelector(".fields :is(input, textarea, select)"))?.focus();
}

/** @param {import("./world.js").World} world @param {string} key @param {any} values @returns {Promise<string>} why not */
async function send(world, key, values) {
  try {
    const outcome = await world.line.ask({ do: "submit", modal: key, values });
    return outcome.failure && "Something went wrong. Try again.";
  } catch (error) {
    return /** @type {Error} */ (error).message;
  }
}

/** @param {any} part @param {Map<string, () => any>} readers @param {import("./world.js").World} world @returns {Node} */
function component(part, readers, world) {
  if (part.type === TEXT_DISPLAY) return el("div.text", {}, ...markdown(part.content, world));
  const isLabelled = part.type === LABEL;
  const inner = isLabelled ? part.component : part.components[0];
  const label = isLabelled ? part.label : inner.label;
  const make = KINDS[inner.type];
  if (!make) return el("p.unknown", {}, `The sandbox has no fields of type ${inner.type}.`);
  const { node, read } = make(inner, label);
  readers.set(inner.custom_id, read);
  const star = inner.required !== false && el("span.star", { "aria-hidden": "true" }, " *");
  const words = part.description && el("span.hint", {}, part.description);
  const isGroup = inner.type >= 21;
  if (isGroup) return el("fieldset.field", {}, el("legend", {}, label, star), words, node);
  return el("label.field", {}, el("span.name", {}, label, star), words, node);
}

/** @param {any} part @returns {Field} */
function textInput(part) {
  const props = {
    placeholder: part.placeholder,
    maxlength: part.max_length,
    autocomplete: "off",
    spellcheck: "false",
  };
  const isLong = part.style === PARAGRAPH;
  const node = /** @type {HTMLInputElement} */ (
    el(isLong ? "textarea" : "input", isLong ? { ...props, rows: 4 } : props)
  );
  node.value = part.value ?? "";
  return { node, read: () => node.value };
}

/** @param {any} part @returns {Field} */
function select(part) {
  const options = part.options.map((/** @type {any} */ option) =>
    el("option", { value: option.value, selected: Boolean(option.default) }, option.label),
  );
  const node = /** @type {HTMLSelectElement} */ (
    el("select", { multiple: (part.max_values ?? 1) > 1 }, ...options)
  );
  return { node, read: () => [...node.selectedOptions].map((option) => option.value) };
}

/** @param {any} part @param {"radio" | "checkbox"} type @returns {{node: HTMLElement, chosen: () => string[]}} */
function group(part, type) {
  const boxes = part.options.map((/** @type {any} */ option) =>
    el("input", { type, name: part.custom_id, value: option.value, checked: Boolean(option.default) }),
  );
  const rows = part.options.map((/** @type {any} */ option, /** @type {number} */ at) =>
    el(
      "label.option",
      {},
      boxes[at],
      option.label,
      option.description && el("span.hint", {}, option.description),
    ),
  );
  const chosen = () =>
    boxes
      .filter((/** @type {HTMLInputElement} */ box) => box.checked)
      .map((/** @type {HTMLInputElement} */ box) => box.value);
  return { node: el("div.options", {}, ...rows), chosen };
}

/** @param {any} part @returns {Field} */
function radios(part) {
  const { node, chosen } = group(part, "radio");
  return { node, read: () => chosen()[0] ?? "" };
}

/** @param {any} part @returns {Field} */
function checks(part) {
  const { node, chosen } = group(part, "checkbox");
  return { node, read: chosen };
}

/** @param {any} part @param {string} label @returns {Field} */
function check(part, label) {
  const node = /** @type {HTMLInputElement} */ (
    el("input", { type: "checkbox", checked: Boolean(part.default), "aria-label": label })
  );
  return { node, read: () => node.checked };
}
