import { expect, test } from 'vitest';
import type { ContentFacts } from '../../src/model/facts.ts';
import type { FileRecord } from '../../src/ports/store.ts';
import { createLinker } from '../../src/sources/code/link/create-linker.ts';

const FILES = 400;

test('linking a workspace with hundreds of thousands of edges does not overflow the stack', async () => {
  const paths = Array.from({ length: FILES }, (_, at) => `src/f${at}.ts`);
  const numbers = { size: 1, mtimeMs: 1, lineCount: FILES, termCount: 1 };
  const record = (path: string, content: number): FileRecord => ({
    ...{ path, content, hash: path, source: 'code', language: 'typescript', role: 'source', isParsed: true },
    ...numbers,
  });
  const imports = paths.map((_, at) => ({ specifier: `./f${at}`, names: [], line: at + 1 }));
  const facts: ContentFacts = {
    ...{ lineCount: FILES, symbols: [], imports, importLines: [], packageName: null, isGenerated: false },
    ...{ document: null, notes: [] },
  };
  const { edges } = await createLinker({ rootPatterns: [] }).link(paths, {
    files: new Map(paths.map((path, at) => [path, record(path, at)])),
    facts: async (asked) => new Map(asked.map((path) => [path, facts])),
    read: async () => null,
    definitions: async () => [],
    documents: async () => [],
  });
  expect(edges).toHaveLength(FILES * (FILES - 1));
});
