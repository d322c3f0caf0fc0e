import { ContextError } from '../../model/errors.ts';
import type { SymbolFacts } from '../../model/facts.ts';
import { closeMatches } from '../../pipeline/resolve/close-matches.ts';
import type { FileRecord } from '../../ports/store.ts';
import type { KnowledgeRun } from '../documents/knowledge-run.ts';
import { isDocument } from '../links/link-directory.ts';
import type { FoundTarget } from './found-target.ts';

const CANDIDATES_SHOWN = 8;
const LINES = /^(.+?):(\d+)(?:-(\d+))?$/;

/** Lines of a file: `src/a.ts`, `src/a.ts:12-40` or `src/a.ts#Shop.pay`; null when no such file is named. */
export async function findCode(text: string, run: KnowledgeRun): Promise<FoundTarget | null> {
  const path = text.replace(/^\.\//, '');
  const whole = run.files.get(path);
  if (whole) return isDocument(whole) ? null : { kind: 'code', file: whole, startLine: 1, endLine: whole.lineCount };
  const [, before = '', first, last] = LINES.exec(path) ?? [];
  const file = run.files.get(before);
  if (file && first !== undefined) return linesIn(file, Number(first), Number(last ?? first));
  const hash = path.indexOf('#');
  const named = hash < 0 ? undefined : run.files.get(path.slice(0, hash));
  return named && !isDocument(named) ? symbolIn(named, path.slice(hash + 1), run) : null;
}

function linesIn(file: FileRecord, startLine: number, last: number): FoundTarget {
  if (startLine < 1 || startLine > last || startLine > file.lineCount)
    throw new ContextError('BAD_INPUT', `${file.path} has lines 1 to ${file.lineCount}, not ${startLine}-${last}.`);
  return { kind: 'code', file, startLine, endLine: Math.min(last, file.lineCount) };
}

async function symbolIn(file: FileRecord, name: string, { store }: KnowledgeRun): Promise<FoundTarget> {
  const symbols = (await store.contents([file.hash])).get(file.hash)?.facts.symbols ?? [];
  const [found, ...others] = symbolsNamed(name, symbols);
  if (others.length > 0) throw new ContextError('AMBIGUOUS_NAME', sayWhich(file, name, symbolsNamed(name, symbols)));
  if (found) return { kind: 'code', file, startLine: found.startLine, endLine: found.endLine };
  const near = closeMatches(name, [...new Set(symbols.map(({ qualifiedName }) => qualifiedName))]);
  const tail = near.length > 0 ? `; near are ${near.join(', ')}` : '';
  throw new ContextError('NO_SUCH_SYMBOL', `${file.path} defines no "${name}"${tail}.`);
}

// A whole name is meant before the last part of a longer one. Of symbols that share it, all but the first bear a number.
function symbolsNamed(name: string, symbols: readonly SymbolFacts[]): readonly SymbolFacts[] {
  const numbered = /~\d+$/.test(name) ? symbols.filter(({ qualifiedName }) => qualifiedName === name) : [];
  if (numbered.length > 0) return numbered;
  const whole = symbols.filter(({ qualifiedName }) => qualifiedName.replace(/~\d+$/, '') === name);
  return whole.length > 0 ? whole : symbols.filter((symbol) => symbol.name === name);
}

// The lines always tell two symbols apart, and can be asked for as they are written here.
function sayWhich({ path }: FileRecord, name: string, found: readonly SymbolFacts[]): string {
  const listed = found
    .slice(0, CANDIDATES_SHOWN)
    .map(({ qualifiedName, startLine, endLine }) => `${path}:${startLine}-${endLine} (${qualifiedName})`);
  const more = found.length > listed.length ? ` and ${found.length - listed.length} more` : '';
  return `"${name}" may be any of ${listed.join(', ')}${more}.`;
}
