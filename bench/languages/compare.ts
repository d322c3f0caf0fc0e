// Counts how many definitions of ctags in real repositories are symbols of knap.
//
// node bench/languages/compare.ts --mirrors DIR [--language NAME] [--misses]
//
// Mirrors are git directories DIR/owner+name/repo. Files are taken from their newest commit.
import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { parseArgs } from 'node:util';
import { languageOfPath } from '../../src/languages/index.ts';
import type { SymbolFacts } from '../../src/model/facts.ts';
import { openParser, parseOne } from '../../test/languages/parse-sample.ts';
import { type ComparedRepository, REPOSITORIES } from './repositories.ts';

const FILES_MAX = 400;
const { values } = parseArgs({
  options: { mirrors: { type: 'string' }, language: { type: 'string' }, misses: { type: 'boolean', default: false } },
});
const { mirrors } = values;
if (!mirrors) throw new Error('usage: compare.ts --mirrors DIR [--language NAME] [--misses]');
const parser = await openParser({ workers: 0 });

console.log('| language | repository | files | ctags defines | with a symbol | share | symbols | parsed whole |');
console.log('|---|---|---|---|---|---|---|---|');
for (const row of REPOSITORIES.filter(({ language }) => (values.language ?? language) === language)) {
  const mirror = join(mirrors, row.name.replace('/', '+'), 'repo');
  if (!existsSync(mirror)) {
    console.error(`no mirror of ${row.name}`);
    continue;
  }
  const folder = mkdtempSync(join(tmpdir(), 'languages-'));
  try {
    console.log(await compare(row, mirror, folder));
  } finally {
    rmSync(folder, { recursive: true });
  }
}
await parser.close();

async function compare(row: ComparedRepository, mirror: string, folder: string): Promise<string> {
  const git = (...words: string[]) =>
    execFileSync('git', ['--git-dir', mirror, ...words], { maxBuffer: 1 << 28, encoding: 'utf8' });
  const paths = git('ls-tree', '-r', '--name-only', 'HEAD')
    .split('\n')
    .filter((path) => languageOfPath(path)?.name === row.language && !row.leaves?.test(path));
  const step = Math.max(1, Math.ceil(paths.length / FILES_MAX));
  const taken = paths.filter((_, at) => at % step === 0);
  const held = new Map<string, HeldFile>();
  let symbols = 0;
  let whole = 0;
  let defined = 0;
  let found = 0;
  for (const path of taken) {
    const text = git('show', `HEAD:${path}`);
    const { facts } = await parseOne(parser, row.language, text);
    symbols += facts.symbols.length;
    whole += facts.notes.length === 0 ? 1 : 0;
    const file = join(folder, path);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, text);
    const names = facts.symbols.flatMap(({ name, qualifiedName }) => [plain(name), plain(qualifiedName)]);
    held.set(path, { names: new Set(names), functions: facts.symbols.filter(isFunction) });
  }
  for (const { path, name, line } of row.ctags === null ? [] : tagsOf(row, folder)) {
    const { names, functions } = held.get(path)!;
    // Definitions inside a function do not count.
    if (functions.some(({ signatureLines, endLine }) => signatureLines[1] < line && line <= endLine)) continue;
    defined += 1;
    if (formsOf(name).some((form) => names.has(form))) found += 1;
    else if (values.misses) console.error(`${row.name}/${path}:${line} ${name}`);
  }
  const share = row.ctags === null ? '' : `${((100 * found) / defined).toFixed(1)} %`;
  const told = row.ctags === null ? ['', '', ''] : [defined, found, share];
  return `| ${[row.language, row.name, taken.length, ...told, symbols, `${((100 * whole) / taken.length).toFixed(0)} %`].join(' | ')} |`;
}

interface HeldFile {
  readonly names: ReadonlySet<string>;
  readonly functions: readonly SymbolFacts[];
}

function isFunction({ kind }: SymbolFacts): boolean {
  return kind === 'function' || kind === 'method';
}

interface CtagsTag {
  readonly path: string;
  readonly name: string;
  readonly line: number;
}

function tagsOf({ ctags }: ComparedRepository, folder: string): readonly CtagsTag[] {
  const [language, kinds] = ctags!;
  const words = [`--languages=${language}`, `--kinds-${language}=${kinds}`, '--output-format=json', '--fields=+n'];
  const lines = execFileSync('ctags', [...words, '-R', '-f', '-', '.'], {
    cwd: folder,
    maxBuffer: 1 << 28,
    encoding: 'utf8',
  });
  const tags = lines.split('\n').flatMap((line): readonly CtagsTag[] => {
    if (line === '') return [];
    const { path, name, line: at } = JSON.parse(line) as CtagsTag;
    // ctags makes up names for what has none and for files that are modules.
    const isMadeUp =
      /^(?:__)?anon|^\(\)$/.test(name) || (at === 1 && path.toLowerCase().includes(`/${name.toLowerCase()}.`));
    return isMadeUp ? [] : [{ path: path.replace(/^\.\//, ''), name, line: at }];
  });
  // Clauses and overloads are one definition.
  return [...new Map(tags.map((tag) => [`${tag.path}\n${tag.name}`, tag])).values()];
}

// ctags names a message whole (`pay:retries:`), a member with its table (`shop.pay`), a rule by its selector (`.a > .b:hover`).
function formsOf(name: string): readonly string[] {
  const bare = name.replace(/\{.*$/, '');
  return [bare, name.split(':')[0]!, bare.split(/[.:]/).at(-1)!, name.match(/[.#][\w-]+/g)?.at(-1) ?? '']
    .map(plain)
    .filter((form) => form !== '');
}

function plain(name: string): string {
  return name.replace(/^[`"'($@.#%\s-]+|[`"')\s:!]+$/g, '').replace(/~\d+$/, '');
}
