// The view that shows the pack as a document, or exactly as printed.
import { useState } from 'preact/hooks';
import type { PackData } from '../answers.ts';
import { CopyAndDownload, Segments } from '../parts/buttons.tsx';
import { CodeBox } from '../parts/code-box.tsx';
import { PackDocument } from '../parts/pack-document.tsx';
import { countText, groupDigits } from '../parts/short-texts.ts';
import { change } from '../question-actions.ts';
import { usePage } from '../state.ts';

const WAYS = { document: 'Document', printed: 'As printed' } as const;

export function PackView() {
  const answered = usePage((state) => state.answered);
  const formats = usePage((state) => state.choices?.formats ?? []);
  const format = usePage((state) => state.question.format);
  const [way, setWay] = useState<keyof typeof WAYS>('document');
  if (!answered) return null;
  const { reply, tookMs } = answered;
  return (
    <>
      <div class="bar">
        <Segments legend="How the pack is shown" titles={WAYS} chosen={way} onChoose={setWay} />
        <label for="format">
          Format
          <select id="format" value={format} onChange={(event) => change({ format: event.currentTarget.value })}>
            {formats.map((name) => (
              <option key={name}>{name}</option>
            ))}
          </select>
        </label>
        <span class="hint">{costOf(reply.data, tookMs)}</span>
        <CopyAndDownload text={reply.text} format={answered.question.format} />
      </div>
      <Notes nothingFound={reply.nothingFound} warnings={reply.warnings} />
      {way === 'printed' ? (
        <CodeBox text={reply.text} label="The pack as it is printed" />
      ) : (
        <PackDocument data={reply.data} />
      )}
    </>
  );
}

function costOf({ usage, blocks }: PackData, tookMs: number): string {
  const files = new Set(blocks.map(({ path }) => path)).size;
  const tokens = `${groupDigits(usage.used)} of ${groupDigits(usage.budget)} tokens`;
  return `${tokens} · ${countText(files, 'file')} · ${countText(blocks.length, 'block')} · ${Math.round(tookMs)} ms`;
}

function Notes({ nothingFound, warnings }: { nothingFound: string | null; warnings: readonly string[] }) {
  const all = [
    ...(nothingFound === null ? [] : [nothingFound]),
    ...warnings.filter((warning) => warning !== nothingFound),
  ];
  return all.length === 0 ? null : (
    <ul class="notes">
      {all.map((note) => (
        <li key={note}>{note}</li>
      ))}
    </ul>
  );
}
