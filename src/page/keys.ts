import { useEffect } from 'preact/hooks';
import { change } from './asking.ts';
import { page } from './state.ts';
import { switchTheme } from './theme.ts';
import { VIEWS } from './views.ts';

/** Single keys, wherever nothing is being written. */
export function useKeys(): void {
  useEffect(() => {
    const pressed = (event: KeyboardEvent) => {
      if (event.ctrlKey || event.metaKey || event.altKey) return;
      if (event.key === 'Escape') return page.set({ code: null });
      const field = event.target instanceof HTMLElement ? event.target.closest('input, textarea, select') : null;
      if (field && !(field instanceof HTMLInputElement && FREE.includes(field.type))) return;
      const act = actionOf(event.key);
      if (!act) return;
      event.preventDefault();
      act();
    };
    window.addEventListener('keydown', pressed);
    return () => window.removeEventListener('keydown', pressed);
  }, []);
}

// Fields in which no letters are written.
const FREE = ['range', 'checkbox', 'radio'];

function actionOf(key: string): (() => void) | undefined {
  const aim = page.get().choices?.aims[Number(key) - 1];
  if (aim !== undefined) return () => change({ aim });
  const view = VIEWS.find((one) => one.key === key);
  if (view) return () => page.set({ view: view.name });
  return { t: switchTheme, '/': () => document.getElementById('task')?.focus() }[key];
}
