// The messages of the channel that is open, kept up to date one by one.

import { avatar, byId, el, fill, icon, speak, toast } from "./dom.js";
import { openForm } from "./forms.js";
import { continues, messageArticle } from "./messages.js";
import { imagesIn } from "./pictures.js";
import { dayOf } from "./times.js";
import { isNewer } from "./world.js";

const NEAR_END = 80;

export class Log {
  /** @param {import("./world.js").World} world @param {(text: string) => void} suggest */
  constructor(world, suggest) {
    this.world = world;
    this.suggest = suggest;
    this.list = el("div.messages", { role: "log", "aria-live": "off", "aria-label": "Messages" });
    this.scroller = el("div.scroller", { tabindex: "0", "aria-label": "Messages" }, this.list);
    const down = { type: "button", hidden: true, onclick: () => this.toEnd() };
    this.jump = el("button.jump", down, "New messages", icon("down"));
    this.element = el("div.log", {}, this.scroller, this.jump);
    /** Id of the newest message that had been seen when the channel was opened. */
    this.seen = "0";
    this.isAtEnd = true;
    this.scroller.addEventListener("scroll", () => this.onScroll());
    new ResizeObserver(() => this.isAtEnd && this.toEnd()).observe(this.list);
    new ResizeObserver(() => this.isAtEnd && this.toEnd()).observe(this.scroller);
    addEventListener("focus", () => this.onScroll());
    document.addEventListener("visibilitychange", () => this.onScroll());
    world.addEventListener("channel", () => this.open());
    world.addEventListener("message", (event) => this.onMessage(/** @type {any} */ (event).detail));
    world.addEventListener("gone", (event) => this.onGone(/** @type {any} */ (event).detail));
  }

  get messages() {
    return this.world.messages(this.world.channelId);
  }

  /** Show the channel from its end. */
  open() {
    this.seen = this.world.state.read[this.world.channelId] ?? "0";
    this.draw();
    this.toEnd();
  }

  /** Draw everything anew. */
  draw() {
    this.inPlace(() => {
      const old = imagesIn(this.list);
      const drawn = this.messages.map((message, at) => this.pieces(message, this.messages[at - 1], old));
      fill(this.list, this.beginning(), ...drawn.flat());
    });
  }

  beginning() {
    const channel = this.world.channel(this.world.channelId);
    const { bot, welcome } = this.world.state;
    if (channel.kind === "dm") {
      return el("header.beginning", {}, avatar(bot), el("h2", {}, bot.name), el("p", {}, welcome.messages));
    }
    const chips = welcome.commands.map((/** @type {string} */ text) =>
      el("button.chip", { type: "button", onclick: () => this.suggest(text) }, text),
    );
    return el(
      "header.beginning",
      {},
      el("span.sign", { "aria-hidden": "true" }, icon(channel.kind === "thread" ? "thread" : "hash")),
      el("h2", {}, `Welcome to #${channel.name}`),
      el("p", {}, welcome.channel),
      chips.length > 0 && el("p.chips", {}, "Try ", ...chips),
    );
  }

  /** A message with the lines above it. @param {any} message @param {any} before @param {Map<string, any>} old */
  pieces(message, before, old) {
    const day = dayOf(message.timestamp);
    const isNewDay = !before || dayOf(before.timestamp) !== day;
    const isFirstNew = this.isFirstNew(message, before);
    const isFirst = isNewDay || isFirstNew || !continues(message, before);
    return [
      isNewDay && el("p.line", {}, el("span", {}, day)),
      isFirstNew && el("p.line.new", {}, el("span", {}, "New")),
      this.article(message, isFirst, old),
    ];
  }

  /** @param {any} message @param {any} before */
  isFirstNew(message, before) {
    if (this.seen === "0" || message.author.id === this.world.state.you.id) return false;
    return isNewer(message.id, this.seen) && !(before && isNewer(before.id, this.seen));
  }

  /** @param {any} message @param {boolean} isFirst @param {Map<string, any>} old */
  article(message, isFirst, old) {
    const at = { channel: message.channel_id, message: message.id, version: message.version };
    return messageArticle(message, isFirst, {
      world: this.world,
      old,
      press: (part, button) =>
        this.act({ do: "press", ...at, custom_id: part.custom_id }, message.id, button),
      choose: (part, values, menu) =>
        this.act({ do: "select", ...at, custom_id: part.custom_id, values }, message.id, menu),
      dismiss: () => this.ask({ do: "dismiss", ...at }),
    });
  }

  // --- changes ------------------------------------------------------------------------------

  /** @param {any} detail */
  onMessage({ message, before }) {
    if (message.channel_id !== this.world.channelId) return;
    const shown = document.getElementById(`m${message.id}`);
    if (before && shown) this.replace(shown, message);
    else this.append(message);
    this.onScroll();
  }

  /** @param {any} message */
  append(message) {
    const messages = this.messages;
    const pieces = this.pieces(message, messages[messages.length - 2], new Map());
    this.list.append(...pieces.filter((piece) => piece instanceof Node));
    const author = this.world.user(message.author.id)?.name ?? "";
    speak(`${author}: ${linesOf(byId(`m${message.id}`)).join("\n")}`);
    if (this.isAtEnd || message.author.id === this.world.state.you.id) this.toEnd();
    else this.jump.hidden = false;
  }

  /** @param {HTMLElement} shown @param {any} message */
  replace(shown, message) {
    const focused = /** @type {HTMLElement | null} */ (
      shown.contains(document.activeElement) ? document.activeElement : null
    );
    const known = new Set(linesOf(shown));
    const article = this.inPlace(() => {
      const made = this.article(message, shown.classList.contains("first"), imagesIn(shown));
      shown.replaceWith(made);
      return made;
    });
    if (!focused) return;
    focusAgain(article, focused);
    speak(
      linesOf(article)
        .filter((line) => !known.has(line))
        .join("\n"),
    );
  }

  /** @param {any} detail */
  onGone({ channelId, id }) {
    if (channelId !== this.world.channelId) return;
    const hadFocus = document.getElementById(`m${id}`)?.contains(document.activeElement);
    this.draw();
    if (hadFocus) this.scroller.focus();
  }

  // --- scrolling ----------------------------------------------------------------------------

  /**
   * Change messages and leave the log scrolled as far as it was: a picture that is taken out of the
   * old message for the new one makes the log shorter in between.
   * @template T @param {() => T} change @returns {T}
   */
  inPlace(change) {
    const top = this.scroller.scrollTop;
    const made = change();
    this.scroller.scrollTop = top;
    return made;
  }

  toEnd() {
    this.scroller.scrollTop = this.scroller.scrollHeight;
    this.onScroll();
  }

  onScroll() {
    const { scrollHeight, scrollTop, clientHeight } = this.scroller;
    this.isAtEnd = scrollHeight - scrollTop - clientHeight < NEAR_END;
    if (!this.isAtEnd) return;
    this.jump.hidden = true;
    if (document.visibilityState === "visible" && this.world.state) this.world.markRead();
  }

  // --- actions ------------------------------------------------------------------------------

  /** Press or choose, and show what comes of it. @param {any} body @param {string} id @param {HTMLElement} used */
  async act(body, id, used) {
    used.classList.add("busy");
    used.setAttribute("aria-busy", "true");
    document.getElementById(`m${id}`)?.querySelector(".failed")?.remove();
    const outcome = await this.ask(body);
    used.classList.remove("busy");
    used.removeAttribute("aria-busy");
    if (outcome?.failure) this.showFailure(id, outcome.failure);
    if (outcome?.modal) openForm(outcome.modal, this.world);
  }

  /** @param {any} body */
  async ask(body) {
    try {
      return await this.world.line.ask(body);
    } catch (error) {
      toast(/** @type {Error} */ (error).message, "bad");
      return null;
    }
  }

  /** @param {string} id @param {string} sentence */
  showFailure(id, sentence) {
    const column = document.getElementById(`m${id}`)?.querySelector(".column");
    column?.append(el("p.failed", { role: "alert" }, icon("warn"), sentence));
  }
}

/** Put the focus where it was before a message was drawn anew. @param {HTMLElement} article @param {HTMLElement} before */
function focusAgain(article, before) {
  const path = before.dataset.path;
  const same = path && article.querySelector(`[data-path="${CSS.escape(path)}"]:not(:disabled)`);
  const next = same || article.querySelector(".row :is(button, select):not(:disabled)") || article;
  /** @type {HTMLElement} */ (next).focus({ preventScroll: true });
}

/** What a message says line by line, as it is read out: its texts and its pictures' alt texts. @param {Element} article */
function linesOf(article) {
  const parts = [...article.querySelectorAll(".text, .gallery img")];
  const texts = parts.map((part) => (part instanceof HTMLImageElement ? part.alt : textOf(part)));
  return texts.flatMap((text) => text.split("\n")).filter((line) => line.trim());
}

/** A text with its emoji by name. @param {Node} node @returns {string} */
function textOf(node) {
  if (node instanceof Text) return node.data;
  if (node instanceof HTMLImageElement) return `${node.alt.replaceAll(/[:_]/g, " ").trim()}, `;
  const isText = node instanceof Element && node.classList.contains("text");
  return [...node.childNodes].map(textOf).join(isText ? "\n" : "");
}
