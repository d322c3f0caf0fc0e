// The tabs, and the view below them.
import type { FunctionComponent } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import type { Status } from '../ports/status.ts';
import { look, type Reply, useAsked } from './parts/api.ts';
import { countText } from './parts/short-texts.ts';
import { askNow, change, showsExplanation } from './question-actions.ts';
import { page, usePage } from './state.ts';
import { type PageView, VIEWS } from './views.ts';

export function ViewFrame() {
  const chosen = usePage((state) => state.view);
  const view = VIEWS.find(({ name }) => name === chosen) ?? VIEWS[0]!;
  const isAsking = usePage((state) => state.isAsking);
  return (
    <main class="view" aria-busy={isAsking}>
      <div class="tabs" role="tablist" aria-label="Views">
        {VIEWS.map((one) => (
          <Tab key={one.name} view={one} isOpen={one === view} />
        ))}
        <span class={isAsking ? 'asking on' : 'asking'} aria-hidden="true" />
      </div>
      <section id="panel" role="tabpanel" aria-labelledby={`tab-${view.name}`} class="panel">
        <LoadedView view={view} />
      </section>
    </main>
  );
}

function Tab({ view, isOpen }: { readonly view: PageView; readonly isOpen: boolean }) {
  const moveByArrow = (event: KeyboardEvent) => {
    const by = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
    if (by === undefined) return;
    const next = VIEWS[(VIEWS.indexOf(view) + by + VIEWS.length) % VIEWS.length]!;
    page.set({ view: next.name });
    document.getElementById(`tab-${next.name}`)?.focus();
  };
  const title = view.name.charAt(0).toUpperCase() + view.name.slice(1);
  const button = useRef<HTMLButtonElement>(null);
  // Tabs that do not fit scroll, so the chosen one may be out of sight.
  useEffect(() => {
    if (isOpen) button.current?.scrollIntoView({ block: 'nearest', inline: 'nearest' });
  }, [isOpen]);
  return (
    <button
      ref={button}
      type="button"
      role="tab"
      id={`tab-${view.name}`}
      aria-selected={isOpen}
      aria-controls="panel"
      tabIndex={isOpen ? 0 : -1}
      aria-keyshortcuts={view.key}
      data-title={title}
      title={`Key: ${view.key}`}
      onClick={() => page.set({ view: view.name })}
      onKeyDown={moveByArrow}
    >
      {title}
    </button>
  );
}

function LoadedView({ view }: { readonly view: PageView }) {
  const hasAnswer = usePage(({ answered }) => answered !== null);
  const isUnexplained = usePage(({ answered }) => answered?.reply.data.explained === undefined);
  const isWaiting = showsExplanation(view.name) && isUnexplained;
  useEffect(() => {
    if (hasAnswer && isWaiting) askNow();
  }, [hasAnswer, isWaiting]);
  const [loaded, setLoaded] = useState<{ name: string; Component: FunctionComponent } | null>(null);
  useEffect(() => {
    let isWanted = true;
    void view.load().then((Component) => isWanted && setLoaded({ name: view.name, Component }));
    return () => {
      isWanted = false;
    };
  }, [view]);
  if (!hasAnswer && !view.showsEarly) return <EmptyState />;
  return loaded?.name === view.name && !isWaiting ? <loaded.Component /> : <p class="hint">One moment…</p>;
}

const EXAMPLES = [
  'Where is the configuration read?',
  'How are errors reported to the user?',
  'Which tests cover start-up?',
];

/** Shown before the first answer: example tasks, and the size of the index. */
function EmptyState() {
  const isAsking = usePage((state) => state.isAsking);
  const isConnected = usePage((state) => state.choices !== null);
  const isReady = usePage((state) => state.choices?.isReady ?? false);
  const { answer } = useAsked(isConnected ? `status ${isReady}` : null, () => look<Reply<Status>>('/v1/status'));
  const status = answer?.data ?? null;
  if (isAsking) return <p class="hint">Packing…</p>;
  const files = status?.coverage.files ?? null;
  return (
    <div class="empty">
      <h2>See what the model will see, and why</h2>
      <p>Write a task, or paste an error or a diff, and press Enter.</p>
      {files === 0 && isReady && (
        <p>No file here can be packed. Look at .gitignore and .ctxignore, or open another folder: knap ui DIR</p>
      )}
      {files !== 0 && (
        <ul class="examples">
          {EXAMPLES.map((task) => (
            <li key={task}>
              <button type="button" onClick={() => change({ task })}>
                {task}
              </button>
            </li>
          ))}
        </ul>
      )}
      {status && files !== null && files > 0 && (
        <p class="hint">
          {countText(files, 'file')}, {countText(status.symbols, 'symbol')} and{' '}
          {countText(status.coverage.history.commits, 'commit')} are indexed.
        </p>
      )}
    </div>
  );
}
