import type { ContentFacts } from '../../../model/facts.ts';
import type { Source } from '../../../ports/source.ts';
import { roleOf } from '../role.ts';
import { type ScanOptions, scan } from './scan.ts';

export interface CodeSourceOptions extends ScanOptions {
  readonly root: string;
  readonly languageOf: (path: string) => string | null;
}

/** The files of a folder as a source of knowledge. */
export function createCodeSource({ root, languageOf, ...options }: CodeSourceOptions): Source {
  return {
    name: 'code',
    owns: () => true,
    scan: () => scan(root, options),
    languageOf,
    roleOf: (path: string, facts: ContentFacts | null) => roleOf(path, facts?.isGenerated ?? false),
  };
}
