import type { SourceText } from '../../model/candidate.ts';
import type { LineRange } from '../../model/facts.ts';
import { mergeRanges } from '../../model/line-ranges.ts';
import type { Quote } from '../../ports/formatter.ts';

/**
 * A quote of a file read as its diff, with the lines of the file itself; what the file does not have has none. Lines none of
 * which changed are quoted as those of any other file.
 */
export function inFile(source: SourceText, quote: Quote): Quote {
  if (source.numbers === undefined) return quote;
  const [startLine, endLine] = spanIn(source, [quote.startLine, quote.endLine]);
  return {
    ...quote,
    ...(holdsChange(source, quote) ? { language: 'diff' } : { text: quote.text.replace(/^[ @]/gm, '') }),
    startLine,
    endLine,
    entityLines: spanIn(source, quote.entityLines),
    lines: quote.lines.flatMap((range) => linesIn(source, range)),
    importLines: quote.importLines.flatMap((range) => linesIn(source, range)),
    ...(quote.entities && {
      entities: quote.entities.map((entity) => {
        const [first, last] = spanIn(source, [entity.startLine, entity.endLine]);
        return { ...entity, startLine: first, endLine: last };
      }),
    }),
  };
}

/** Whether a quote of a file read as its diff holds a line that the diff adds or takes away. */
export function holdsChange({ numbers }: SourceText, { text }: Quote): boolean {
  return numbers !== undefined && /^[+-]/m.test(text);
}

/** From the first line of the file among these to the last; where there is none, the one they stand before. */
export function spanIn({ numbers }: SourceText, [first, last]: LineRange): LineRange {
  if (numbers === undefined) return [first, last];
  const own = numbers.slice(first - 1, last).filter((number) => number !== null);
  if (own.length > 0) return [own[0]!, own.at(-1)!];
  const next = numbers.slice(last).find((number) => number !== null);
  const before = numbers.slice(0, first - 1).findLast((number) => number !== null);
  const place = next ?? before ?? 1;
  return [place, place];
}

function linesIn({ numbers }: SourceText, [first, last]: LineRange): readonly LineRange[] {
  const own = (numbers ?? []).slice(first - 1, last).filter((number) => number !== null);
  return mergeRanges(own.map((number) => [number, number]));
}
