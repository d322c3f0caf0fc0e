// Switches between light and dark colours.

const KEY = 'knap-theme';
const root = document.documentElement;

/** Applies the theme chosen in this browser, or else that of the system. */
export function followTheme(): void {
  const stored = localStorage.getItem(KEY);
  if (stored === 'light' || stored === 'dark') root.dataset.theme = stored;
}

/** Switches between light and dark. */
export function switchTheme(): void {
  const isDark = (root.dataset.theme ?? (matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : '')) === 'dark';
  root.dataset.theme = isDark ? 'light' : 'dark';
  localStorage.setItem(KEY, root.dataset.theme);
}
