import { useState } from 'preact/hooks';
import { explainedFiles } from '../../model/explained-files.ts';
import type { PackData, PackReply } from '../answers.ts';
import { askPack, asksSomething, change } from '../asking.ts';
import { Likelihood } from '../parts/bars.tsx';
import { counted, grouped } from '../parts/number-words.ts';
import { useAsked } from '../parts/use-asked.ts';
import { page, usePage } from '../state.ts';
import './lenses.css';

/** The same question through two lenses, side by side. */
export function LensesView() {
  const lenses = usePage(({ choices }) => choices?.lenses ?? NONE);
  const question = usePage((state) => state.question);
  const [names, setNames] = useState<readonly [string, string]>([lenses[0]?.name ?? '', lenses[1]?.name ?? '']);
  const key = asksSomething(question) ? JSON.stringify([names, { ...question, lens: '' }]) : null;
  const { answer, fault, isAsking } = useAsked(key, (signal) =>
    Promise.all(names.map((lens) => askPack({ ...question, lens }, signal))),
  );
  const [first, second] = answer ?? [];
  return (
    <div class="lenses" aria-busy={isAsking}>
      {fault !== '' && <p class="hint">{fault}</p>}
      <div class="sides">
        <Side at={0} names={names} reply={first} other={second} onChoose={(name) => setNames([name, names[1]])} />
        <Side at={1} names={names} reply={second} other={first} onChoose={(name) => setNames([names[0], name])} />
      </div>
    </div>
  );
}

const NONE: readonly { readonly name: string; readonly description: string }[] = [];

interface SideProps {
  readonly at: 0 | 1;
  readonly names: readonly [string, string];
  readonly reply: PackReply | undefined;
  readonly other: PackReply | undefined;
  readonly onChoose: (name: string) => void;
}

function Side({ at, names, reply, other, onChoose }: SideProps) {
  const lenses = usePage(({ choices }) => choices?.lenses ?? NONE);
  const name = names[at];
  const elsewhere = new Set(other ? quotedIn(other.data).map(({ path }) => path) : []);
  const quoted = reply ? quotedIn(reply.data) : [];
  const use = () => {
    page.set({ view: 'pack' });
    change({ lens: name });
  };
  return (
    <section aria-label={`Through the lens ${name}`}>
      <div class="bar">
        <label for={`lens-${at}`}>
          Lens
          <select id={`lens-${at}`} value={name} onChange={(event) => onChoose(event.currentTarget.value)}>
            {lenses.map((lens) => (
              <option key={lens.name}>{lens.name}</option>
            ))}
          </select>
        </label>
        <span class="grow" />
        <button type="button" onClick={use}>
          Pack with it
        </button>
      </div>
      <p class="hint">{lenses.find((lens) => lens.name === name)?.description || ' '}</p>
      <p class="hint">
        {reply ? `${counted(quoted.length, 'file')}, ${grouped(reply.data.usage.used)} tokens` : 'One moment…'}
      </p>
      <ol>
        {quoted.map(({ path, file, tokens }) => (
          <li key={path} class={elsewhere.has(path) ? '' : 'alone'}>
            <Likelihood value={file.likelihood} />
            <button type="button" class="quiet path" onClick={() => page.set({ code: { path, marks: [] } })}>
              {path}
            </button>
            {!elsewhere.has(path) && other && <span class="tag">only here</span>}
            <span class="figure">{grouped(tokens)}</span>
          </li>
        ))}
      </ol>
    </section>
  );
}

function quotedIn({ explained: { candidates, spent } }: PackData) {
  return explainedFiles(candidates, spent).filter(({ level }) => level !== null && level !== 'reference');
}
