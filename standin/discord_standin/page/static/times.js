// Times: Discord's <t:...> marks, kept right as time passes, and the times of messages.

import { el } from "./dom.js";

/** @type {Record<string, Intl.DateTimeFormatOptions>} */
const STYLES = {
  t: { timeStyle: "short" },
  T: { timeStyle: "medium" },
  d: { dateStyle: "short" },
  D: { dateStyle: "long" },
  f: { dateStyle: "long", timeStyle: "short" },
  F: { dateStyle: "full", timeStyle: "short" },
};
/** @type {[Intl.RelativeTimeFormatUnit, number][]} */
const UNITS = [
  ["year", 31_536_000],
  ["month", 2_592_000],
  ["day", 86_400],
  ["hour", 3600],
  ["minute", 60],
  ["second", 1],
];
const relative = new Intl.RelativeTimeFormat(undefined, { numeric: "auto" });

/**
 * To the nearest: what is planned in two hours is not in one a second later.
 * @param {number} seconds from now
 */
function inWords(seconds) {
  const at = UNITS.findIndex(([, size], n) => {
    const finer = UNITS[n + 1]?.[1] ?? 1;
    return Math.round(Math.abs(seconds) / finer) * finer >= size;
  });
  const [unit, size] = UNITS[at] ?? ["second", 1];
  return relative.format(Math.round(seconds / size), unit);
}

/** @param {number} moment Unix seconds @param {string} style */
function absolute(moment, style) {
  return new Intl.DateTimeFormat(undefined, STYLES[style] ?? STYLES.f).format(moment * 1000);
}

/** A moment, `style` as in Discord's marks. @param {number} moment @param {string} style @param {number} now */
export function timeMark(moment, style, now) {
  const isRelative = style === "R";
  const text = isRelative ? inWords(moment - now) : absolute(moment, style);
  const dataset = isRelative ? { relative: moment } : {};
  return el("time.moment", { datetime: iso(moment), title: absolute(moment, "F"), dataset }, text);
}

/** @param {number} moment */
function iso(moment) {
  const date = new Date(moment * 1000);
  return Number.isNaN(date.getTime()) ? "" : date.toISOString();
}

/** Keep every relative time on the page right. @param {() => number} now */
export function keepTimes(now) {
  setInterval(() => {
    for (const mark of document.querySelectorAll("time[data-relative]")) {
      const words = inWords(Number(/** @type {HTMLElement} */ (mark).dataset.relative) - now());
      if (mark.textContent !== words) mark.textContent = words;
    }
  }, 1000);
}

/** When a message was sent: the time today, else with its day. @param {string} stamp @param {number} now */
export function sentMark(stamp, now) {
  const date = new Date(stamp);
  const isToday = date.toDateString() === new Date(now * 1000).toDateString();
  const style = isToday ? STYLES.t : { dateStyle: "short", timeStyle: "short" };
  const text = new Intl.DateTimeFormat(undefined, /** @type {any} */ (style)).format(date);
  const title = absolute(date.getTime() / 1000, "F");
  return el("time.sent", { datetime: stamp, title }, text);
}

/** When a message was sent, as short as it fits beside its text: `9:05`. @param {string} stamp */
export function sentTime(stamp) {
  const hours = { hour: "numeric", minute: "2-digit", hourCycle: "h23" };
  const text = new Intl.DateTimeFormat(undefined, /** @type {any} */ (hours)).format(new Date(stamp));
  return el("time", { datetime: stamp, title: absolute(new Date(stamp).getTime() / 1000, "F") }, text);
}

/** The day of a message, for the line between days. @param {string} stamp */
export function dayOf(stamp) {
  return new Intl.DateTimeFormat(undefined, { dateStyle: "long" }).format(new Date(stamp));
}
