// The view that lists candidates with the reasons for their rank.
import { useMemo, useRef, useState } from 'preact/hooks';
import { explainFiles, percent, WHY_OUT } from '../../model/pack.ts';
import type { PathsAnswer } from '../../ports/lookup.ts';
import type { PackExplanation, SentCandidate, SentFile } from '../answers.ts';
import { ask, useAsked } from '../parts/api.ts';
import { LevelTag, Likelihood, SignalBars } from '../parts/bars.tsx';
import { QuietButton, Segments } from '../parts/buttons.tsx';
import { bareName, countText, groupDigits } from '../parts/short-texts.ts';
import { chooseCandidate, openCode } from '../question-actions.ts';
import { usePage } from '../state.ts';
import './ranked.css';

const SHOWN = { all: 'All', in: 'In the pack', out: 'Left out' } as const;

export function RankedView() {
  const explained = usePage((state) => state.answered?.reply.data.explained ?? null);
  const [shown, setShown] = useState<keyof typeof SHOWN>('all');
  const [pathPart, setPathPart] = useState('');
  const task = usePage((state) => state.answered?.question.task ?? '');
  const files = useSteadyOrder(task, explained);
  if (!explained) return null;
  const wanted = files.filter(
    (file) => (shown === 'all' || (file.level !== null) === (shown === 'in')) && file.path.includes(pathPart),
  );
  const { candidates, candidatesTotal } = explained;
  return (
    <>
      <div class="bar">
        <Segments legend="Which candidates" titles={SHOWN} chosen={shown} onChoose={setShown} />
        <input
          type="search"
          placeholder="Part of a path"
          aria-label="Part of a path: shows only files whose path contains it"
          value={pathPart}
          onInput={(event) => setPathPart(event.currentTarget.value)}
        />
        <span class="hint">
          {countText(wanted.length, 'file')} shown; {groupDigits(candidates.length)} of{' '}
          {countText(candidatesTotal, 'candidate')} explained
        </span>
      </div>
      <ol class="ranked" aria-label="Candidates">
        {wanted.map((file) => (
          <FileRow key={file.path} ranked={file} />
        ))}
      </ol>
      <OtherFiles pathPart={pathPart} known={new Set(files.map(({ path }) => path))} />
    </>
  );
}

// A pin changes ranks, but rows keep their places during a task, so that none moves under the pointer.
function useSteadyOrder(task: string, explained: PackExplanation | null): readonly SentFile[] {
  const order = useRef<{ task: string; places: Map<string, number> }>({ task, places: new Map() });
  return useMemo(() => {
    const files = explained ? explainFiles(explained.candidates, explained.spent) : [];
    if (order.current.task !== task) order.current = { task, places: new Map() };
    const { places } = order.current;
    for (const { path } of files) if (!places.has(path)) places.set(path, places.size);
    return files.toSorted((a, b) => places.get(a.path)! - places.get(b.path)!);
  }, [explained, task]);
}

function FileRow({ ranked }: { readonly ranked: SentFile }) {
  const [isOpen, setOpen] = useState(false);
  const { path, file, parts, tokens, level } = ranked;
  const slash = path.lastIndexOf('/') + 1;
  return (
    <li class={level === null ? 'out' : ''}>
      <div class="line">
        <button type="button" class="opener" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
          <span class="rank">{file.rank || '–'}</span>
          <Likelihood value={file.likelihood} />
          <span class="path">
            <span class="folder">{path.slice(0, slash)}</span>
            {path.slice(slash)}
          </span>
          <span class="because">{becauseOf(ranked)}</span>
        </button>
        <span class="tokens">{tokens > 0 ? groupDigits(tokens) : ''}</span>
        {/* A file of which only parts are quoted whole is an excerpt. */}
        <LevelTag level={level === 'full' && file.level !== 'full' ? 'excerpt' : level} />
        <PinButtons id={path} />
        <CodeButton path={path} line={null} />
      </div>
      {isOpen && <Why file={file} parts={parts} level={level} />}
    </li>
  );
}

// Why a file is left out, or the first reason for it that has words.
function becauseOf({ file, level }: SentFile): string {
  if (level === null && file.excludedBecause) return WHY_OUT[file.excludedBecause].why;
  return file.reasons.find(({ because }) => because !== '')?.because ?? '';
}

function Why({ file, parts, level }: Pick<SentFile, 'file' | 'parts' | 'level'>) {
  return (
    <div class="why">
      <h2>{level === null ? 'Why it is left out' : level === 'reference' ? 'Why it is only named' : 'Why it is in'}</h2>
      <Verdict candidate={file} level={level} />
      <SignalBars reasons={file.reasons} />
      {parts.length > 0 && <h2>{countText(parts.length, 'part')}</h2>}
      <ul class="parts">
        {parts.map((part) => (
          <Part key={part.id} part={part} />
        ))}
      </ul>
    </div>
  );
}

function Verdict({ candidate, level }: { candidate: SentCandidate; level: SentCandidate['level'] }) {
  const { excludedBecause, likelihood, score, from, outcome } = candidate;
  const isQuoted = level !== null && level !== undefined && level !== 'reference';
  if (!isQuoted && excludedBecause) {
    const { why, helps } = WHY_OUT[excludedBecause];
    return <p>{`${sentence(why)} ${helps}`}</p>;
  }
  const need = typeof likelihood === 'number' ? `, ${percent(likelihood)} likely to be needed` : '';
  return <p>{`${sentence(`${outcome}${need}`)} Score ${score.toFixed(3)}${from === '' ? '' : `: ${from}`}.`}</p>;
}

const sentence = (clause: string): string => `${clause.slice(0, 1).toUpperCase()}${clause.slice(1)}.`;

function Part({ part }: { readonly part: SentCandidate }) {
  const [isOpen, setOpen] = useState(false);
  const name = part.id.startsWith(`${part.path}#`)
    ? bareName(part.id.slice(part.path.length + 1))
    : `${part.startLine}–${part.endLine}`;
  return (
    <li>
      <div class="line">
        <button type="button" class="opener" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
          <Likelihood value={part.likelihood} />
          <span class="path">{name}</span>
          <span class="hint">
            {part.kind} {part.startLine}–{part.endLine}
          </span>
        </button>
        <LevelTag level={part.level} />
        <PinButtons id={part.id} />
        <CodeButton path={part.path} line={part.startLine} />
      </div>
      {isOpen && (
        <div class="why">
          <Verdict candidate={part} level={part.level} />
          <SignalBars reasons={part.reasons} />
        </div>
      )}
    </li>
  );
}

const PIN_AND_DROP = [
  ['pin', 'Pin'],
  ['drop', 'Drop'],
] as const;

function PinButtons({ id }: { readonly id: string }) {
  const choice = usePage(({ question }) =>
    question.pin.includes(id) ? 'pin' : question.drop.includes(id) ? 'drop' : null,
  );
  return (
    <span class="hand">
      {PIN_AND_DROP.map(([one, text]) => (
        <QuietButton
          key={one}
          text={text}
          label={`${text} ${id}`}
          isPressed={choice === one}
          onClick={() => chooseCandidate(id, choice === one ? null : one)}
        />
      ))}
    </span>
  );
}

function CodeButton({ path, line }: { readonly path: string; readonly line: number | null }) {
  return <QuietButton text="Code" label={`Code of ${path}`} onClick={() => openCode(path, line)} />;
}

// Lists files that are not among the explained candidates, because a user can still pin them.
function OtherFiles({ pathPart, known }: { readonly pathPart: string; readonly known: ReadonlySet<string> }) {
  const { answer, fault } = useAsked(pathPart.length < 2 ? null : `paths ${pathPart}`, (signal) =>
    ask<PathsAnswer>('/ui/paths', { text: pathPart }, signal),
  );
  if (!answer) return fault === '' ? null : <p class="hint">{fault}</p>;
  const paths = answer.data.paths.filter((path) => !known.has(path));
  if (paths.length === 0) return null;
  return (
    <ul class="ranked others" aria-label="Other files of the workspace">
      {paths.map((path) => (
        <li key={path} class="out">
          <div class="line">
            <span class="path">{path}</span>
            <span class="because">not among the explained candidates</span>
            <PinButtons id={path} />
            <CodeButton path={path} line={null} />
          </div>
        </li>
      ))}
    </ul>
  );
}
