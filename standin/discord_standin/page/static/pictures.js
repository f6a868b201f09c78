// Pictures: alone or in a gallery, with their alt texts, and large in a dialog of their own.

import { el, icon } from "./dom.js";
import { covered, localAddress } from "./media.js";

/** @typedef {import("./components.js").Setting} Setting */

/** Into what a picture is fitted, in CSS pixels. */
const BOX = { width: 550, height: 350 };

/** @param {any[]} items of a media gallery @param {Setting} setting */
export function pictures(items, setting) {
  const kind = items.length === 1 ? "single" : "several";
  return el(`div.gallery.${kind}`, {}, ...items.map((item) => picture(item, setting, "picture")));
}

/**
 * One picture, `{media: {url, width, height}, description, spoiler}`.
 * @param {any} item @param {Setting} setting @param {string} kind
 */
export function picture(item, setting, kind) {
  const src = localAddress(item.media.url);
  const alt = item.description ?? "";
  if (!src) return el("p.unknown", {}, `A picture from elsewhere: ${alt || item.media.url}`);
  const image = image_(src, item.media, alt, setting.old);
  const label = alt ? `Enlarge the picture: ${alt}` : "Enlarge the picture";
  const open = el(
    "button.open",
    { type: "button", "aria-label": label, onclick: () => enlarge(src, alt) },
    image,
  );
  const made = el(`div.${kind}`, {}, open, alt && kind === "picture" && altBadge(alt));
  return item.spoiler ? covered(made) : made;
}

/**
 * The image; one that is on the page already is taken over, so that it does not flicker.
 * @param {string} src @param {any} size @param {string} alt @param {Map<string, HTMLImageElement>} old
 */
function image_(src, size, alt, old) {
  const image = old.get(src) ?? /** @type {HTMLImageElement} */ (el("img", { src, decoding: "sync" }));
  old.delete(src);
  image.alt = alt;
  if (size.width && size.height) {
    // It takes its room before it is loaded, so that nothing jumps.
    const width = Math.min(size.width, BOX.width, (BOX.height * size.width) / size.height);
    image.style.aspectRatio = `${size.width} / ${size.height}`;
    image.style.width = `${width}px`;
  }
  return image;
}

/** The mark that a picture has an alt text; pressed, it shows it. @param {string} alt */
function altBadge(alt) {
  const words = el("p.alt-text", { hidden: true }, alt);
  const badge = el(
    "button.alt",
    { type: "button", "aria-expanded": "false", title: "Show the alt text" },
    "ALT",
  );
  badge.addEventListener("click", () => {
    words.hidden = !words.hidden;
    badge.setAttribute("aria-expanded", String(!words.hidden));
  });
  return el("div.alt-corner", {}, badge, words);
}

/** @param {string} src @param {string} alt */
function enlarge(src, alt) {
  const close = () => dialog.close();
  const dialog = /** @type {HTMLDialogElement} */ (
    el(
      "dialog.large",
      { "aria-label": "Picture" },
      el("button.close", { type: "button", "aria-label": "Close", onclick: close }, icon("close")),
      el("img", { src, alt }),
    )
  );
  dialog.addEventListener("click", (event) => event.target === dialog && close());
  dialog.addEventListener("close", () => dialog.remove());
  document.body.append(dialog);
  dialog.showModal();
}

/** The pictures in an element by address, to be shown again. @param {Element} shown */
export function imagesIn(shown) {
  /** @type {Map<string, HTMLImageElement>} */
  const found = new Map();
  for (const image of shown.querySelectorAll("img:not(.emoji)")) {
    found.set(String(image.getAttribute("src")), /** @type {HTMLImageElement} */ (image));
  }
  return found;
}
