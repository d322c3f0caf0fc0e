import { createHash } from 'node:crypto';
import { copyFileSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { expect, onTestFinished, test } from 'vitest';
import { copyGrammars, GRAMMAR_FILES, GRAMMARS_DIR, grammarSources } from '../../scripts/copy-grammars.ts';
import { LANGUAGES, languageByName } from '../../src/languages/index.ts';
import { openGrammars } from '../../src/sources/code/parse/grammars.ts';

const RUBY = languageByName('ruby')!;

test('a grammar is loaded once in a thread, however often a workspace is opened and closed', async () => {
  await copyGrammars(GRAMMARS_DIR);
  const folder = mkdtempSync(join(tmpdir(), 'knap-grammars-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const file = `${RUBY.grammar}.wasm.gz`;
  for (const name of ['web-tree-sitter.wasm', file]) copyFileSync(join(GRAMMARS_DIR, name), join(folder, name));
  const open = async () => {
    const grammars = openGrammars({ folder, readMsMax: 5000, spentMs: () => 0 });
    const why = await grammars.load(RUBY);
    const reading = why === null ? grammars.read(RUBY, 'def pay\n  1\nend\n') : null;
    grammars.close();
    return why ?? reading?.hasError;
  };
  expect(await open()).toBe(false);
  rmSync(join(folder, file));
  expect(await open()).toBe(false);
});

test('the grammars that languages name are kept, no others, each with its recorded hash', () => {
  const kept = grammarSources().flatMap(({ grammars }) => Object.entries(grammars));
  const needed = new Set(LANGUAGES.flatMap(({ grammar }) => grammar ?? []));
  expect(kept.map(([name]) => name).sort()).toEqual([...needed].sort());
  const hashOf = (name: string) =>
    createHash('sha256')
      .update(gunzipSync(readFileSync(join(GRAMMAR_FILES, `${name}.wasm.gz`))))
      .digest('hex');
  expect(kept.map(([name]) => [name, hashOf(name)])).toEqual(kept);
});
