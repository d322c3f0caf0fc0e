import { categoryOf } from '../../model/entity.ts';
import type { ContentFacts, LineRange } from '../../model/facts.ts';
import type { ResultEntity } from './search-result.ts';

/**
 * The lines of a file that hold a result now: where it says, else where its text or its name is found. Null when they
 * cannot be told, so that nothing shifted is quoted as what was asked for.
 */
export function findLines(
  entity: ResultEntity,
  said: LineRange,
  file: { readonly lines: readonly string[]; readonly facts: ContentFacts | null },
): LineRange | null {
  const stored = entity.content ? trimmedLines(entity.content) : [];
  const isInFile = said[0] >= 1 && said[0] <= file.lines.length;
  const range: LineRange = [said[0], Math.min(said[1], file.lines.length)];
  const quoted = isInFile ? file.lines.slice(range[0] - 1, range[1]) : [];
  if (isInFile && startsWith(quoted, stored)) return range;
  const moved = stored.length > 0 ? indexOfLines(file.lines, stored) : -1;
  if (moved >= 0) return [moved + 1, moved + stored.length];
  const symbol = file.facts?.symbols.find(
    ({ name, qualifiedName }) => qualifiedName === entity.qualifiedName || name === entity.name,
  );
  if (symbol) return [symbol.startLine, symbol.endLine];
  // A name that stands in the lines vouches for them; only code can be expected to hold its own name.
  const isCode = categoryOf(entity.type) === 'code' && entity.type !== 'file' && entity.type !== 'module';
  return isInFile && (!isCode || quoted.some((line) => line.includes(shortName(entity.name)))) ? range : null;
}

// Equal from the first line on; white space at line ends is not a change.
function startsWith(lines: readonly string[], stored: readonly string[]): boolean {
  if (stored.length === 0 || stored.length > lines.length) return false;
  return stored.every((line, index) => lines[index]?.trimEnd() === line);
}

function indexOfLines(lines: readonly string[], stored: readonly string[]): number {
  const first = stored[0];
  for (let at = 0; at + stored.length <= lines.length; at++) {
    if (lines[at]?.trimEnd() === first && startsWith(lines.slice(at, at + stored.length), stored)) return at;
  }
  return -1;
}

function trimmedLines(text: string): readonly string[] {
  const lines = text.split(/\r\n?|\n/).map((line) => line.trimEnd());
  const first = lines.findIndex((line) => line !== '');
  const last = lines.findLastIndex((line) => line !== '');
  return first < 0 ? [] : lines.slice(first, last + 1);
}

function shortName(name: string): string {
  return name.slice(Math.max(name.lastIndexOf('.'), name.lastIndexOf(':'), name.lastIndexOf('#')) + 1);
}
