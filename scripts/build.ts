import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { chmod, copyFile, mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { type BuildOptions, build, type Plugin } from 'esbuild';
import { packTokens, type TokenList } from '../src/tokenizers/index.ts';
import { buildPage } from './build-page.ts';
import { copyGrammars } from './copy-grammars.ts';
import { declareTypes } from './declare-types.ts';
import { joinChunks } from './join-chunks.ts';
import { licenceNotices, packagesOf, readBundled } from './licence-notices.ts';
import { makeSbom } from './make-sbom.ts';
import { schemaPages } from './make-schemas.ts';

const ROOT = join(import.meta.dirname, '..');
// An argument names another target folder, to try a build without replacing `dist`.
const DIST = process.argv[2] ?? join(ROOT, 'dist');

const PROGRAM = 'src/surfaces/cli/main.ts';
// Modules that load together: for help, for commands that open the index, and for questions.
const GROUPS = {
  start: ['src/surfaces/cli/run-process.ts'],
  work: [
    'src/surfaces/cli/options.ts',
    'src/surfaces/cli/run-command.ts',
    'src/operations/workspace/index-workspace.ts',
    'src/engine.ts',
  ],
  answer: [
    'src/operations/pack.ts',
    'src/operations/query.ts',
    'src/engine/questions/pack.ts',
    'src/engine/questions/query.ts',
  ],
};

// Name in dist → entry file. npm packages are bundled, so that installing knap installs only what `external` names. The library and
// the threads have separate files, because neither needs everything that a command does.
const ENTRIES = {
  index: 'src/index.ts',
  'parse-worker': 'src/sources/code/parse/parse-worker.ts',
  'engine-worker': 'src/engine/worker-engine/engine-worker.ts',
  'answer-worker': 'src/engine/answer-threads/answer-worker.ts',
  'replay-worker': 'src/evaluation/replay-worker.ts',
} as const;

// Bundled CommonJS packages call require(), which a module does not have.
const REQUIRE =
  "import { createRequire as knapRequire } from 'node:module'; const require = knapRequire(import.meta.url);";

const GRAMMARS = 'grammars';
const MODEL = 'models/builtin-384.bin';
const RANKER = { from: 'src/rankers/weights.json', to: 'models/ranker.json' };

// A tokenizer has a table of two hundred thousand strings. Loading them as a program or as JSON takes a tenth of a second; a
// binary file that is searched in place takes nearly no time.
const tokensAsFile: Plugin = {
  name: 'tokens-as-file',
  setup({ onLoad }) {
    onLoad({ filter: /gpt-tokenizer[\\/]esm[\\/]bpeRanks[\\/]\w+\.js$/ }, async ({ path }) => {
      const { default: tokens } = (await import(path)) as { default: TokenList };
      const file = `models/${basename(path, '.js')}.tokens`;
      await mkdir(join(DIST, 'models'), { recursive: true });
      await writeFile(join(DIST, file), packTokens(tokens));
      return {
        contents: `import { readFileSync } from 'node:fs';
          export default readFileSync(new URL(${JSON.stringify(file)}, import.meta.url));`,
      };
    });
  },
};

await clear();
const packages = [...(await bundle()), ...(await buildPage(join(DIST, 'page')))];
await copyGrammars(join(DIST, GRAMMARS));
await mkdir(join(DIST, 'models'), { recursive: true });
await copyFile(join(ROOT, MODEL), join(DIST, MODEL));
await copyFile(join(ROOT, RANKER.from), join(DIST, RANKER.to));
await mkdir(join(DIST, 'schemas'), { recursive: true });
for (const [name, page] of Object.entries(schemaPages())) await writeFile(join(DIST, 'schemas', name), page);
// The command writes its manual page, because it knows its version.
await mkdir(join(DIST, 'man'), { recursive: true });
const env = { ...process.env, NODE_DISABLE_COMPILE_CACHE: '1' };
const manual = execFileSync(process.execPath, [join(DIST, 'cli.js'), 'manual', '--man'], { env });
await writeFile(join(DIST, 'man/knap.1'), manual);
const bundled = readBundled(ROOT, packages);
await writeFile(join(DIST, 'THIRD-PARTY-NOTICES.txt'), licenceNotices(bundled));
await writeFile(join(DIST, 'sbom.cdx.json'), makeSbom(ROOT, bundled));
// Only the library exports types, with those that it re-exports.
if (existsSync(join(ROOT, ENTRIES.index))) declareTypes(join(DIST, 'types'));

// Removes everything but the grammars: thirty megabytes that seldom change.
async function clear(): Promise<void> {
  await mkdir(DIST, { recursive: true });
  const old = (await readdir(DIST)).filter((name) => name !== GRAMMARS);
  await Promise.all(old.map((name) => rm(join(DIST, name), { recursive: true })));
}

async function bundle(): Promise<readonly string[]> {
  const { version } = JSON.parse(await readFile(join(ROOT, 'package.json'), 'utf8')) as { version: string };
  const entryPoints = Object.fromEntries(Object.entries(ENTRIES).filter(([, path]) => existsSync(join(ROOT, path))));
  const options = optionsFor(version);
  const library = await build({ ...options, entryPoints, write: false, metafile: true });
  const chunkOptions = { ...options, chunkNames: 'knap-[name]-[hash]' };
  const program = await build({ ...chunkOptions, entryPoints: { cli: PROGRAM }, write: false, metafile: true });
  const files = new Map([
    ...library.outputFiles.map((file) => [basename(file.path), file.text] as const),
    ...(await joinChunks(program, GROUPS, chunkOptions)),
  ]);
  for (const [name, text] of files) {
    const start = name === 'cli.js' ? '#!/usr/bin/env node\n' : '';
    await writeFile(join(DIST, name), start + (text.includes('typeof require') ? REQUIRE + text : text));
  }
  await chmod(join(DIST, 'cli.js'), 0o755);
  return packagesOf([...Object.keys(library.metafile.inputs), ...Object.keys(program.metafile.inputs)]);
}

function optionsFor(version: string): BuildOptions {
  return {
    absWorkingDir: ROOT,
    outdir: DIST,
    bundle: true,
    plugins: [tokensAsFile],
    splitting: true,
    format: 'esm',
    platform: 'node',
    // Optional, and different for every system, so it is loaded from its installation.
    external: ['@parcel/watcher'],
    target: 'node22.13',
    // Chunks lie beside the entries, because code finds the worker and the grammars relative to its file.
    chunkNames: '[name]-[hash]',
    minifySyntax: true,
    minifyWhitespace: true,
    define: { KNAP_VERSION: JSON.stringify(version) },
    logLevel: 'warning',
  };
}
