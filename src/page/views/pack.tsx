import { change } from '../asking.ts';
import { CodeBox } from '../parts/code-box.tsx';
import { counted, grouped } from '../parts/number-words.ts';
import { TakeAway } from '../parts/take-away.tsx';
import { usePage } from '../state.ts';

/** The pack exactly as it is printed. */
export function PackView() {
  const answered = usePage((state) => state.answered);
  const formats = usePage((state) => state.choices?.formats ?? []);
  const format = usePage((state) => state.question.format);
  if (!answered) return null;
  const { reply, took } = answered;
  const { usage, blocks } = reply.data;
  const files = new Set(blocks.map(({ path }) => path)).size;
  return (
    <>
      <div class="bar">
        <label for="format">
          Format
          <select id="format" value={format} onChange={(event) => change({ format: event.currentTarget.value })}>
            {formats.map((name) => (
              <option key={name}>{name}</option>
            ))}
          </select>
        </label>
        <span class="hint">
          {grouped(usage.used)} of {grouped(usage.budget)} tokens · {counted(files, 'file')} ·{' '}
          {counted(blocks.length, 'block')} · {Math.round(took)} ms
        </span>
        <span class="grow" />
        <TakeAway text={reply.text} format={answered.question.format} />
      </div>
      <Notes nothingFound={reply.nothingFound} warnings={reply.warnings} />
      <CodeBox text={reply.text} label="The pack as it is printed" />
    </>
  );
}

export function Notes({ nothingFound, warnings }: { nothingFound: string | null; warnings: readonly string[] }) {
  const all = [...(nothingFound === null ? [] : [nothingFound]), ...warnings.filter((one) => one !== nothingFound)];
  return all.length === 0 ? null : (
    <ul class="notes">
      {all.map((note) => (
        <li key={note}>{note}</li>
      ))}
    </ul>
  );
}
