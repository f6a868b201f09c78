// Files of the sandbox, and covers over what is a spoiler.

import { el } from "./dom.js";

/** A file of the sandbox where this page can get it. @param {string} url */
export function localAddress(url) {
  const address = new URL(url, location.href);
  return address.pathname.startsWith("/cdn/") ? address.pathname : "";
}

/** Hide something until it is pressed. @param {HTMLElement} inner */
export function covered(inner) {
  const cover = el("button.cover", { type: "button" }, "Spoiler");
  const made = el("div.covered", {}, inner, cover);
  inner.inert = true;
  cover.addEventListener("click", () => {
    inner.inert = false;
    cover.remove();
  });
  return made;
}
