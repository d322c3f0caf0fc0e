import { oneLine } from '../model/visible-text.ts';
import { redactText } from './redaction/redact.ts';

/** Counts what was left out, kind by kind, and says it in one sentence each. */
export interface Tally {
  add(kind: string, path: string): void;
  /** Sorted by kind; names the first path of each. */
  notes(): readonly string[];
}

const EXAMPLES_MAX = 1;

/** Makes an empty tally. The sentences say what happened to `%` (the counted files), by kind. */
export function createTally(sentences: Readonly<Record<string, string>>): Tally {
  const paths = new Map<string, string[]>();
  return {
    add(kind, path) {
      const seen = paths.get(kind);
      if (seen) seen.push(path);
      else paths.set(kind, [path]);
    },
    notes() {
      const kinds = [...paths].toSorted(([a], [b]) => (a < b ? -1 : 1));
      return kinds.map(
        ([kind, all]) => `${(sentences[kind] ?? kind).replace('%', countOf(all.length))}: ${named(all)}`,
      );
    },
  };
}

function countOf(count: number): string {
  return count === 1 ? '1 file' : `${count} files`;
}

// A path is quoted data: it stands on one line, without what nobody may see.
function named(paths: readonly string[]): string {
  const sorted = paths.toSorted((a, b) => (a < b ? -1 : 1));
  const examples = sorted.slice(0, EXAMPLES_MAX).map((path) => oneLine(redactText(path).text));
  return examples.join(', ') + (paths.length > EXAMPLES_MAX ? ', …' : '');
}
