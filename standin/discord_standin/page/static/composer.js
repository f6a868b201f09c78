// The message box: words, or a slash command with suggestions for whatever comes next.

import { avatar, el, fill, icon, speak } from "./dom.js";
import { openForm } from "./forms.js";
import { mentions, typed, withMentions } from "./typing.js";

const ASK_AFTER_MS = 120;
const CHOOSE_ONE = "Choose one of these commands.";

export class Composer {
  /** @param {import("./world.js").World} world */
  constructor(world) {
    this.world = world;
    /** @type {import("./typing.js").Offer[]} */
    this.offers = [];
    /** @type {import("./typing.js").Suggestion[]} */
    this.suggestions = [];
    this.chosen = -1;
    this.asked = 0;
    this.box = /** @type {HTMLTextAreaElement} */ (
      el("textarea", {
        id: "text",
        rows: 1,
        autocomplete: "off",
        spellcheck: "false",
        maxlength: 2000,
        "aria-autocomplete": "list",
        "aria-controls": "suggestions",
        enterkeyhint: "send",
      })
    );
    this.hint = el("p.usage");
    this.options = el("ul", { id: "suggestions", role: "listbox", "aria-label": "Suggestions" });
    this.popover = el("div.suggestions", { hidden: true }, this.hint, this.options);
    this.trouble = el("p.trouble", { role: "alert", hidden: true });
    this.pending = el("p.pending", { role: "status", hidden: true });
    const send = el(
      "button.send",
      { type: "button", "aria-label": "Send", onclick: () => this.send() },
      icon("send"),
    );
    this.element = el(
      "div.composer",
      {},
      this.popover,
      this.pending,
      this.trouble,
      el("div.box", {}, this.box, send),
    );
    this.box.addEventListener("input", () => this.onInput());
    this.box.addEventListener("keydown", (event) => this.onKey(event));
    this.box.addEventListener("blur", () => this.close());
    this.box.addEventListener("focus", () => this.suggest());
    world.addEventListener("channel", () => this.onChannel());
    world.addEventListener("places", () => this.onChannel());
  }

  onChannel() {
    const channel = this.world.channel(this.world.channelId);
    const name = channel.kind === "dm" ? `@${this.world.state.bot.name}` : `#${channel.name}`;
    this.box.disabled = !channel.may_write;
    this.box.placeholder = channel.may_write ? `Message ${name}` : `You may not write in ${name}`;
    this.box.setAttribute("aria-label", `Message ${name}; type / for commands`);
    this.loadOffers();
  }

  async loadOffers() {
    this.offers = await this.world.line
      .ask({ do: "commands", channel: this.world.channelId })
      .catch(() => []);
  }

  /** Put a text into the box, as if it were typed. @param {string} text */
  write(text) {
    this.box.value = text;
    this.box.focus();
    this.onInput();
  }

  onInput() {
    this.box.style.height = "auto";
    this.box.style.height = `${this.box.scrollHeight}px`;
    this.trouble.hidden = true;
    this.suggest();
  }

  // --- suggestions --------------------------------------------------------------------------

  async suggest() {
    const text = this.box.value;
    const turn = ++this.asked;
    if (!text.startsWith("/")) {
      const people = mentions(text, this.world);
      this.show(people, people.length > 0);
      return;
    }
    if (!this.offers.length) await this.loadOffers();
    if (turn !== this.asked) return;
    const now = typed(text, this.offers, this.world);
    this.showUsage(now);
    this.show(now.suggestions, now.isEager);
    if (now.focused?.autocomplete) this.complete(text, now, turn);
  }

  /** Ask the bot what could be meant. @param {string} text @param {import("./typing.js").Typed} now @param {number} turn */
  async complete(text, now, turn) {
    await new Promise((done) => setTimeout(done, ASK_AFTER_MS));
    if (turn !== this.asked) return;
    const before = now.before.slice(0, now.before.lastIndexOf(now.focused.name)).trimEnd();
    const choices = await this.world.line
      .ask({
        do: "complete",
        channel: this.world.channelId,
        text: before,
        focused: now.focused.name,
        value: now.value,
      })
      .catch(() => []);
    if (turn !== this.asked || document.activeElement !== this.box) return;
    const offered = choices.map((/** @type {any} */ choice) => ({
      words: choice.name,
      about: "",
      text: `${now.before}${choice.value}`,
    }));
    this.show([...offered.filter((/** @type {any} */ o) => o.text !== text), ...now.suggestions], false);
  }

  /** @param {import("./typing.js").Typed} now */
  showUsage({ offer, focused, group }) {
    const limits =
      focused &&
      [
        focused.min_value !== undefined && `from ${focused.min_value}`,
        focused.max_value !== undefined && `to ${focused.max_value}`,
      ]
        .filter(Boolean)
        .join(" ");
    const words = focused && `${focused.name}: ${focused.description}${limits ? `, ${limits}` : ""}`;
    if (offer) fill(this.hint, el("b", {}, `/${offer.name}`), ` ${words ?? offer.description}`);
    else if (group) fill(this.hint, el("b", {}, `/${group}`), ` ${CHOOSE_ONE}`);
    else fill(this.hint, el("b", {}, "Commands"));
  }

  /** @param {import("./typing.js").Suggestion[]} suggestions @param {boolean} isEager */
  show(suggestions, isEager) {
    const isCommand = this.box.value.startsWith("/");
    this.suggestions = suggestions;
    this.hint.hidden = !isCommand;
    const hasAny = suggestions.length > 0 || isCommand;
    // What went wrong stands in the same place, until something else is typed.
    this.popover.hidden = !hasAny || !this.trouble.hidden || document.activeElement !== this.box;
    fill(this.options, ...suggestions.map((suggestion, at) => this.option(suggestion, at)));
    this.choose(isEager ? 0 : -1);
    if (suggestions.length && !this.popover.hidden) speak(`${suggestions.length} suggestions`);
  }

  /** @param {import("./typing.js").Suggestion} suggestion @param {number} at */
  option({ words, about }, at) {
    const take = (/** @type {Event} */ event) => {
      event.preventDefault(); // The box keeps the focus.
      this.take(at);
    };
    const isName = words.startsWith("/");
    return el(
      "li",
      { role: "option", id: `suggestion-${at}`, "aria-selected": "false", onpointerdown: take },
      isName && avatar(this.world.state.bot),
      el("b", {}, words),
      about && el("span", {}, about),
    );
  }

  /** @param {number} at -1 for none */
  choose(at) {
    this.chosen = at;
    [...this.options.children].forEach((option, number) => {
      option.setAttribute("aria-selected", String(number === at));
      if (number === at) option.scrollIntoView({ block: "nearest" });
    });
    if (at < 0) this.box.removeAttribute("aria-activedescendant");
    else this.box.setAttribute("aria-activedescendant", `suggestion-${at}`);
  }

  /** @param {number} at */
  take(at) {
    this.write(this.suggestions[at].text);
  }

  close() {
    this.popover.hidden = true;
  }

  // --- keys and sending ---------------------------------------------------------------------

  /** @param {KeyboardEvent} event */
  onKey(event) {
    if (event.isComposing) return;
    const count = this.popover.hidden ? 0 : this.suggestions.length;
    const keys = {
      ArrowDown: () => count && this.choose((this.chosen + 1) % count),
      ArrowUp: () => count && this.choose((this.chosen + count - (this.chosen < 0 ? 0 : 1)) % count),
      Tab: () => count && !event.shiftKey && (this.take(Math.max(this.chosen, 0)), true),
      Escape: () => !this.popover.hidden && (this.close(), true),
      Enter: () => !event.shiftKey && this.enter(count),
    };
    const did = keys[/** @type {"Tab"} */ (event.key)]?.();
    if (did !== undefined && did !== false && did !== 0) event.preventDefault();
  }

  /** @param {number} count */
  enter(count) {
    if (count && this.chosen >= 0) {
      const { text } = this.suggestions[this.chosen];
      // What is already there, in whatever case, is not taken once more, but sent.
      if (text.trim().toLowerCase() !== this.box.value.trim().toLowerCase()) {
        this.take(this.chosen);
        return true;
      }
    }
    this.send();
    return true;
  }

  async send() {
    // Else the name of a group, typed before its commands are known, would be sent.
    if (this.box.value.startsWith("/") && !this.offers.length) await this.loadOffers();
    const text = this.box.value.trim();
    if (!text || this.box.disabled) return;
    const isCommand = text.startsWith("/");
    if (isCommand && typed(text, this.offers, this.world).group) {
      this.write(`${text} `);
      speak(`${CHOOSE_ONE} ${this.suggestions.length} suggestions`);
      return;
    }
    this.asked += 1;
    this.write("");
    this.close();
    const channel = this.world.channelId;
    if (isCommand) this.showPending(`Sending ${text} …`);
    const body = isCommand
      ? { do: "run", channel, text }
      : { do: "say", channel, text: withMentions(text, this.world) };
    try {
      const outcome = await this.world.line.ask(body);
      if (outcome?.failure) this.showTrouble(`${text}: ${outcome.failure}`);
      if (outcome?.modal) openForm(outcome.modal, this.world);
    } catch (error) {
      if (!this.box.value) this.write(text);
      this.showTrouble(/** @type {Error} */ (error).message);
    }
    this.pending.hidden = true;
  }

  /** @param {string} words */
  showPending(words) {
    fill(this.pending, el("span.dots", { "aria-hidden": "true" }), words);
    this.pending.hidden = false;
  }

  /** @param {string} words */
  showTrouble(words) {
    fill(this.trouble, icon("warn"), el("span", {}, words));
    this.trouble.hidden = false;
    this.close();
  }
}
