import { AskPanel } from './ask-panel.tsx';
import { Banner, IndexState } from './banner.tsx';
import { CodeDrawer } from './code-drawer.tsx';
import { useKeys } from './keys.ts';
import { usePage } from './state.ts';
import { switchTheme } from './theme.ts';
import { ViewFrame } from './view-frame.tsx';
import './style/app.css';

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
