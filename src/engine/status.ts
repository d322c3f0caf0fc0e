// Answers `status`: what the index holds and what has changed since. Other answers take from here what the index
// covers, and the note that perhaps nothing in the workspace answers them.
import { statSync } from 'node:fs';
import { DEFAULTS } from '../config/defaults.ts';
import { INDEX_META } from '../indexing/index-parts.ts';
import { parseRefused, plan, type RefusedFiles } from '../indexing/plan.ts';
import { historyReadOf } from '../indexing/read-history.ts';
import { scanSources } from '../indexing/scan-sources.ts';
import { perView } from '../indexing/view-caches.ts';
import { languageByName, languageOfPath } from '../languages/index.ts';
import type { Coverage } from '../model/pack.ts';
import type { Embedder } from '../ports/embedder.ts';
import type { ReadPart, Status } from '../ports/status.ts';
import type { FileRecord, Opening } from '../ports/store.ts';
import type { EngineParts } from './open/open-parts.ts';

/** Reports what the index holds, and how many files have changed since. */
export async function statusOf(root: string, parts: EngineParts): Promise<Omit<Status, 'graphs'>> {
  const { store, storePath } = parts;
  for (const source of parts.sources) source.begin?.();
  const [opening, counts, borrowed, earlier] = await Promise.all([
    store.opening(),
    store.counts(),
    store.borrowed?.(),
    store.earlier?.(),
  ]);
  const { files, meta } = opening;
  const scan = await scanSources(parts.sources, opening);
  const indexedAt = meta.get(INDEX_META.indexedAtMs);
  const lastIndexedMs = indexedAt === undefined ? null : Number(indexedAt);
  const refused = parseRefused(meta.get(INDEX_META.refused) ?? null);
  const todo = plan([...files, ...refused.values()], scan.files, { indexedAtMs: lastIndexedMs, youngMs: 0 });
  return {
    root,
    store: {
      name: store.name,
      path: storePath,
      bytes: statSync(storePath, { throwIfNoEntry: false })?.size ?? 0,
      ...(borrowed && { borrowed }),
      ...(earlier && { earlier }),
    },
    coverage: coverageOf(opening, parts.embedder),
    reading: readingOf(files, refused),
    symbols: counts.symbols,
    edges: counts.edges,
    lastIndexedMs,
    pending: { added: todo.add.length, changed: todo.change.length, removed: todo.remove.length },
    notes: [...parts.notes, ...[...scan.notes.values()].flat()],
  };
}

function readingOf(files: readonly FileRecord[], refused: RefusedFiles): Status['reading'] {
  const opened = [
    ...files.map(
      ({ path, language, isParsed }) => ({ path, language, how: isParsed ? 'structure' : 'words' }) as const,
    ),
    ...[...refused.keys()].map((path) => ({ path, language: languageOfPath(path)?.name, how: 'leftOut' }) as const),
  ];
  const by = (nameOf: (file: (typeof opened)[number]) => string): readonly ReadPart[] =>
    [...Map.groupBy(opened, nameOf)]
      .map(([name, of]) => {
        const count = (how: string) => of.filter((file) => file.how === how).length;
        return { name, structure: count('structure'), words: count('words'), leftOut: count('leftOut') };
      })
      .toSorted((a, b) => sizeOfPart(b) - sizeOfPart(a) || (a.name < b.name ? -1 : 1));
  return {
    languages: by(({ language }) => language ?? 'other'),
    folders: by(({ path }) => (path.includes('/') ? path.slice(0, path.indexOf('/')) : '.')),
  };
}

const sizeOfPart = ({ structure, words, leftOut }: ReadPart): number => structure + words + leftOut;

export function coverageOf(opening: Opening, embedder: Embedder | null): Coverage {
  const { files, history, vectorModel } = opening;
  const { available, commits, note } = history;
  // True if the index holds vectors of the current model.
  const meaning = embedder !== null && vectorModel?.name === embedder.model;
  return { ...filesCovered(files), history: { available, commits, note }, meaning, ...leftOf(opening) };
}

/** A note if the likelihood is high that nothing here answers; none if the index is incomplete. */
export function notesIfNotHere(nothing: number | null, { left }: Coverage): readonly string[] {
  if (nothing === null || left !== undefined || nothing < PERHAPS_FROM) return [];
  const word = nothing < PROBABLY_FROM ? 'Perhaps' : 'Probably';
  return [`${word} not here: ${Math.round(100 * nothing)} % likely that nothing in this workspace answers this.`];
}

const { perhapsFrom: PERHAPS_FROM, probablyFrom: PROBABLY_FROM } = DEFAULTS.notHere;

function leftOf(opening: Opening): Pick<Coverage, 'left'> {
  const left = {
    files: Number(opening.meta.get(INDEX_META.filesLeft) ?? ''),
    olderCommits: historyReadOf(opening) !== null,
  };
  return left.files > 0 || left.olderCommits ? { left } : {};
}

const filesCovered = perView((files) => {
  const languages = new Map<string, number>();
  for (const file of files) languages.set(file.language ?? 'other', (languages.get(file.language ?? 'other') ?? 0) + 1);
  const counted = [...languages].sort((a, b) => b[1] - a[1] || (a[0] < b[0] ? -1 : 1));
  return {
    files: files.length,
    languages: Object.fromEntries(counted),
    parsed: files.filter((file) => file.isParsed).length,
    failed: files.filter((file) => !file.isParsed && hasGrammar(file.language)).length,
  };
});

// Only a language with a grammar can fail to parse.
function hasGrammar(language: string | null): boolean {
  return language !== null && languageByName(language)?.grammar != null;
}
