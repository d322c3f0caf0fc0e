import { type PageState, page } from './state.ts';

const KEY = 'knap-theme';
const THEMES: readonly PageState['theme'][] = ['system', 'light', 'dark'];

/** Shows the page in the theme that was chosen in this browser; without a choice in the system's. */
export function followTheme(): void {
  const kept = THEMES.find((theme) => theme === localStorage.getItem(KEY));
  if (kept) page.set({ theme: kept });
  const show = () => {
    const { theme } = page.get();
    if (theme === 'system') delete document.documentElement.dataset.theme;
    else document.documentElement.dataset.theme = theme;
  };
  page.watch(show);
  show();
}

/** From what is shown to the other one. */
export function switchTheme(): void {
  const { theme: shown } = page.get();
  const isDark = shown === 'system' ? matchMedia('(prefers-color-scheme: dark)').matches : shown === 'dark';
  const theme = isDark ? 'light' : 'dark';
  localStorage.setItem(KEY, theme);
  page.set({ theme });
}
