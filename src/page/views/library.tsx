// The view that lists documents, issues and graph nodes, and shows each with related ones.
import { useState } from 'preact/hooks';
import type { ContextAnswer } from '../../ports/context.ts';
import type { LinksAnswer, ListedDocument } from '../../ports/knowledge.ts';
import type { Status } from '../../ports/status.ts';
import { ask, look, type Reply, useAsked } from '../parts/api.ts';
import { Segments } from '../parts/buttons.tsx';
import { CodeBox } from '../parts/code-box.tsx';
import { countText } from '../parts/short-texts.ts';
import { usePage } from '../state.ts';
import './library.css';

const SHELVES = { documents: 'Documents', issues: 'Issues', graph: 'Graph' } as const;
type Shelf = keyof typeof SHELVES;
const LISTED_MAX = 500;

export function LibraryView() {
  const [shelf, setShelf] = useState<Shelf>('documents');
  const [text, setText] = useState('');
  const [shown, setShown] = useState<string | null>(null);
  const choose = (name: Shelf) => {
    setShelf(name);
    setShown(null);
  };
  return (
    <>
      <div class="bar">
        <Segments legend="What to look through" titles={SHELVES} chosen={shelf} onChoose={choose} />
        <input
          type="search"
          placeholder={shelf === 'graph' ? 'Topic or node id, then Enter' : 'Name or path'}
          aria-label={shelf === 'graph' ? 'A topic or the id of a node' : 'Filter by name or path'}
          value={text}
          onInput={(event) => setText(event.currentTarget.value)}
          onKeyDown={(event) => {
            if (shelf === 'graph' && event.key === 'Enter') setShown(event.currentTarget.value.trim() || null);
          }}
        />
      </div>
      <div class="library">
        {shelf === 'graph' ? (
          <GraphShelf seed={shown} onShow={setShown} />
        ) : (
          <DocumentShelf areIssues={shelf === 'issues'} text={text} shown={shown} onShow={setShown} />
        )}
      </div>
    </>
  );
}

/** A document as the server sends it, without the fields that are null. */
interface SentDocument extends Pick<ListedDocument, 'name' | 'path'> {
  readonly issue?: { readonly type: string; readonly status?: string; readonly priority?: number };
}

interface DocumentShelfProps {
  readonly areIssues: boolean;
  readonly text: string;
  readonly shown: string | null;
  readonly onShow: (path: string) => void;
}

function DocumentShelf({ areIssues, text, shown, onShow }: DocumentShelfProps) {
  const isReady = usePage(({ choices }) => choices?.isReady ?? false);
  const { answer, fault } = useAsked(`list ${isReady}`, (signal) =>
    ask<{ readonly documents: readonly SentDocument[] }>('/ui/list', { limit: 1_000_000 }, signal),
  );
  if (!answer) return <p class="hint">{fault || 'One moment…'}</p>;
  const wanted = text.toLowerCase();
  const all = answer.data.documents.filter(({ issue }) => (issue !== undefined) === areIssues);
  const matches = all.filter(({ name, path }) => `${name}\n${path}`.toLowerCase().includes(wanted));
  return (
    <>
      <nav aria-label={areIssues ? 'Issues' : 'Documents'}>
        <p class="hint">
          {matches.length === 0
            ? emptyWords(areIssues, all.length)
            : `${countText(matches.length, areIssues ? 'issue' : 'document')}${matches.length > LISTED_MAX ? `, the first ${LISTED_MAX} are listed` : ''}`}
        </p>
        <ul>
          {matches.slice(0, LISTED_MAX).map((match) => (
            <li key={match.path}>
              <button
                type="button"
                class="quiet"
                aria-current={match.path === shown ? 'true' : undefined}
                onClick={() => onShow(match.path)}
              >
                <span class="name">{match.name}</span>
                <small>
                  {match.issue ? `${match.issue.type}, ${match.issue.status ?? 'no status'}` : match.path}
                  {match.issue?.priority === undefined ? '' : `, priority ${match.issue.priority}`}
                </small>
              </button>
            </li>
          ))}
        </ul>
      </nav>
      {shown === null ? (
        <p class="hint">Choose one to see it as knap show prints it.</p>
      ) : (
        <DocumentPage target={shown} onShow={onShow} />
      )}
    </>
  );
}

function emptyWords(areIssues: boolean, all: number): string {
  if (all > 0) return 'This text is in no name and no path.';
  return areIssues
    ? 'No issue here. A markdown file whose frontmatter has `issue-type` and `status` is one: knap help documents'
    : 'No markdown file here.';
}

function DocumentPage({ target, onShow }: { readonly target: string; readonly onShow: (path: string) => void }) {
  const question = { targets: [target], format: 'markdown' };
  const page = useAsked(`show ${target}`, (signal) => ask('/v1/show', question, signal));
  const links = useAsked(`links ${target}`, (signal) => ask<LinksAnswer>('/ui/links', { target }, signal));
  if (!page.answer) return <p class="hint">{page.fault || 'One moment…'}</p>;
  const ends = links.answer?.data;
  return (
    <article aria-busy={page.isAsking} aria-label={target}>
      <CodeBox text={page.answer.text} label={`${target} with what belongs to it`} />
      {ends && (
        <div class="ends">
          <LinkedDocuments title="Links to" ends={ends.linksTo} onShow={onShow} />
          <LinkedDocuments title="Linked from" ends={ends.linkedFrom} onShow={onShow} />
        </div>
      )}
    </article>
  );
}

interface LinkedDocumentsProps {
  readonly title: string;
  readonly ends: LinksAnswer['linksTo'];
  readonly onShow: (path: string) => void;
}

function LinkedDocuments({ title, ends, onShow }: LinkedDocumentsProps) {
  return (
    <div>
      <h3>{title}</h3>
      {ends.length === 0 && <p class="hint">nothing</p>}
      <ul>
        {ends.map(({ path, name, because }, index) => (
          <li key={`${path}${index}`}>
            <button type="button" class="quiet" title={because} onClick={() => onShow(path)}>
              {name}
            </button>
          </li>
        ))}
      </ul>
    </div>
  );
}

function GraphShelf({ seed, onShow }: { readonly seed: string | null; readonly onShow: (id: string) => void }) {
  const status = useAsked('status', () => look<Reply<Status>>('/v1/status'));
  const lens = usePage(({ question }) => question.lens);
  const nodes = useAsked(seed === null ? null : `context ${seed} ${lens}`, (signal) =>
    ask<ContextAnswer['document']>('/v1/context', { seeds: [seed], ...(lens === '' ? {} : { lens }) }, signal),
  );
  const graphs = status.answer?.data.graphs ?? [];
  if (status.answer && graphs.length === 0)
    return (
      <p class="hint">
        No graph is imported. To import one: knap import tana EXPORT.json, or knap import logseq FOLDER
      </p>
    );
  if (seed === null)
    return (
      <p class="hint">
        {graphs.map(({ workspace, imported }) => `${workspace}: ${countText(imported?.nodes ?? 0, 'node')}`).join('; ')}
      </p>
    );
  if (!nodes.answer) return <p class="hint">{nodes.fault || 'One moment…'}</p>;
  const { text, data, nothingFound } = nodes.answer;
  return (
    <>
      <nav aria-label="Nodes">
        <p class="hint">{nothingFound ?? `${countText(data.nodes.length, 'node')}, best first`}</p>
        <ul>
          {data.nodes.map(({ id, name, because }) => (
            <li key={id}>
              <button type="button" class="quiet" onClick={() => onShow(id)}>
                <span class="name">{name}</span>
                <small>{because}</small>
              </button>
            </li>
          ))}
        </ul>
      </nav>
      <article aria-busy={nodes.isAsking} aria-label={seed}>
        <CodeBox text={text} label={`What the graph knows about ${seed}`} />
      </article>
    </>
  );
}
