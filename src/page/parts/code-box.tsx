// Shows lines of code with numbers and colours.
import { useEffect, useMemo, useRef, useState } from 'preact/hooks';
import type { ColoredLine } from '../../ports/source.ts';
import type { CodeMark } from '../state.ts';
import './code-box.css';

interface CodeBoxProps {
  readonly text: string;
  /** The label for screen readers. */
  readonly label: string;
  /** The number of the first line; without it lines have no numbers. */
  readonly firstLine?: number;
  readonly marks?: readonly CodeMark[];
  /** The number of the line to scroll to. */
  readonly line?: number | null;
  readonly colors?: readonly ColoredLine[] | null;
}

const CHUNK_LINES = 80;

/**
 * Shows a text in colours. The page holds all of it, so that the browser can search and select it; only lines near the
 * window get colours, so that long texts stay fast.
 */
export function CodeBox({ text, label, firstLine, marks = [], line = null, colors = null }: CodeBoxProps) {
  const box = useRef<HTMLDivElement>(null);
  const lines = useMemo(() => text.split('\n'), [text]);
  const chunks = useMemo(() => chunksOf(lines), [lines]);
  const first = firstLine ?? 1;
  useEffect(() => {
    if (box.current) box.current.scrollTop = line === null ? 0 : Math.max(0, (line - first - 3) * LINE_PX);
  }, [text, line, first]);
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a box that scrolls must be reachable by keyboard
    <section class="code" ref={box} aria-label={label} tabIndex={0}>
      <div class="sheet">
        {firstLine !== undefined && (
          <pre class="numbers" aria-hidden="true">
            {lines.map((_, index) => `${first + index}\n`).join('')}
          </pre>
        )}
        <div class="text">
          {marks.map(({ first: from, last: to, kind }) => (
            <div
              key={from}
              class={`mark ${kind}`}
              style={{ top: `${(from - first) * LINE_PX}px`, height: `${(to - from + 1) * LINE_PX}px` }}
            />
          ))}
          {chunks.map((chunk, index) => (
            <Chunk key={index} lines={chunk} first={index * CHUNK_LINES} colors={colors} />
          ))}
        </div>
      </div>
    </section>
  );
}

// The height of a line, as in code-box.css.
const LINE_PX = 18;

interface ChunkProps {
  readonly lines: readonly string[];
  /** The index of the first line, from 0. */
  readonly first: number;
  readonly colors: readonly ColoredLine[] | null;
}

function Chunk({ lines, first, colors }: ChunkProps) {
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
      {isNear && colors !== null
        ? lines.map((line, index) => <CodeLine key={index} text={line} runs={colors[first + index] ?? []} />)
        : `${lines.join('\n')}\n`}
    </pre>
  );
}

function chunksOf(lines: readonly string[]): readonly (readonly string[])[] {
  return Array.from({ length: Math.ceil(lines.length / CHUNK_LINES) }, (_, index) =>
    lines.slice(index * CHUNK_LINES, (index + 1) * CHUNK_LINES),
  );
}

interface CodeLinesProps {
  /** All lines of the file. */
  readonly lines: readonly string[];
  /** The shown line numbers, from 1; `⋯` stands for the lines between. */
  readonly ranges: readonly (readonly [first: number, last: number])[];
  readonly colors: readonly ColoredLine[] | null;
}

/** Shows lines of a file with numbers, in the colours of the server's grammar. */
export function CodeLines({ lines, ranges, colors }: CodeLinesProps) {
  return (
    <div class="lines">
      {ranges.map(([first, last], index) => (
        <div key={first} class="range">
          {index > 0 && <div class="gap">⋯</div>}
          <div class="sheet">
            <pre class="numbers" aria-hidden="true">
              {Array.from({ length: last - first + 1 }, (_, offset) => `${first + offset}\n`).join('')}
            </pre>
            <pre class="text">
              {lines.slice(first - 1, last).map((line, offset) => (
                <CodeLine key={offset} text={line} runs={colors?.[first - 1 + offset] ?? []} />
              ))}
            </pre>
          </div>
        </div>
      ))}
    </div>
  );
}

/** A line with its line break. */
function CodeLine({ text, runs }: { readonly text: string; readonly runs: ColoredLine }) {
  let index = 0;
  const parts = runs.map(([start, end, kind]) => {
    const before = text.slice(index, start);
    index = end;
    return [
      before,
      <span key={start} class={`c-${kind}`}>
        {text.slice(start, end)}
      </span>,
    ];
  });
  return (
    <>
      {parts}
      {text.slice(index)}
      {'\n'}
    </>
  );
}
