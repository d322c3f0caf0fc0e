import { copyFileSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { copyGrammars, GRAMMARS_DIR } from '../../scripts/copy-grammars.ts';
import { languageByName } from '../../src/languages/index.ts';
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
