// The whole page: top bar, question, answer, code drawer and banner; its shortcut keys, its theme, and the start.
import './style/app.css';
import { render } from 'preact';
import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks';
import { AskPanel } from './ask-panel.tsx';
import { AWAY, ask, useAsked } from './parts/api.ts';
import { CodeBox } from './parts/code-box.tsx';
import type { ShownFile } from './parts/pack-document.tsx';
import { rangesText } from './parts/short-texts.ts';
import { rememberAnswers } from './past-packs.ts';
import { askNow, change } from './question-actions.ts';
import { connect } from './server.ts';
import { hashOf, type OpenCode, page, readHash, usePage } from './state.ts';
import { ViewFrame } from './view-frame.tsx';
import { VIEWS } from './views.ts';

function App() {
  useKeys();
  const choices = usePage((state) => state.choices);
  const code = usePage((state) => state.code);
  return (
    <>
      <header class="top">
        <h1>knap</h1>
        <span class="workspace" title={choices?.root}>
          {choices?.workspace}
        </span>
        <IndexState />
        <span class="grow" />
        <span class="hint wide-only">
          <kbd>/</kbd> to write a task
        </span>
        <button type="button" class="quiet" aria-keyshortcuts="t" onClick={switchTheme}>
          Light / dark
        </button>
      </header>
      <div class="columns">
        <AskPanel />
        <ViewFrame />
      </div>
      {code && <CodeDrawer key={code.path} code={code} />}
      <Banner />
    </>
  );
}

/** Handles shortcuts of one key: Escape closes the drawer; the others work unless a field takes them as input. */
function useKeys(): void {
  useEffect(() => {
    const handleKey = (event: KeyboardEvent) => {
      if (event.ctrlKey || event.metaKey || event.altKey) return;
      if (event.key === 'Escape') return page.set({ code: null });
      const field = event.target instanceof HTMLElement ? event.target.closest('input, textarea, select') : null;
      if (field && !(field instanceof HTMLInputElement && TYPES_WITHOUT_TEXT.includes(field.type))) return;
      const act = actionOf(event.key);
      if (!act) return;
      event.preventDefault();
      act();
    };
    window.addEventListener('keydown', handleKey);
    return () => window.removeEventListener('keydown', handleKey);
  }, []);
}

// The types of input fields in which no text is written.
const TYPES_WITHOUT_TEXT = ['range', 'checkbox', 'radio'];

function actionOf(key: string): (() => void) | undefined {
  const aim = page.get().choices?.aims[Number(key) - 1];
  if (aim !== undefined) return () => change({ aim });
  const view = VIEWS.find((view) => view.key === key);
  if (view) return () => page.set({ view: view.name });
  return { t: switchTheme, '/': () => document.getElementById('task')?.focus() }[key];
}

/** Shows a file as it is now, and scrolls to the chosen line. */
function CodeDrawer({ code }: { readonly code: OpenCode }) {
  const { answer, fault } = useAsked(code.path, (signal) => ask<ShownFile>('/ui/lines', { path: code.path }, signal));
  const closer = useRef<HTMLButtonElement>(null);
  // Runs before the browser draws, so that the next key press goes to the drawer.
  useLayoutEffect(() => {
    const opener = document.activeElement;
    closer.current?.focus();
    return () => {
      if (opener instanceof HTMLElement) opener.focus();
    };
  }, []);
  const close = () => page.set({ code: null });
  const quoted = rangesText(code.marks.map(({ first, last }) => [first, last]));
  return (
    <div class="drawer" role="dialog" aria-modal="false" aria-label={`Code of ${code.path}`}>
      <div class="bar">
        <strong class="path" title={code.path}>
          {code.path}
        </strong>
        <span class="hint">{quoted === '' ? 'no line of this file is in the pack' : `in the pack: ${quoted}`}</span>
        <span class="grow" />
        <button type="button" ref={closer} onClick={close}>
          Close
        </button>
      </div>
      {fault !== '' && <p class="hint">{fault}</p>}
      {answer !== null && (
        <CodeBox
          text={answer.text}
          label={`Lines of ${code.path}`}
          firstLine={1}
          marks={code.marks}
          line={code.line}
          colors={answer.data.colors}
        />
      )}
    </div>
  );
}

function Banner() {
  const fault = usePage((state) => state.fault);
  if (fault === null) return null;
  if (fault.code === AWAY)
    return (
      <div class="banner warn" role="status">
        The server is away. This page goes on by itself when it is back; to start it: <code>knap ui</code>
      </div>
    );
  if (fault.code === 'NO_TOKEN') return <EnterAgain />;
  return (
    <div class="banner warn" role="alert">
      {fault.message} {fault.hint ?? ''}
    </div>
  );
}

/** Shows the progress of the index in the top bar, where it moves nothing else when it appears. */
function IndexState() {
  const isIndexReady = usePage(({ choices }) => choices === null || choices.isReady);
  const progress = usePage((state) => state.progress);
  if (isIndexReady) return <span role="status" />;
  const stage = progress ? (STAGES[progress.stage] ?? progress.stage) : 'beginning';
  const share = progress && progress.total > 0 ? progress.done / progress.total : null;
  return (
    <span class="index-state" role="status" title="Questions are already answered from the indexed part.">
      <span>Index: {stage}</span>
      {share !== null && <progress max={1} value={share} aria-label="How far indexing is" />}
    </span>
  );
}

const STAGES: Readonly<Record<string, string>> = {
  scan: 'looking for files',
  parse: 'reading files',
  link: 'linking files',
  embed: 'preparing search by meaning',
  history: 'reading commits',
};

function EnterAgain() {
  const [text, setText] = useState('');
  const submit = (event: Event) => {
    event.preventDefault();
    void connect(askNow, /code=([\w-]+)/.exec(text)?.[1] ?? text.trim());
  };
  return (
    <form class="banner warn" onSubmit={submit}>
      <label for="address">
        This page may not ask: its address was used already, or the server was started again. Paste the address that{' '}
        <code>knap ui</code> printed last:
      </label>
      <input id="address" type="text" value={text} onInput={(event) => setText(event.currentTarget.value)} />
      <button type="submit">Go on</button>
    </form>
  );
}

const THEME_KEY = 'knap-theme';
const root = document.documentElement;

/** Applies the theme chosen in this browser, or else that of the system. */
function followTheme(): void {
  const stored = localStorage.getItem(THEME_KEY);
  if (stored === 'light' || stored === 'dark') root.dataset.theme = stored;
}

function switchTheme(): void {
  const isDark = (root.dataset.theme ?? (matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : '')) === 'dark';
  root.dataset.theme = isDark ? 'light' : 'dark';
  localStorage.setItem(THEME_KEY, root.dataset.theme);
}

followTheme();
rememberAnswers();
const place = document.getElementById('app');
if (place) {
  place.replaceChildren();
  render(<App />, place);
}
void connect(askNow);

// Writes the state into the address. A moving slider would fill the history, so the entry is replaced.
let lastHash = '';
page.watch(() => {
  const state = page.get();
  if (state.choices === null) return;
  const hash = hashOf(state);
  if (hash !== lastHash) history.replaceState(null, '', hash);
  lastHash = hash;
});
window.addEventListener('hashchange', () => {
  if (location.hash === lastHash) return;
  page.set(readHash(location.hash, page.get()));
  askNow();
});
