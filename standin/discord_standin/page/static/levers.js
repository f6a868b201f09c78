// Behind the scenes: levers for what Discord decides by itself.

import { avatar, byId, el, icon, redraw, toast } from "./dom.js";

const PERMISSIONS = [
  "View Channel",
  "Send Messages",
  "Send Messages in Threads",
  "Attach Files",
  "Read Message History",
];
const CLOCKS = [
  [60, "1 min"],
  [900, "15 min"],
  [3600, "1 hour"],
  [86_400, "1 day"],
];
const DROPS = [
  ["cut", "Cut"],
  ["reconnect", "Ask to reconnect"],
  ["invalidate", "Forget session"],
];
const WHAT = [
  ["post", "post a message"],
  ["edit", "edit a message"],
  ["answer", "answer a press or command"],
  ["dm", "open direct messages"],
];
const HOW = [
  ["429", "429: wait 2 seconds"],
  ["500", "500: server error"],
  ["cut", "no answer, not done"],
  ["lost", "done, answer lost"],
  ["slow", "done 4 seconds late"],
];
const NAMES = new Intl.DisplayNames(["en"], { type: "language" });

export class Levers {
  /** @param {import("./world.js").World} world @param {string} key the person's name in the address */
  constructor(world, key) {
    this.world = world;
    this.key = key;
    this.element = byId("levers");
    this.what = menu("what", "What the bot tries next", WHAT);
    this.how = menu("how", "How it goes wrong", HOW);
    this.times = /** @type {HTMLInputElement} */ (
      el("input", { type: "number", min: 1, max: 20, value: 1, "aria-label": "How many times" })
    );
    for (const name of ["levers", "places", "channel"]) world.addEventListener(name, () => this.draw());
  }

  draw() {
    if (!this.world.state) return;
    const sections = [...this.own(), this.bot(), this.people(), this.rights(), this.clock()];
    const close = { type: "button", "aria-label": "Close behind the scenes", onclick: toggleLevers };
    const header = el(
      "header",
      {},
      el("h2", {}, "Behind the scenes"),
      el("button.tool", close, icon("close")),
    );
    const body = el("div.sections", {}, ...sections, this.trouble(), this.blame());
    redraw(this.element, [header, body], [".sections"]);
  }

  /** @param {Record<string, any>} lever @param {Element} [used] */
  async pull(lever, used) {
    used?.classList.add("busy");
    try {
      toast(await this.world.line.ask(lever));
    } catch (error) {
      toast(/** @type {Error} */ (error).message, "bad");
    }
    used?.classList.remove("busy");
    this.draw();
  }

  /** @param {string} words @param {Record<string, any>} lever @param {any} [props] */
  button(words, lever, props = {}) {
    const key = JSON.stringify(lever);
    const made = el(
      "button.button.secondary",
      { type: "button", dataset: { key }, onclick: () => this.pull(lever, made), ...props },
      words,
    );
    return made;
  }

  // --- sections -----------------------------------------------------------------------------

  /** The levers that only this bot has. */
  own() {
    const channel = this.world.channel(this.world.channelId);
    const disabled = channel.kind === "dm";
    const where = { lever: "own", person: this.key, channel: channel.id };
    return this.world.state.panels.map((/** @type {any} */ panel) =>
      section(
        panel.title,
        panel.words,
        ...panel.levers.map((/** @type {any} */ { name, label: words, is_main: isMain }) =>
          this.button(words, { ...where, name }, { disabled, class: isMain ? "good" : "" }),
        ),
      ),
    );
  }

  bot() {
    const { bot, is_connected: isConnected } = this.world.levers;
    const isRunning = bot === "running";
    const words = isRunning
      ? isConnected
        ? "The bot is running and connected."
        : "The bot is running, but not connected."
      : "The bot is not running.";
    const state = isRunning ? (isConnected ? "good" : "fair") : "bad";
    return section(
      "The bot",
      el("span.state", { class: state }, words),
      this.button("Kill and restart", { lever: "bot", what: "restart" }),
      isRunning
        ? this.button("Kill", { lever: "bot", what: "kill" })
        : this.button("Start", { lever: "bot", what: "start" }),
      el("h4", {}, "Drop its connection"),
      ...DROPS.map(([how, words_]) =>
        this.button(words_, { lever: "gateway", how }, { disabled: !isConnected }),
      ),
    );
  }

  people() {
    const rows = this.world.state.people.map((/** @type {any} */ person) => {
      const takes = this.world.levers.takes_dms[person.key] ?? true;
      return el(
        "li",
        {},
        avatar(person),
        el("span.name", {}, person.name),
        this.tick("DMs", `${person.name} takes direct messages`, takes, {
          lever: "dms",
          person: person.key,
          open: !takes,
        }),
        el(
          "a.tool",
          {
            href: `/as/${person.key}`,
            target: "_blank",
            title: `Open a window for ${person.name}`,
            "aria-label": `Open a window for ${person.name}`,
          },
          icon("window"),
        ),
      );
    });
    const restart = this.button("Restart my app", { lever: "app", person: this.key });
    return section(
      "People",
      "Open a window for each to play against each other.",
      el("ul.people-list", {}, ...rows),
      label("The language of my Discord", this.language()),
      restart,
    );
  }

  language() {
    const { locales } = this.world.state;
    const { languages } = this.world.levers;
    const named = locales.map((/** @type {string} */ code) => [code, NAMES.of(code) ?? code]);
    const made = menu("language", "The language of my Discord", named);
    made.value = languages[this.key] ?? "";
    made.addEventListener("change", () =>
      this.pull({ lever: "language", person: this.key, locale: made.value }),
    );
    return made;
  }

  /** @param {string} words @param {string} label @param {boolean} isOn @param {Record<string, any>} lever */
  tick(words, label, isOn, lever) {
    const { open: _open, granted: _granted, ...same } = lever;
    const box = el("input", {
      type: "checkbox",
      checked: isOn,
      "aria-label": label,
      dataset: { key: JSON.stringify(same) },
      onchange: () => this.pull(lever),
    });
    return el("label.tick", {}, box, words);
  }

  rights() {
    const channel = this.world.channel(this.world.channelId);
    if (channel.kind === "dm") return section("What the bot may do here", "Choose a server's channel first.");
    const denied = this.world.levers.denied[channel.id] ?? [];
    const rows = PERMISSIONS.map((permission) => {
      const isGranted = !denied.includes(permission);
      const lever = { lever: "permission", channel: channel.id, permission, granted: !isGranted };
      return el(
        "li",
        {},
        this.tick(permission, `The bot has ${permission} in ${channel.name}`, isGranted, lever),
      );
    });
    return section(`What the bot may do in #${channel.name}`, null, el("ul", {}, ...rows));
  }

  clock() {
    const { ahead } = this.world.levers;
    const words =
      ahead > 1
        ? `The sandbox is ${span(ahead)} ahead of your clock.`
        : "The sandbox keeps your clock's time.";
    return section(
      "Clock",
      words,
      ...CLOCKS.map(([seconds, name]) => this.button(`+ ${name}`, { lever: "clock", seconds })),
    );
  }

  trouble() {
    const go = el(
      "button.button.secondary",
      {
        type: "button",
        dataset: { key: "trouble" },
        onclick: () =>
          this.pull(
            { lever: "trouble", what: this.what.value, how: this.how.value, times: Number(this.times.value) },
            go,
          ),
      },
      "Let it go wrong",
    );
    const planned =
      this.world.levers.is_trouble_planned && el("p.state.fair", {}, "Something is yet to go wrong.");
    return section(
      "Discord's answers",
      null,
      label("When the bot tries to", this.what),
      label("Discord answers", this.how),
      label("So many times", this.times),
      go,
      planned,
    );
  }

  blame() {
    const { count, newest } = this.world.levers.violations;
    const list = newest.map((/** @type {string} */ sentence) => el("li", {}, sentence));
    const words = count
      ? `Discord would find fault with ${count} of the bot's doings:`
      : "Discord would find no fault with the bot so far.";
    return section("The bot's manners", words, count > 0 && el("ul.blame", {}, ...list));
  }
}

/** @param {string} title @param {any} words @param {...any} parts */
function section(title, words, ...parts) {
  return el("section", {}, el("h3", {}, title), words && el("p", {}, words), el("div.parts", {}, ...parts));
}

/** @param {string} key @param {string} name @param {string[][]} options */
function menu(key, name, options) {
  return /** @type {HTMLSelectElement} */ (
    el(
      "select",
      { "aria-label": name, dataset: { key } },
      ...options.map(([value, words]) => el("option", { value }, words)),
    )
  );
}

/** @param {string} words @param {HTMLElement} field */
function label(words, field) {
  return el("label.lever", {}, el("span", {}, words), field);
}

const UNITS = [
  { seconds: 86_400, name: "day" },
  { seconds: 3600, name: "hour" },
  { seconds: 60, name: "minute" },
  { seconds: 1, name: "second" },
];

/** A time such as `1.5 hours`. @param {number} seconds */
function span(seconds) {
  const unit = UNITS.find((known) => seconds >= known.seconds) ?? UNITS[3];
  const count = Math.round((seconds / unit.seconds) * 10) / 10;
  return `${count} ${unit.name}${count === 1 ? "" : "s"}`;
}

/** Show or hide the panel. */
export function toggleLevers() {
  const isOpen = document.body.classList.toggle("levers-open");
  for (const button of document.querySelectorAll("[aria-controls=levers]"))
    button.setAttribute("aria-expanded", String(isOpen));
}
