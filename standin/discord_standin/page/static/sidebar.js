// Servers, channels and direct messages, with marks for what is unread; and who you are.

import { avatar, byId, el, icon, redraw } from "./dom.js";
import { eventList } from "./events.js";
import { nextTheme, themeIcon } from "./theme.js";

export class Sidebar {
  /** @param {import("./world.js").World} world @param {string} key the person's name in the address */
  constructor(world, key) {
    this.world = world;
    this.key = key;
    this.element = byId("places");
    /** Id of the server whose channels are listed; empty for direct messages. */
    this.guildId = "";
    /** The channel that was open last in each of them. @type {Map<string, string>} */
    this.visited = new Map();
    this.drawn = "";
    world.addEventListener("places", () => this.draw());
    for (const name of ["message", "gone", "read"]) world.addEventListener(name, () => this.onMessage());
    world.addEventListener("channel", () => this.onChannel());
  }

  onChannel() {
    this.guildId = this.world.guildOf(this.world.channelId)?.id ?? "";
    this.visited.set(this.guildId, this.world.channelId);
    this.draw();
  }

  /** Draw only what is different: a click must not lose its place to a message that arrives. */
  onMessage() {
    const now = this.unread();
    if (now !== this.drawn) this.draw();
  }

  unread() {
    return JSON.stringify(this.world.channels.map((channel) => this.world.unread(channel.id)));
  }

  draw() {
    this.drawn = this.unread();
    const events = eventList(this.guild(), this.world.now());
    const list = el("div.list", {}, this.heading(), this.channels(), events, this.you());
    redraw(this.element, [this.rail(), list], [".rail", ".channels", ".events"]);
  }

  // --- servers ------------------------------------------------------------------------------

  rail() {
    const { guilds, dms } = this.world.state;
    const direct = this.place("", "Direct messages", icon("at"), dms);
    const servers = guilds.map((/** @type {any} */ guild) =>
      this.place(guild.id, guild.name, initials(guild.name), guild.channels),
    );
    return el("div.rail", { role: "group", "aria-label": "Servers" }, direct, el("hr"), ...servers);
  }

  /** @param {string} id @param {string} name @param {Node | string} face @param {any[]} channels */
  place(id, name, face, channels) {
    const { count, pings } = this.sum(channels);
    const isOpen = id === this.guildId;
    const show = () => {
      this.guildId = id;
      const known = channels.find((channel) => channel.id === this.visited.get(id)) ?? channels[0];
      if (known && known.id !== this.world.channelId) this.world.go(known.id);
      else this.draw();
    };
    return el(
      "button.server",
      {
        type: "button",
        title: name,
        onclick: show,
        dataset: { key: `server-${id}` },
        class: count && !isOpen ? "unread" : "",
        "aria-current": isOpen ? "true" : null,
        "aria-label": `${name}${spokenUnread(count, pings)}`,
      },
      face,
      pings > 0 && el("span.badge", { "aria-hidden": "true" }, pings),
    );
  }

  /** @param {any[]} channels */
  sum(channels) {
    const all = channels.map((channel) => this.world.unread(channel.id));
    return {
      count: all.reduce((total, { count }) => total + count, 0),
      pings: all.reduce((total, { pings }) => total + pings, 0),
    };
  }

  // --- channels -----------------------------------------------------------------------------

  guild() {
    return this.world.state.guilds.find((/** @type {any} */ guild) => guild.id === this.guildId);
  }

  heading() {
    const guild = this.guild();
    return el("h2", {}, guild ? guild.name : "Direct messages");
  }

  channels() {
    const guild = this.guild();
    const channels = guild ? guild.channels : this.world.state.dms;
    const top = channels.filter((/** @type {any} */ channel) => !channel.parent);
    const rows = top.flatMap((/** @type {any} */ channel) => [
      channel,
      ...channels.filter((/** @type {any} */ thread) => thread.parent === channel.id),
    ]);
    return el(
      "ul.channels",
      {},
      ...rows.map((/** @type {any} */ channel) => el("li", {}, this.row(channel))),
    );
  }

  /** @param {any} channel */
  row(channel) {
    const { count, pings } = this.world.unread(channel.id);
    const isOpen = channel.id === this.world.channelId;
    const isDirect = channel.kind === "dm";
    const name = isDirect ? this.world.state.bot.name : channel.name;
    const face = isDirect
      ? avatar(this.world.state.bot)
      : icon(channel.kind === "thread" ? "thread" : "hash");
    return el(
      `a.channel.${channel.kind}`,
      {
        href: `#${channel.id}`,
        dataset: { key: `channel-${channel.id}` },
        class: count && !isOpen ? "unread" : "",
        "aria-current": isOpen ? "page" : null,
        "aria-label": `${name}${spokenUnread(count, pings)}`,
        onclick: () => document.body.classList.remove("places-open"),
      },
      face,
      el("span.name", {}, name),
      pings > 0 && !isOpen && el("span.badge", { "aria-hidden": "true" }, pings),
    );
  }

  // --- you ----------------------------------------------------------------------------------

  you() {
    const { people, you } = this.world.state;
    const others = people.map((/** @type {any} */ person) => this.person(person));
    const theme = el(
      "button.tool",
      {
        type: "button",
        "aria-label": "Change between dark and light",
        title: "Dark or light",
        onclick: () => {
          nextTheme();
          this.draw();
        },
        dataset: { key: "theme" },
      },
      icon(themeIcon()),
    );
    return el(
      "div.you",
      {},
      el("p.label", {}, "You are ", el("b", {}, you.name), theme),
      el("div.people", { role: "group", "aria-label": "Be somebody else" }, ...others),
    );
  }

  /** @param {any} person */
  person(person) {
    const isYou = person.key === this.key;
    const isShared = this.guildId !== "";
    const props = {
      href: `/as/${person.key}${isShared ? `#${this.world.channelId}` : ""}`,
      title: isYou ? `You are ${person.name}` : `Be ${person.name}`,
      "aria-label": isYou ? `You are ${person.name}` : `Be ${person.name}`,
      "aria-current": isYou ? "true" : null,
      dataset: { key: `person-${person.key}` },
    };
    return el("a.person", props, avatar(person), el("span", { "aria-hidden": "true" }, person.name));
  }
}

/** @param {string} name */
function initials(name) {
  return name
    .split(/\s+/)
    .map((word) => [...word][0] ?? "")
    .slice(0, 2)
    .join("")
    .toUpperCase();
}

/** @param {number} count @param {number} pings */
function spokenUnread(count, pings) {
  return `${count ? `, ${count} unread` : ""}${pings ? `, ${pings} for you` : ""}`;
}
