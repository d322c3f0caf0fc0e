import type { ContentFacts } from '../../../model/facts.ts';
import type { Source } from '../../../ports/source.ts';
import { roleOf } from '../role.ts';
import { type GitListing, listWithGit } from './list-with-git.ts';
import { type ScanOptions, scan } from './scan.ts';
import { scanSome } from './scan-some.ts';
import { watchedRoot } from './watched-root.ts';

export interface CodeSourceOptions extends ScanOptions {
  readonly root: string;
  readonly languageOf: (path: string) => string | null;
}

/** The files of a folder as a source of knowledge. */
export function createCodeSource({ root, languageOf, ...options }: CodeSourceOptions): Source {
  let isListed = false;
  let begun: Promise<GitListing> | null = null;
  return {
    name: 'code',
    owns: () => true,
    begin: () => {
      begun = listWithGit(root);
    },
    scan: async (_memory, onSeen, known) => {
      const listing = begun ?? undefined;
      // Whoever looks again wants to see what is there then.
      begun = null;
      const { isListed: wasListed, ...seen } = await scan(root, options, { listing, onSeen, known });
      isListed = wasListed;
      return seen;
    },
    scanSome: (paths, isKnown) => scanSome(root, paths, { ...options, isListed, isKnown }),
    watched: async () => [await watchedRoot(root, options)],
    languageOf,
    roleOf: (path: string, facts: ContentFacts | null) => roleOf(path, facts?.isGenerated ?? false),
  };
}
