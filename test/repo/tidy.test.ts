import { statSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { unusedExports } from './export-rules.ts';
import * as layers from './layer-rules.ts';
import { parseFile, readTree, type SourceFile } from './source-tree.ts';
import * as style from './style-rules.ts';
import { ROOT, textOf, trackedFiles } from './tracked-files.ts';

type Rule = (files: readonly SourceFile[]) => readonly string[];
type Planted = Readonly<Record<string, string>>;

const lines = (count: number, line = 'x();'): string => `${line}\n`.repeat(count);

/** Each rule with a small tree that breaks it: a rule that finds nothing there would find nothing anywhere. */
const rules: [name: string, rule: Rule, broken: Planted][] = [
  ['every folder has a layer', layers.unknownFolders, { 'src/extras/a.ts': '' }],
  ['imports go down the layers', layers.upwardImports, { 'src/ports/a.ts': "import type { E } from '../engine.ts';" }],
  ['sources import no tests', layers.upwardImports, { 'src/cli.ts': "import '../test/a.ts';" }],
  ['pure folders see no disk', layers.impureImports, { 'src/pipeline/score/a.ts': "import 'node:fs';" }],
  [
    'pure folders see no configuration',
    layers.impureImports,
    { 'src/formats/a.ts': "await import('../config/load.ts');" },
  ],
  ['a page loads nothing but itself', layers.loadedByPage, { 'src/page/a.tsx': "import { b } from '../engine.ts';" }],
  ['one file starts a program', layers.startedPrograms, { 'src/sources/a.ts': "import 'node:child_process';" }],
  [
    'the pipeline sees no extension',
    layers.impureImports,
    { 'src/pipeline/a.ts': "type F = import('../formats/xml.ts').F;" },
  ],
  [
    'a stage sees no other stage',
    layers.sidewaysImports,
    { 'src/pipeline/score/a.ts': "export { b } from '../budget/b.ts';" },
  ],
  [
    'pages are made in one place',
    layers.pagesMadeElsewhere,
    { 'src/engine/show/a.ts': "import { format } from '../../pipeline/format.ts';" },
  ],
  [
    'a format is three files',
    layers.scatteredFormats,
    Object.fromEntries(['a', 'b', 'c', 'd'].map((name) => [`src/formats/html/${name}.ts`, ''])),
  ],
  [
    'only the engine knows pipeline and extensions',
    layers.composingOutsideEngine,
    { 'src/indexing/a.ts': "import '../pipeline/pack.ts'; import '../stores/index.ts';" },
  ],
  [
    'no import cycles',
    layers.importCycles,
    { 'src/model/a.ts': "import './b.ts';", 'src/model/b.ts': "import type { A } from './a.ts';" },
  ],
  [
    'an extension folder lists its files',
    layers.unlistedFiles,
    { 'src/formats/index.ts': '', 'src/formats/html.ts': '' },
  ],
  ['files stay short', style.longFiles, { 'src/model/a.ts': lines(301) }],
  ['functions stay short', style.longFunctions, { 'src/model/a.ts': `const f = () => {\n${lines(60)}};` }],
  [
    'folders stay small',
    style.crowdedFolders,
    Object.fromEntries(Array.from({ length: 21 }, (_, index) => [`src/model/a${index}.ts`, ''])),
  ],
  ['files are named in kebab-case', style.oddNames, { 'src/model/someThing.ts': '' }],
  ['no file is a heap', style.oddNames, { 'src/model/utils.ts': '' }],
  ['exported names say what a thing is', style.vagueNames, { 'src/model/a.ts': 'export class PackManager {}' }],
  [
    'a type has a name of its own',
    style.typesNamedTwice,
    { 'src/model/a.ts': 'interface Found {}', 'src/ports/b.ts': 'export type Found = string;' },
  ],
  ['exports are named', style.unnamedExports, { 'src/model/a.ts': 'export default 1;' }],
  ['nothing is exported wholesale', style.unnamedExports, { 'src/model/a.ts': "export * from './b.ts';" }],
  [
    'files are opened by the guarded reader',
    style.unguardedReads,
    { 'src/bundle/a.ts': "import { readFile } from 'node:fs/promises';" },
  ],
  ['what is exported is imported', unusedExports, { 'src/model/a.ts': 'export const alone = 1;' }],
  ['no any', style.anyTypes, { 'test/a/b.test.ts': 'const x: any[] = [];' }],
  ['no hidden clock', style.hiddenInputs, { 'src/indexing/a.ts': 'const t = Date.now();' }],
  ['no hidden date', style.hiddenInputs, { 'src/bundle/a.ts': 'const t = new Date();' }],
  ['no hidden environment', style.hiddenInputs, { 'src/stores/a.ts': "const t = process['env'].HOME;" }],
  ['comments say why, quietly', style.loudComments, { 'src/model/a.ts': '// TODO later' }],
  ['every test runs, on real parts', style.idleTests, { 'test/a/b.test.ts': "test.skip('x', () => {});" }],
  ['defaults are written once', style.strayDefaults, { 'src/operations/a.ts': 'const s = z.int().default(25);' }],
  [
    'a weight is written once',
    style.weightsWrittenTwice,
    { 'src/search/a.ts': 'const K1 = 1.2;', 'src/indexing/b.ts': 'export const K1 = 1.2;' },
  ],
  [
    'a name in a table is written once',
    style.namesWrittenTwice,
    { 'src/signals/a.ts': "const a = { kind: 'diffHit' };", 'src/formats/b.ts': "const b = 'diffHit';" },
  ],
];

const tree = readTree();

describe('the tree is tidy', () => {
  for (const [name, rule] of rules) test(name, () => expect(rule(tree)).toEqual([]));
});

describe('a fault would be seen', () => {
  for (const [name, rule, broken] of rules) {
    test(name, () => expect(rule(Object.entries(broken).map(([path, text]) => parseFile(path, text)))).not.toEqual([]));
  }
});

// Written in two halves, so that this file does not hold them itself.
const UNWELCOME: [name: string, words: RegExp][] = [
  ['paths of one machine', new RegExp(`(?<![\\w.@-])/(${'wo'}rk|${'ro'}ot|${'ho'}me/runner)/`)],
  [
    'words about how it was made',
    new RegExp(`${'sub'}agent|\\.\\./${'sha'}red|${'gen'}erated by (an? )?(AI|LLM)`, 'i'),
  ],
  ['conflict marks', new RegExp(`^(${'<'.repeat(7)}|${'>'.repeat(7)}) `, 'm')],
];
const TEXT = /\.(ts|js|mjs|json|jsonl|md|yaml|yml|txt|sh|scm)$|^[^.]*$|^\.[a-z]+(\/run)?$/;

for (const [name, words] of UNWELCOME) {
  test(`no committed file holds ${name}`, () => {
    expect(trackedFiles().filter((path) => TEXT.test(path) && words.test(textOf(path)))).toEqual([]);
  });
}

test('the lock file names no registry', () => {
  expect(textOf('package-lock.json').match(/"resolved": "https?:[^"]*"/g) ?? []).toEqual([]);
});

test('files that run in a shell carry their mode and stop at the first fault', () => {
  expect(statSync(join(ROOT, '.ci/run')).mode & 0o111).toBe(0o111);
  expect(textOf('.ci/run')).toMatch(/^#!\/usr\/bin\/env bash\n[\s\S]*set -euo pipefail/);
});

test('the README opens with the commands that .ci/run and package.json know', () => {
  const [demo, check] = [...textOf('README.md').matchAll(/^npm ci && (npm .*)$/gm)].map((match) => match[1]!);
  const { scripts } = JSON.parse(textOf('package.json')) as { scripts: Record<string, string> };
  expect([demo, check]).toEqual(['npm run demo', 'npm test']);
  expect(Object.keys(scripts)).toEqual(expect.arrayContaining(['demo', 'test']));
  expect(textOf('.ci/run')).toContain(`\n${check}\n`);
});
