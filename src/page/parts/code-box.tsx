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
  // A file is shown with its numbers; what has none is a page, with words around its code.
  const prose = useMemo(() => (firstLine === undefined ? proseLines(lines) : NO_PROSE), [lines, firstLine]);
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
            <Chunk key={at} lines={chunk} first={at * CHUNK_LINES} prose={prose} />
          ))}
        </div>
      </div>
    </section>
  );
}

const NONE: NonNullable<CodeBoxProps['marks']> = [];
const NO_PROSE: ReadonlySet<number> = new Set();
const LINE_PX = 18;

interface ChunkProps {
  readonly lines: readonly string[];
  readonly first: number;
  readonly prose: ReadonlySet<number>;
}

function Chunk({ lines, first, prose }: ChunkProps) {
  const place = useRef<HTMLPreElement>(null);
  const [isNear, setNear] = useState(first === 0);
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
        ? lines.map((line, at) => <Line key={at} text={line} isProse={prose.has(first + at)} />)
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

function chunksOf(lines: readonly string[]): readonly (readonly string[])[] {
  return Array.from({ length: Math.ceil(lines.length / CHUNK_LINES) }, (_, at) =>
    lines.slice(at * CHUNK_LINES, (at + 1) * CHUNK_LINES),
  );
}
