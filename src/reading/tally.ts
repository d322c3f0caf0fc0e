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

function named(paths: readonly string[]): string {
  const sorted = paths.toSorted((a, b) => (a < b ? -1 : 1));
  // A path is quoted data: a newline in it must not start a line of its own.
  const examples = sorted
    .slice(0, EXAMPLES_MAX)
    .map((path) => (/[\x00-\x1f\x7f"]/.test(path) ? JSON.stringify(path) : path));
  return examples.join(', ') + (paths.length > EXAMPLES_MAX ? ', …' : '');
}
