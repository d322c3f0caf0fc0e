import { AskPanel } from './ask-panel.tsx';
import { Banner, IndexState } from './banner.tsx';
import { CodeDrawer } from './code-drawer.tsx';
import { usePage } from './state.ts';
import { switchTheme } from './theme.ts';
import { ViewFrame } from './view-frame.tsx';
import './style/app.css';
import { useEffect } from 'preact/hooks';
import { change } from './asking.ts';
import { page } from './state.ts';
import { VIEWS } from './views.ts';

/** The whole page: what is asked on the left, what came of it on the right. */
export function App() {
  useKeys();
  const choices = usePage(({ choices }) => choices);
  return (
    <>
      <header class="top">
        <h1>knap</h1>
        {choices && (
          <span class="workspace" title={choices.root}>
            {choices.workspace}
          </span>
        )}
        <IndexState />
        <span class="grow" />
        <span class="hint wide-only">
          <kbd>/</kbd> writes a task
        </span>
        <button type="button" class="quiet" aria-keyshortcuts="t" onClick={switchTheme}>
          Light / dark
        </button>
      </header>
      <div class="columns">
        <AskPanel />
        <ViewFrame />
      </div>
      <CodeDrawer />
      <Banner />
    </>
  );
}

/** Single keys, wherever nothing is being written. */
function useKeys(): void {
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
