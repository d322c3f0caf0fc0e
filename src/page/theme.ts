const KEY = 'knap-theme';
const root = document.documentElement;

/** Shows the page in the theme that was chosen in this browser; without a choice in the system's. */
export function followTheme(): void {
  const kept = localStorage.getItem(KEY);
  if (kept === 'light' || kept === 'dark') root.dataset.theme = kept;
}

/** From what is shown to the other one. */
export function switchTheme(): void {
  const isDark = (root.dataset.theme ?? (matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : '')) === 'dark';
  root.dataset.theme = isDark ? 'light' : 'dark';
  localStorage.setItem(KEY, root.dataset.theme);
}
