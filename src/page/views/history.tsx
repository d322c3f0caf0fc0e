// The view that lists earlier packs and compares two of them.
import { useState } from 'preact/hooks';
import type { Manifest } from '../../bundle/manifest.ts';
import type { KeptPack } from '../../operations/packs.ts';
import { ask, useAsked } from '../parts/api.ts';
import { CopyAndDownload, QuietButton } from '../parts/buttons.tsx';
import { CodeBox } from '../parts/code-box.tsx';
import { bareName, countText, groupDigits, signedText } from '../parts/short-texts.ts';
import { compareBlocks } from '../past-packs.ts';
import { change, openCode } from '../question-actions.ts';
import { type PastPack, page, usePage } from '../state.ts';
import './history.css';

const KEPT_MAX = 100;

/** A pack of this tab, or one kept on the disk, which is read when it opens. */
interface ListedPack extends Pick<PastPack, 'id' | 'name' | 'task' | 'question' | 'usage'> {
  readonly files: number;
  open(signal: AbortSignal): Promise<PastPack>;
}

export function HistoryView() {
  const ofThisTab = usePage(({ packs }) => packs);
  const isReady = usePage(({ choices }) => choices !== null);
  const kept = useAsked(isReady ? `${ofThisTab.length}` : null, (signal) =>
    ask<readonly KeptPack[]>('/ui/packs', { limit: KEPT_MAX }, signal),
  );
  const packs = [...ofThisTab.map(listedOfTab), ...(kept.answer?.data ?? []).map(listedKept)];
  const [chosen, setChosen] = useState<readonly string[]>([]);
  // Newer packs come first, and those of this tab before kept ones, so the second counts as the older.
  const [first, older] = packs.filter(({ id }) => chosen.includes(id));
  const toggle = (id: string) =>
    setChosen(chosen.includes(id) ? chosen.filter((other) => other !== id) : [...chosen.slice(-1), id]);
  if (packs.length === 0)
    return (
      <div class="empty">
        <h2>No pack yet</h2>
        <p>The last packs of this tab are listed here, and so are those that knap pack keeps.</p>
        {kept.fault !== '' && <p class="hint">{kept.fault}</p>}
      </div>
    );
  return (
    <div class="history">
      <p class="hint">Choose one to read it, or two to compare them.</p>
      <PackTable packs={packs} chosen={chosen} onToggle={toggle} />
      {first && (older ? <Comparison older={older} newer={first} /> : <PackText pack={first} />)}
    </div>
  );
}

function listedOfTab(pack: PastPack): ListedPack {
  return { ...pack, files: new Set(pack.blocks.map(({ path }) => path)).size, open: async () => pack };
}

function listedKept({ name, task, files, used, budget }: KeptPack): ListedPack {
  const listed = { id: name, name, task: task ?? 'unreadable', question: null, usage: { used, budget } };
  return {
    ...listed,
    files,
    open: async (signal) => {
      const { text, data } = await ask<Manifest>('/ui/packs/open', { pack: name }, signal);
      return { ...listed, text, blocks: data.blocks, usage: data.usage };
    },
  };
}

interface PackTableProps {
  readonly packs: readonly ListedPack[];
  readonly chosen: readonly string[];
  readonly onToggle: (id: string) => void;
}

function PackTable({ packs, chosen, onToggle }: PackTableProps) {
  return (
    <div class="scrolled">
      <table>
        <thead>
          <tr>
            <th>
              <span class="unseen">Chosen</span>
            </th>
            <th>Made</th>
            <th>Task</th>
            <th class="number">Files</th>
            <th class="number">Tokens</th>
            <th>
              <span class="unseen">Again</span>
            </th>
          </tr>
        </thead>
        <tbody>
          {packs.map(({ id, name, task, question, usage, files }) => (
            <tr key={id} class={chosen.includes(id) ? 'chosen' : ''}>
              <td>
                <input
                  type="checkbox"
                  checked={chosen.includes(id)}
                  aria-label={`Look at ${task}, ${name}`}
                  onChange={() => onToggle(id)}
                />
              </td>
              <td class="made">{madeAt(name)}</td>
              <td class="task-text">
                {task}
                {question && <span class="hint"> {question.aim}</span>}
              </td>
              <td class="number">{files}</td>
              <td class="number">
                {groupDigits(usage.used)} of {groupDigits(usage.budget)}
              </td>
              <td>{question && <AskAgain question={question} />}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

// The name of a kept pack holds time and task; the list shows the task beside it.
function madeAt(name: string): string {
  const [, year, month, day, hour, minute] = /^(\d{4})(\d\d)(\d\d)-(\d\d)(\d\d)/.exec(name) ?? [];
  return minute === undefined ? name : `${year}-${month}-${day} ${hour}:${minute}`;
}

function AskAgain({ question }: { readonly question: NonNullable<PastPack['question']> }) {
  const again = () => {
    page.set({ view: 'pack' });
    change(question);
  };
  return <QuietButton text="Ask again" label={`Ask again: ${question.task}`} onClick={again} />;
}

function PackText({ pack }: { readonly pack: ListedPack }) {
  const { answer, fault } = useAsked(pack.id, (signal) => pack.open(signal));
  if (!answer) return <p class="hint">{fault || 'One moment…'}</p>;
  return (
    <>
      <div class="bar">
        <strong class="path">{answer.task}</strong>
        <CopyAndDownload text={answer.text} format={answer.question?.format ?? 'markdown'} />
      </div>
      <CodeBox text={answer.text} label={`The pack ${answer.name}`} />
    </>
  );
}

function Comparison({ older, newer }: { readonly older: ListedPack; readonly newer: ListedPack }) {
  const { answer, fault } = useAsked(`${older.id} ${newer.id}`, (signal) =>
    Promise.all([older.open(signal), newer.open(signal)]),
  );
  if (!answer) return <p class="hint">{fault || 'One moment…'}</p>;
  const [before, after] = answer;
  const changes = compareBlocks(before, after);
  return (
    <section class="compared" aria-label="What differs between the two packs">
      <h2>
        From {titleOf(older)} to {titleOf(newer)}
      </h2>
      <p>
        {changes.length === 0 ? 'Both quote the same lines' : countText(changes.length, 'difference')},{' '}
        {signedText(after.usage.used - before.usage.used)} tokens.
      </p>
      <ul>
        {changes.map(({ id, path, line, words }) => (
          <li key={id}>
            <button type="button" class="quiet path" onClick={() => openCode(path, line)}>
              {bareName(id)}
            </button>
            <span class="hint">{words}</span>
          </li>
        ))}
      </ul>
    </section>
  );
}

const titleOf = ({ name, question }: ListedPack): string => `${madeAt(name)}${question ? ` (${question.aim})` : ''}`;
