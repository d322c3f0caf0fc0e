import { useEffect, useMemo, useRef, useState } from 'preact/hooks';
import { coloredRuns, proseLines } from './highlight.ts';
import './code-box.css';

export interface CodeBoxProps {
  readonly text: string;
  /** What the box holds, for those who do not see it. */
  readonly label: string;
  /** The number of the first line; without it lines are not numbered. */
  readonly firstLine?: number;
  /** Lines that are marked, by their numbers; the first of them is scrolled to. */
  readonly marks?: readonly (readonly [first: number, last: number])[];
}

const CHUNK_LINES = 80;

/**
 * Text as it is, in colours. All of it stands in the page, so that it can be searched and selected; colours are given only
 * to what is near the window, so that a text of any length stays quick.
 */
export function CodeBox({ text, label, firstLine, marks = NONE }: CodeBoxProps) {
  const box = useRef<HTMLDivElement>(null);
  const lines = useMemo(() => text.split('\n'), [text]);
  const chunks = useMemo(() => chunksOf(lines), [lines]);
  const prose = useMemo(() => chunksOf(proseLines(lines)), [lines]);
  const first = firstLine ?? 1;
  const target = marks[0]?.[0];
  useEffect(() => {
    if (box.current) box.current.scrollTop = target === undefined ? 0 : Math.max(0, (target - first - 3) * LINE_PX);
  }, [text, target, first]);
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a box that scrolls must be reachable by keyboard
    <section class="code" ref={box} aria-label={label} tabIndex={0}>
      <div class="sheet">
        {firstLine !== undefined && (
          <pre class="numbers" aria-hidden="true">
            {lines.map((_, at) => `${first + at}\n`).join('')}
          </pre>
        )}
        <div class="text">
          {marks.map(([from, to]) => (
            <div
              key={from}
              class="mark"
              style={{ top: `${(from - first) * LINE_PX}px`, height: `${(to - from + 1) * LINE_PX}px` }}
            />
          ))}
          {chunks.map((chunk, at) => (
            <Chunk key={at} lines={chunk} prose={prose[at]} isFirst={at === 0} />
          ))}
        </div>
      </div>
    </section>
  );
}

const NONE: NonNullable<CodeBoxProps['marks']> = [];
const LINE_PX = 18;

interface ChunkProps {
  readonly lines: readonly string[];
  readonly prose: readonly boolean[] | undefined;
  readonly isFirst: boolean;
}

function Chunk({ lines, prose, isFirst }: ChunkProps) {
  const place = useRef<HTMLPreElement>(null);
  const [isNear, setNear] = useState(isFirst);
  useEffect(() => {
    const watcher = new IntersectionObserver(([seen]) => seen?.isIntersecting && setNear(true), {
      rootMargin: '600px',
    });
    if (place.current) watcher.observe(place.current);
    return () => watcher.disconnect();
  }, []);
  return (
    <pre ref={place} style={{ containIntrinsicBlockSize: `${lines.length * LINE_PX}px` }}>
      {isNear
        ? lines.map((line, at) => <Line key={at} text={line} isProse={prose?.[at] ?? false} />)
        : `${lines.join('\n')}\n`}
    </pre>
  );
}

function Line({ text, isProse }: { readonly text: string; readonly isProse: boolean }) {
  return (
    <>
      {coloredRuns(text, isProse).map(({ kind, text: run }, at) =>
        kind === 'plain' ? (
          run
        ) : (
          <span key={at} class={`c-${kind}`}>
            {run}
          </span>
        ),
      )}
      {'\n'}
    </>
  );
}

function chunksOf<Row>(rows: readonly Row[]): readonly (readonly Row[])[] {
  return Array.from({ length: Math.ceil(rows.length / CHUNK_LINES) }, (_, at) =>
    rows.slice(at * CHUNK_LINES, (at + 1) * CHUNK_LINES),
  );
}
