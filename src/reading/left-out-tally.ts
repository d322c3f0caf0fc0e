// Counts files that were left out, and reports each kind in one sentence.
import { oneLine } from '../model/visible-text.ts';
import { redactText } from './redaction/redact.ts';

/** Counts files that were left out by kind, and reports each kind in one sentence. */
export interface Tally {
  add(kind: string, path: string): void;
  /** One note for each kind, sorted by kind, with the first path. */
  notes(): readonly string[];
}

const EXAMPLES_MAX = 1;

/** Creates an empty tally. `sentences` has one sentence for each kind; `%` stands for the number of files. */
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

// Prints paths on one line and redacts them, because they are data of the workspace.
function named(paths: readonly string[]): string {
  const sorted = paths.toSorted((a, b) => (a < b ? -1 : 1));
  const examples = sorted.slice(0, EXAMPLES_MAX).map((path) => oneLine(redactText(path).text));
  return examples.join(', ') + (paths.length > EXAMPLES_MAX ? ', …' : '');
}
