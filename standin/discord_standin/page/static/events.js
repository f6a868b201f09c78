// The scheduled events of a server that are not over: what, when, where, and whether it goes on.

import { el } from "./dom.js";
import { timeMark } from "./times.js";

/** @param {any} guild @param {number} now Unix seconds; false for a server without events */
export function eventList(guild, now) {
  if (!guild?.events.length) return false;
  const items = guild.events.map((/** @type {any} */ event) => el("li.event", {}, ...lines(event, now)));
  const label = `Events of ${guild.name}`;
  return el(
    "section.events",
    { "aria-label": label, tabindex: "0", dataset: { key: "events" } },
    el("h3", {}, "Events"),
    el("ul", {}, ...items),
  );
}

/** @param {any} event @param {number} now */
function lines(event, now) {
  // Whoever runs one may begin it before its time.
  const when = event.is_active
    ? [el("span.status.active", {}, "Going on now")]
    : [
        el("span.status", {}, "Starts ", timeMark(event.starts_at, "R", now)),
        el("span.when", {}, timeMark(event.starts_at, "f", now)),
      ];
  return [el("b.name", {}, event.name), ...when, el("span.where", {}, event.location)];
}
