// The page: one window of one person.

import { Composer } from "./composer.js";
import { byId, el, fill, icon } from "./dom.js";
import { Levers, toggleLevers } from "./levers.js";
import { Line } from "./line.js";
import { Log } from "./log.js";
import { Sidebar } from "./sidebar.js";
import { restoreTheme } from "./theme.js";
import { keepTimes } from "./times.js";
import { World } from "./world.js";

const WIDE = 1180;

restoreTheme();
const key = decodeURIComponent(location.pathname.split("/")[2] ?? "");
const line = new Line(key);
const world = new World(line);
// In this order: each hears of a change of channel after the one before has drawn it.
const log = new Log(world, (text) => composer.write(`${text} `));
const composer = new Composer(world);
log.element.addEventListener("command", (event) =>
  composer.write(`${/** @type {CustomEvent<string>} */ (event).detail} `),
);
new Sidebar(world, key);
new Levers(world, key);
const title = el("h1");
const lost = el("p.lost", { role: "alert", hidden: true }, "The sandbox is gone. Trying to reach it …");
fill(byId("room"), header(), lost, log.element, composer.element);
if (innerWidth >= WIDE) toggleLevers();

function header() {
  const menu = el(
    "button.tool.menu-button",
    { type: "button", "aria-label": "Servers and channels", onclick: togglePlaces },
    icon("menu"),
    el("span.dot", { hidden: true }),
  );
  const levers = el(
    "button.tool.levers-button",
    { type: "button", "aria-controls": "levers", "aria-expanded": "false", onclick: toggleLevers },
    icon("sliders"),
    el("span", {}, "Behind the scenes"),
  );
  return el("header.top", {}, menu, title, levers);
}

function togglePlaces() {
  document.body.classList.toggle("places-open");
}

function drawTitle() {
  const channel = world.channel(world.channelId);
  const isDirect = channel.kind === "dm";
  const name = isDirect ? world.state.bot.name : channel.name;
  fill(title, icon(isDirect ? "at" : channel.kind === "thread" ? "thread" : "hash"), el("span.name", {}, name));
  const unread = world.channels.map((known) => world.unread(known.id));
  const pings = unread.reduce((total, known) => total + known.pings, 0);
  const isUnread = unread.some(({ count }) => count > 0);
  document.title = `${pings ? `(${pings}) ` : isUnread ? "• " : ""}${isDirect ? "@" : "#"}${name} · ${world.state.you.name} · Sandbox`;
  /** @type {HTMLElement} */ (document.querySelector(".menu-button .dot")).hidden = !isUnread;
}

for (const name of ["places", "channel", "message", "gone", "read"]) world.addEventListener(name, drawTitle);
line.addEventListener("state", () => {
  log.draw();
  log.onScroll();
});
line.addEventListener("down", () => (lost.hidden = false));
line.addEventListener("up", () => (lost.hidden = true));
document.querySelector(".skip")?.addEventListener("click", (event) => {
  event.preventDefault(); // The part behind # names the channel.
  byId("text").focus();
});
byId("shade").addEventListener("click", () => document.body.classList.remove("places-open", "levers-open"));
addEventListener("keydown", (event) => {
  if (event.key === "Escape") document.body.classList.remove("places-open");
});
keepTimes(() => world.now());
