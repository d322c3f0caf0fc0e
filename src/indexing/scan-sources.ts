import { invariant } from '../model/errors.ts';
import type { Source } from '../ports/source.ts';
import type { Fingerprint } from '../ports/store.ts';
import type { IndexParts } from './parts.ts';

/** What all sources hold now. */
export interface SeenFiles {
  readonly files: readonly Fingerprint[];
  readonly notes: readonly string[];
  /** What the sources want to know at the next scan; to be stored after everything that was seen. */
  readonly meta: Readonly<Record<string, string>>;
}

/** Looks through every source. */
export async function scanSources({ sources, store }: Pick<IndexParts, 'sources' | 'store'>): Promise<SeenFiles> {
  const scans = await Promise.all(
    sources.map(async (source) => {
      const key = `source.${source.name}`;
      const before = await store.meta(key);
      const { files, notes, memory = before } = await source.scan(before);
      const own = files.filter(({ path }) => sourceOf(sources, path) === source);
      return { files: own, notes, meta: memory === null || memory === before ? {} : { [key]: memory } };
    }),
  );
  return {
    files: scans.flatMap(({ files }) => files),
    notes: scans.flatMap(({ notes }) => notes),
    meta: Object.assign({}, ...scans.map(({ meta }) => meta)),
  };
}

/** The source that answers for a path. */
export function sourceOf(sources: readonly Source[], path: string): Source {
  const owner = sources.find((source) => source.owns(path));
  invariant(owner, 'some source owns every path');
  return owner;
}
