// Dark or light: as the system says, until somebody chooses.

const KEY = "theme";

function isLight() {
  const chosen = document.documentElement.dataset.theme;
  return chosen ? chosen === "light" : matchMedia("(prefers-color-scheme: light)").matches;
}

/** Take up what was chosen before. */
export function restoreTheme() {
  const chosen = localStorage.getItem(KEY);
  if (chosen === "dark" || chosen === "light") document.documentElement.dataset.theme = chosen;
}

/** Change to the other one. */
export function nextTheme() {
  const next = isLight() ? "dark" : "light";
  document.documentElement.dataset.theme = next;
  localStorage.setItem(KEY, next);
}

/** The icon of what a change would bring. */
export function themeIcon() {
  return isLight() ? "moon" : "sun";
}
