import type { ColoredLine } from '../../ports/source.ts';

interface CodeLinesProps {
  /** All lines of the file. */
  readonly lines: readonly string[];
  /** Those that are shown, by their numbers from 1; a mark stands where lines are left out. */
  readonly ranges: readonly (readonly [first: number, last: number])[];
  readonly colors: readonly ColoredLine[] | null;
}

/** Lines of a file with their numbers, in the colours that the server read from its grammar. */
export function CodeLines({ lines, ranges, colors }: CodeLinesProps) {
  return (
    <div class="lines">
      {ranges.map(([first, last], at) => (
        <div key={first} class="range">
          {at > 0 && <div class="gap">⋯</div>}
          <div class="sheet">
            <pre class="numbers" aria-hidden="true">
              {Array.from({ length: last - first + 1 }, (_, offset) => `${first + offset}\n`).join('')}
            </pre>
            <pre class="text">
              {lines.slice(first - 1, last).map((line, offset) => (
                <CodeLine key={offset} text={line} runs={colors?.[first - 1 + offset] ?? NONE} />
              ))}
            </pre>
          </div>
        </div>
      ))}
    </div>
  );
}

const NONE: ColoredLine = [];

/** One line with its end. */
export function CodeLine({ text, runs }: { readonly text: string; readonly runs: ColoredLine }) {
  let at = 0;
  const parts = runs.map(([start, end, kind]) => {
    const before = text.slice(at, start);
    at = end;
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
      {text.slice(at)}
      {'\n'}
    </>
  );
}
