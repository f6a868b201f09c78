// What this person sees of the world, as the sandbox has told it.

/** @param {string} a @param {string} b whether id `a` is newer than id `b` */
export function isNewer(a, b) {
  return a.length !== b.length ? a.length > b.length : a > b;
}

/** Events: `places` (anything but a message changed), `channel`, `message`, `gone`, `read`, `levers`. */
export class World extends EventTarget {
  /** @param {import("./line.js").Line} line */
  constructor(line) {
    super();
    this.line = line;
    /** @type {any} */
    this.state = null;
    /** @type {any} */
    this.levers = { ahead: 0, takes_dms: {}, languages: {}, denied: {}, violations: { count: 0, newest: [] } };
    this.channelId = "";
    line.addEventListener("state", (event) => this.onState(/** @type {any} */ (event).detail));
    line.addEventListener("message", (event) => this.onMessage(/** @type {any} */ (event).detail));
    line.addEventListener("gone", (event) => this.onGone(/** @type {any} */ (event).detail));
    line.addEventListener("levers", (event) => {
      this.levers = /** @type {any} */ (event).detail;
      this.dispatchEvent(new Event("levers"));
    });
    addEventListener("hashchange", () => this.choose());
  }

  /** @param {any} state */
  onState(state) {
    this.state = state;
    this.choose();
    this.dispatchEvent(new Event("places"));
  }

  /** @param {any} detail */
  onMessage({ message }) {
    const list = this.messages(message.channel_id);
    const at = list.findIndex((/** @type {any} */ known) => known.id === message.id);
    const before = list[at];
    if (at >= 0) list[at] = message;
    else list.push(message);
    this.dispatchEvent(new CustomEvent("message", { detail: { message, before } }));
  }

  /** @param {any} detail */
  onGone({ channel_id: channelId, id }) {
    const list = this.messages(channelId);
    const at = list.findIndex((/** @type {any} */ known) => known.id === id);
    if (at >= 0) list.splice(at, 1);
    this.dispatchEvent(new CustomEvent("gone", { detail: { channelId, id } }));
  }

  /** Go to the channel that the address names, else to the first there is. */
  choose() {
    if (!this.state) return;
    const wanted = location.hash.slice(1);
    const first = this.state.guilds.flatMap((/** @type {any} */ g) => g.channels)[0];
    const next = [wanted, this.channelId].find((id) => this.channel(id)) ?? first?.id ?? this.state.dms[0].id;
    const isOther = next !== this.channelId;
    this.channelId = next;
    if (isOther) this.dispatchEvent(new Event("channel"));
  }

  /** @param {string} id */
  go(id) {
    if (id === this.channelId) this.dispatchEvent(new Event("channel"));
    else location.hash = id;
  }

  /** @param {string} channelId @returns {any[]} oldest first */
  messages(channelId) {
    return (this.state.messages[channelId] ??= []);
  }

  /** @param {string} id */
  message(id) {
    return this.messages(this.channelId).find((known) => known.id === id);
  }

  get channels() {
    return [...this.state.guilds.flatMap((/** @type {any} */ g) => g.channels), ...this.state.dms];
  }

  /** @param {string} id @returns {any} */
  channel(id) {
    return this.channels.find((channel) => channel.id === id);
  }

  /** The server of a channel, undefined for direct messages. @param {string} id */
  guildOf(id) {
    return this.state.guilds.find((/** @type {any} */ guild) =>
      guild.channels.some((/** @type {any} */ channel) => channel.id === id),
    );
  }

  /** @param {string} id @returns {any} */
  user(id) {
    return this.state.users[id];
  }

  /** Unread messages of a channel, and how many of them ping. @param {string} channelId */
  unread(channelId) {
    const mark = this.state.read[channelId] ?? "0";
    const fresh = this.messages(channelId).filter(
      (message) => isNewer(message.id, mark) && message.author.id !== this.state.you.id,
    );
    return { count: fresh.length, pings: fresh.filter((message) => message.pings_you).length };
  }

  /** Note that everything in the channel was seen. */
  markRead() {
    const newest = this.messages(this.channelId).at(-1);
    if (!newest || !isNewer(newest.id, this.state.read[this.channelId] ?? "0")) return;
    this.state.read[this.channelId] = newest.id;
    this.line.ask({ do: "read", channel: this.channelId, message: newest.id }).catch(() => {});
    this.dispatchEvent(new Event("read"));
  }

  /** Seconds since 1970 on the sandbox's clock. */
  now() {
    return Date.now() / 1000 + this.levers.ahead;
  }
}
