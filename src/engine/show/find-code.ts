import { ContextError } from '../../model/errors.ts';
import type { SymbolFacts } from '../../model/facts.ts';
import { nameKey } from '../../model/terms.ts';
import { closeMatches } from '../../pipeline/resolve/close-matches.ts';
import type { FileRecord } from '../../ports/store.ts';
import type { KnowledgeRun } from '../documents/knowledge-run.ts';
import { isDocument } from '../links/link-directory.ts';
import type { FoundTarget } from './found-target.ts';

const CANDIDATES_SHOWN = 8;
const LINES = /^(.+?):(\d+)(?:-(\d+))?$/;

/** What an earlier answer printed behind a place: the beginning of its file's hash. It tells when, not where. */
const PRINTED_HASH = /@[0-9a-f]{6,64}$/i;

/** A symbol by its bare or qualified name, wherever it is defined; null when nothing is called so. */
export async function findSymbol(text: string, { store, files }: KnowledgeRun): Promise<FoundTarget | null> {
  const name = text.trim().replace(/\(\)$/, '');
  const last = name.split(/[.#:]+/).at(-1) ?? '';
  const { definitions } = await store.words({ definitions: [nameKey(last)] });
  const named = definitions.filter((one) => one.name === name || one.qualifiedName === name);
  const paths = [...new Set(named.map(({ path }) => path))].flatMap((path) => files.get(path) ?? []);
  const contents = await store.contents(paths.map(({ hash }) => hash));
  const found = named.flatMap(({ path, symbol }) => {
    const file = files.get(path);
    const facts = file && contents.get(file.hash)?.facts.symbols[symbol];
    return file && facts ? [{ file, facts }] : [];
  });
  const [only, ...others] = found;
  if (only === undefined) return null;
  if (others.length > 0) throw new ContextError('AMBIGUOUS_NAME', sayWhich(name, found));
  return { kind: 'code', file: only.file, startLine: only.facts.startLine, endLine: only.facts.endLine };
}

/** Lines of a file: `src/a.ts`, `src/a.ts:12-40` or `src/a.ts#Shop.pay`; null when no such file is named. */
export async function findCode(text: string, run: KnowledgeRun): Promise<FoundTarget | null> {
  const path = text.replace(/^\.\//, '').replace(PRINTED_HASH, '');
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
  if (others.length > 0)
    throw new ContextError(
      'AMBIGUOUS_NAME',
      sayWhich(
        name,
        symbolsNamed(name, symbols).map((facts) => ({ file, facts })),
      ),
    );
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
function sayWhich(
  name: string,
  found: readonly { readonly file: Pick<FileRecord, 'path'>; readonly facts: SymbolFacts }[],
): string {
  const listed = found
    .slice(0, CANDIDATES_SHOWN)
    .map(({ file, facts }) => `${file.path}:${facts.startLine}-${facts.endLine} (${facts.qualifiedName})`);
  const more = found.length > listed.length ? ` and ${found.length - listed.length} more` : '';
  return `"${name}" may be any of ${listed.join(', ')}${more}.`;
}
