import { createWriteStream, existsSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { openParser } from '../../src/engine/open/open-parts.ts';
import { languageOfPath } from '../../src/languages/index.ts';
import type { ContentFacts, SymbolFacts } from '../../src/model/facts.ts';
import { git } from '../../src/reading/git.ts';
import { splitForMeaning } from '../../src/search/question-text.ts';
import { roleOf } from '../../src/sources/code/role.ts';
import { commitPairs } from './mine-commits.ts';
import { KINDS, type Pair, pairOf } from './pair.ts';

// node bench/embedding/mine.ts <work tree> <out.jsonl>: writes pairs of texts about code and the code, as bags of words.

const FILES_MAX = 2500;
const FILE_CHARACTERS_MAX = 250_000;
const COMMITS_MAX = 6000;
/** The most pairs of each kind, so that no repository outweighs the others. */
const MOST: Readonly<Record<Pair['kind'], number>> = { doc: 5000, name: 3500, section: 2500, commit: 9000 };

// Documents that are lists of names and versions.
const LISTS = /changelog|changes|history|news|release|licen[cs]e|contribut|code_of_conduct/i;

const [root, out] = process.argv.slice(2);
if (root === undefined || out === undefined || !existsSync(join(root, '.git')))
  throw new Error('usage: node bench/embedding/mine.ts WORK_TREE OUT.jsonl');

const parser = openParser(0);
const counts: Record<Pair['kind'], number> = { doc: 0, name: 0, section: 0, commit: 0 };
const seen = new Set<string>();
const file = createWriteStream(out);
const keep = (pair: Pair | null) => {
  if (pair === null || counts[pair.kind] >= MOST[pair.kind]) return;
  const line = JSON.stringify({ repo: basename(root), ...pair });
  if (seen.has(line)) return;
  seen.add(line);
  counts[pair.kind] += 1;
  file.write(`${line}\n`);
};

for (const path of await sourcePaths(root)) for (const pair of await filePairs(join(root, path), path)) keep(pair);
await commitPairs(root, { commitsMax: COMMITS_MAX, isTaken: isCode, keep });
await parser.close();
await new Promise((done) => file.end(done));
console.log(basename(root), KINDS.map((kind) => `${kind} ${counts[kind]}`).join(' '));

async function sourcePaths(folder: string): Promise<readonly string[]> {
  const { stdout } = await git(folder, ['ls-files', '-z']);
  const paths = stdout.toString('utf8').split('\0').filter(isSource);
  // Evenly chosen, so that the same pairs are taken each time.
  const step = Math.max(1, paths.length / FILES_MAX);
  return Array.from({ length: Math.min(paths.length, FILES_MAX) }, (_, at) => paths[Math.floor(at * step)]!);
}

function isSource(path: string): boolean {
  return isCode(path) || (languageOfPath(path)?.name === 'markdown' && !LISTS.test(path));
}

// Vendored copies belong to other projects, perhaps to those of a benchmark.
function isCode(path: string): boolean {
  return languageOfPath(path) !== null && roleOf(path, false) === 'source' && !/bundled/i.test(path);
}

async function filePairs(absolute: string, path: string): Promise<readonly (Pair | null)[]> {
  const text = existsSync(absolute) ? readFileSync(absolute, 'utf8') : '';
  if (text === '' || text.length > FILE_CHARACTERS_MAX) return [];
  const [parsed] = await parser.parse([{ hash: path, text, language: languageOfPath(path)?.name ?? null }]);
  if (parsed === undefined || parsed.facts.isGenerated) return [];
  return parsed.facts.symbols.flatMap((symbol) => symbolPairs(symbol, parsed.facts, { text, path }));
}

function symbolPairs(
  symbol: SymbolFacts,
  { document }: ContentFacts,
  { text, path }: { text: string; path: string },
): readonly (Pair | null)[] {
  const lines = text.split('\n').slice(symbol.startLine - 1, symbol.endLine);
  if (document !== null) {
    const [lead = '', ...rest] = lines
      .slice(1)
      .join('\n')
      .trim()
      .split(/(?<=[.:!?])\s/);
    return [pairOf('section', `${symbol.qualifiedName} ${lead}`, rest.join(' '), path)];
  }
  const body = lines.slice(symbol.signatureLines[0] - symbol.startLine).join('\n');
  const masked = body.replaceAll(symbol.name, ' ');
  const isTelling = splitForMeaning(symbol.name).length >= 2 && lines.length >= 4;
  return [
    symbol.doc === null ? null : pairOf('doc', symbol.doc, body.replace(symbol.doc, ' '), path),
    isTelling ? pairOf('name', symbol.name, masked, path) : null,
  ];
}
