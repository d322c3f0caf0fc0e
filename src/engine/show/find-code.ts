import { ContextError } from '../../model/errors.ts';
import type { SymbolFacts } from '../../model/facts.ts';
import { pathsNamed } from '../../model/glob.ts';
import { readPlace } from '../../model/line-ranges.ts';
import { closeMatches } from '../../model/paths.ts';
import { nameKey } from '../../model/terms.ts';
import type { Related } from '../../pipeline/show/show-candidate.ts';
import type { FileRecord } from '../../ports/store.ts';
import type { KnowledgeRun } from '../documents/knowledge-run.ts';
import { isDocument } from '../links/link-directory.ts';

/** What was asked for: a document, one of its sections, some lines of code, or all that is in a folder. */
export type FoundTarget =
  | ({ readonly kind: 'document' } & Related)
  | { readonly kind: 'folder'; readonly path: string }
  | {
      readonly kind: 'code';
      readonly file: FileRecord;
      readonly startLine: number;
      readonly endLine: number;
      /** It was asked for by its name, and not by its lines. */
      readonly isSymbol?: true;
    };

const CANDIDATES_SHOWN = 8;
/** A pattern that matches more files is answered with their names. */
const FILES_MATCHED_MAX = 20;

/** A symbol by its bare or qualified name, wherever it is defined; null when nothing is called so. */
export async function findSymbol(text: string, { store, files }: KnowledgeRun): Promise<FoundTarget | null> {
  const name = symbolNamed(text);
  const last = name.slice(name.lastIndexOf('.') + 1);
  const { definitions } = await store.words({ definitions: [nameKey(last)] });
  const named = definitionsNamed(name, definitions);
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
  return codeOf(only.file, only.facts);
}

/** Lines of a file: `src/a.ts`, `src/a.ts:12-40` or `src/a.ts#Shop.pay`; null when no such file is named. */
export async function findCode(text: string, run: KnowledgeRun): Promise<FoundTarget | null> {
  const path = text.replace(/^\.\//, '');
  const place = readPlace(path);
  const file = run.files.get(path) ?? run.files.get(place.name);
  const [lines] = file?.path === path ? [] : place.lines;
  if (file && lines) return linesIn(file, ...lines);
  if (file) return isDocument(file) ? null : { kind: 'code', file, startLine: 1, endLine: file.lineCount };
  const hash = place.name.indexOf('#');
  const named = hash < 0 ? undefined : run.files.get(place.name.slice(0, hash));
  return named && !isDocument(named) ? symbolIn(named, place.name.slice(hash + 1), run) : null;
}

/** A file by the end of its path: `notify.rs`, `sync/notify.rs:12-40`; null when no path ends so. */
export async function findEnding(text: string, run: KnowledgeRun): Promise<FoundTarget | null> {
  const { name, lines } = readPlace(text);
  const [path = '', symbol] = name.split('#', 2);
  // A diff writes `a/` and `b/` before its paths.
  const bare = path.replace(/^[ab]\//, '');
  const paths = [...run.files.keys()].filter((full) => path !== '' && (full.endsWith(`/${path}`) || full === bare));
  const [only, ...others] = paths;
  if (only === undefined) return null;
  const tail = lines[0] ? `:${lines[0].join('-')}` : symbol === undefined ? '' : `#${symbol}`;
  if (others.length > 0)
    throw new ContextError(
      'AMBIGUOUS_NAME',
      `"${text}" may be any of ${listed(paths.map((path) => `${path}${tail}`))}.`,
    );
  return findCode(`${only}${tail}`, run);
}

/** Several ranges of one file are several targets, and so are files with commas between and those a pattern matches. */
export function targetsIn(text: string, files: KnowledgeRun['files']): readonly string[] {
  const { name, lines } = readPlace(text);
  if (lines.length > 1) return lines.map((range) => `${name}:${range.join('-')}`);
  const parts = text.split(/\s*,\s*/);
  if (parts.length > 1 && parts.every((part) => files.has(readPlace(part).name))) return parts;
  if (!/[*?]/.test(name) || files.has(name)) return [text];
  const matching = [...files.keys()].filter(pathsNamed([name]));
  if (matching.length > FILES_MATCHED_MAX)
    throw new ContextError('AMBIGUOUS_NAME', `"${text}" may be any of ${listed(matching)}.`);
  return matching.length > 0 ? matching : [text];
}

/** `Notify::notified()`, `Shop#pay` and `fn pay(&self)` as the index calls them. */
export function symbolNamed(text: string): string {
  const [bare = ''] = text
    .trim()
    .replace(/^(?:\w+ )*(?:fn|func|function|def|class|struct|interface|type|trait|enum|impl) /, '')
    .split('(', 1);
  return bare.trim().replace(/::|->|#|\\/g, '.');
}

/** Definitions that bear a name: the whole of it, else its end, else its last part in a file or folder called as the rest. */
export function definitionsNamed<Named extends { name: string; qualifiedName: string; path: string }>(
  name: string,
  definitions: readonly Named[],
): readonly Named[] {
  const plain = ({ qualifiedName }: Named) => symbolNamed(qualifiedName.replace(/~\d+$/, ''));
  const whole = definitions.filter(
    (definition) => definition.name === name || plain(definition) === name || definition.qualifiedName === name,
  );
  if (whole.length > 0) return whole;
  const ends = definitions.filter((definition) => plain(definition).endsWith(`.${name}`));
  if (ends.length > 0) return ends;
  const parts = name.split('.');
  const owned = definitions.filter(
    (definition) => plain(definition).includes('.') && name.endsWith(`.${plain(definition)}`),
  );
  if (owned.length > 0) return owned;
  return definitions.filter(({ path, name: last }) => {
    const folders = path.replace(/\.[^./]*$/, '').split('/');
    return last === parts.at(-1) && parts.length > 1 && folders.includes(parts.at(-2)!);
  });
}

function codeOf(file: FileRecord, { startLine, endLine }: SymbolFacts): FoundTarget {
  return { kind: 'code', file, startLine, endLine, isSymbol: true };
}

function linesIn(file: FileRecord, startLine: number, last: number): FoundTarget {
  if (startLine < 1 || startLine > last || startLine > file.lineCount)
    throw new ContextError('BAD_INPUT', `${file.path} has lines 1 to ${file.lineCount}, not ${startLine}-${last}.`);
  return { kind: 'code', file, startLine, endLine: Math.min(last, file.lineCount) };
}

async function symbolIn(file: FileRecord, asked: string, { store }: KnowledgeRun): Promise<FoundTarget> {
  const name = symbolNamed(asked);
  const symbols = (await store.contents([file.hash])).get(file.hash)?.facts.symbols ?? [];
  const named = symbolsNamed(name, symbols).map((facts) => ({ file, facts }));
  if (named.length > 1) throw new ContextError('AMBIGUOUS_NAME', sayWhich(name, named));
  if (named[0]) return codeOf(file, named[0].facts);
  const near = closeMatches(name, [...new Set(symbols.map(({ qualifiedName }) => qualifiedName))]);
  const tail = near.length > 0 ? `; near are ${near.join(', ')}` : '';
  throw new ContextError('NO_SUCH_SYMBOL', `${file.path} defines no "${name}"${tail}.`);
}

// A whole name is meant before the last part of a longer one. Of symbols that share it, all but the first bear a number.
function symbolsNamed(name: string, symbols: readonly SymbolFacts[]): readonly SymbolFacts[] {
  const numbered = /~\d+$/.test(name) ? symbols.filter(({ qualifiedName }) => qualifiedName === name) : [];
  if (numbered.length > 0) return numbered;
  // The number of a piece of a long function leads to all of it.
  const bare = name.replace(/~\d+$/, '');
  const whole = symbols.filter(({ qualifiedName }) => qualifiedName.replace(/~\d+$/, '') === bare);
  return whole.length > 0 ? whole : symbols.filter((symbol) => symbol.name === bare);
}

// The lines always tell two symbols apart, and can be asked for as they are written here.
function sayWhich(
  name: string,
  found: readonly { readonly file: Pick<FileRecord, 'path'>; readonly facts: SymbolFacts }[],
): string {
  const places = found.map(
    ({ file, facts }) => `${file.path}:${facts.startLine}-${facts.endLine} (${facts.qualifiedName})`,
  );
  return `"${name}" may be any of ${listed(places)}.`;
}

/** The first of some places, and how many there are besides. */
export function listed(places: readonly string[]): string {
  const more = places.length - CANDIDATES_SHOWN;
  return `${places.slice(0, CANDIDATES_SHOWN).join(', ')}${more > 0 ? ` and ${more} more` : ''}`;
}
