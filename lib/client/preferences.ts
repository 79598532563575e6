export const THEMES = ["system", "light", "dark"] as const;
export type Theme = (typeof THEMES)[number];
export const THEME_COOKIE = "curfew-theme";
const YEAR_SECONDS = 31_536_000;

/** The theme that a cookie names; the system's own where it names none. */
export function themeOf(cookie: string | undefined): Theme {
  return THEMES.find((theme) => theme === cookie) ?? "system";
}

/** Keeps a choice for a year, for this site only. */
export function keepChoice(cookieName: string, value: string): void {
  document.cookie = `${cookieName}=${value}; path=/; max-age=${YEAR_SECONDS}; samesite=lax`;
}

/** Shows a theme at once and keeps it. */
export function chooseTheme(theme: Theme): void {
  document.documentElement.dataset.theme = theme;
  keepChoice(THEME_COOKIE, theme);
}
