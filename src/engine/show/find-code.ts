// Finds the files, lines and symbols that a caller of `show` names. `find-target.ts` asks it before and after it looks
// for documents.
import { ContextError } from '../../model/errors.ts';
import type { SymbolFacts } from '../../model/facts.ts';
import { pathsNamed } from '../../model/glob.ts';
import { readPlace } from '../../model/line-ranges.ts';
import { closeMatches, stemOf } from '../../model/paths.ts';
import { nameKey } from '../../model/terms.ts';
import type { RelatedDocument } from '../../pipeline/show/show-candidate.ts';
import type { FileRecord } from '../../ports/store.ts';
import type { DocumentRun } from '../documents/document-run.ts';
import { isMarkdown } from '../links/link-directory.ts';

/** The thing that a caller of `show` named: a document, one of its sections, lines of a file, or a folder. */
export type FoundTarget =
  | ({ readonly kind: 'document' } & RelatedDocument)
  | { readonly kind: 'folder'; readonly path: string }
  | {
      readonly kind: 'code';
      readonly file: FileRecord;
      readonly startLine: number;
      readonly endLine: number;
      /** Set if the caller named a symbol, not lines. */
      readonly isSymbol?: true;
    };

const CANDIDATES_SHOWN = 8;
/** If a pattern matches more files, it is refused as ambiguous. */
const FILES_MATCHED_MAX = 20;

/** Finds a symbol by its bare or qualified name in any file; null if none has it, an error if several do. */
export async function findSymbol(text: string, { store, files }: DocumentRun): Promise<FoundTarget | null> {
  const name = symbolNamed(text);
  const last = name.slice(name.lastIndexOf('.') + 1);
  const { definitions } = await store.words({ definitions: [nameKey(last)] });
  const named = definitionsNamed(name, definitions);
  const paths = [...new Set(named.map(({ path }) => path))].flatMap((path) => files.get(path) ?? []);
  const contents = await store.contents(paths.map(({ hash }) => hash));
  const found = named.flatMap(({ path, symbol }) => {
    const file = files.get(path);
    const facts = file && contents.get(file.hash)?.facts.symbols[symbol];
    return file && facts ? [{ ...facts, file }] : [];
  });
  return onlySymbol(name, found);
}

/**
 * Finds lines of a file from `src/a.ts`, `src/a.ts:12-40` or `src/a.ts#Shop.pay`. Null if the text begins with no path,
 * or names a markdown document or a section of it.
 */
export async function findCode(text: string, run: DocumentRun): Promise<FoundTarget | null> {
  const path = text.replace(/^\.\//, '');
  const place = readPlace(path);
  const file = run.files.get(path) ?? run.files.get(place.name);
  const [lines] = file?.path === path ? [] : place.lines;
  if (file && lines) return linesOfFile(file, ...lines);
  if (file) return isMarkdown(file) ? null : wholeFile(file);
  const hash = place.name.indexOf('#');
  const named = hash < 0 ? undefined : run.files.get(place.name.slice(0, hash));
  return named && !isMarkdown(named) ? findSymbolIn(named, place.name.slice(hash + 1), run) : null;
}

/** Finds code by the end of its path: `notify.rs`, `sync/notify.rs:12-40`; null if no path of code ends like this. */
export async function findEnding(text: string, run: DocumentRun): Promise<FoundTarget | null> {
  const { name, lines } = readPlace(text);
  const [path = '', symbol] = name.split('#', 2);
  // Git writes `a/` and `b/` before the paths of a diff.
  const bare = path.replace(/^[ab]\//, '');
  const paths = [...run.files.keys()].filter((full) => path !== '' && (full.endsWith(`/${path}`) || full === bare));
  const tail = lines[0] ? `:${lines[0].join('-')}` : symbol === undefined ? '' : `#${symbol}`;
  const [only = null, ...others] = paths.map((full) => `${full}${tail}`);
  if (only === null) return null;
  if (others.length > 0) throw ambiguityError(text, [only, ...others]);
  return findCode(only, run);
}

/** Splits a text into targets: each range of lines, each file between commas, each file that a pattern matches. */
export function targetsIn(text: string, files: DocumentRun['files']): readonly string[] {
  const { name, lines } = readPlace(text);
  if (lines.length > 1) return lines.map((range) => `${name}:${range.join('-')}`);
  const parts = text.split(/\s*,\s*/);
  if (parts.length > 1 && parts.every((part) => files.has(readPlace(part).name))) return parts;
  if (!/[*?]/.test(name) || files.has(name)) return [text];
  const matching = [...files.keys()].filter(pathsNamed([name]));
  if (matching.length > FILES_MATCHED_MAX) throw ambiguityError(text, matching);
  return matching.length > 0 ? matching : [text];
}

/**
 * The name under which the index holds a symbol: `Notify.notified` for `Notify::notified()`, `Shop.pay` for `Shop#pay`,
 * `pay` for `fn pay(&self)`.
 */
export function symbolNamed(text: string): string {
  const [bare = ''] = text
    .trim()
    .replace(/^(?:\w+ )*(?:fn|func|function|def|class|struct|interface|type|trait|enum|impl) /, '')
    .split('(', 1);
  return bare.trim().replace(/::|->|#|\\/g, '.');
}

/** The definitions that a name may mean: those that meet the first rule that any meets. */
export function definitionsNamed<Named extends { name: string; qualifiedName: string; path: string }>(
  name: string,
  definitions: readonly Named[],
): readonly Named[] {
  const normalName = ({ qualifiedName }: Named) => symbolNamed(qualifiedName.replace(/~\d+$/, ''));
  const [last, before] = name.split('.').reverse();
  const rules: readonly ((definition: Named) => boolean)[] = [
    (definition) => [definition.name, definition.qualifiedName, normalName(definition)].includes(name),
    (definition) => normalName(definition).endsWith(`.${name}`),
    (definition) => normalName(definition).includes('.') && name.endsWith(`.${normalName(definition)}`),
    // The part before the last is the name of the file or of a folder above it.
    (definition) =>
      definition.name === last &&
      before !== undefined &&
      [...definition.path.split('/'), stemOf(definition.path)].includes(before),
  ];
  const found = rules.values().map((rule) => definitions.filter(rule));
  return found.find((named) => named.length > 0) ?? [];
}

type FoundSymbol = SymbolFacts & { readonly file: FileRecord };

function onlySymbol(name: string, [only, ...others]: readonly FoundSymbol[]): FoundTarget | null {
  if (only === undefined) return null;
  // Lists the symbols with their lines, because only lines always distinguish two symbols.
  const placeOf = ({ file, startLine, endLine, qualifiedName }: FoundSymbol) =>
    `${file.path}:${startLine}-${endLine} (${qualifiedName})`;
  if (others.length > 0) throw ambiguityError(name, [only, ...others].map(placeOf));
  return { kind: 'code', file: only.file, startLine: only.startLine, endLine: only.endLine, isSymbol: true };
}

/** The target that is all of a file. */
export function wholeFile(file: FileRecord): FoundTarget {
  return { kind: 'code', file, startLine: 1, endLine: file.lineCount };
}

function linesOfFile(file: FileRecord, startLine: number, last: number): FoundTarget {
  if (startLine < 1 || startLine > last || startLine > file.lineCount)
    throw new ContextError('BAD_INPUT', `${file.path} has lines 1 to ${file.lineCount}, not ${startLine}-${last}.`);
  return { kind: 'code', file, startLine, endLine: Math.min(last, file.lineCount) };
}

async function findSymbolIn(file: FileRecord, asked: string, { store }: DocumentRun): Promise<FoundTarget> {
  const name = symbolNamed(asked);
  const symbols = (await store.contents([file.hash])).get(file.hash)?.facts.symbols ?? [];
  const named = symbolsNamed(name, symbols).map((symbol) => ({ ...symbol, file }));
  const found = onlySymbol(name, named);
  if (found !== null) return found;
  const near = closeMatches(name, [...new Set(symbols.map(({ qualifiedName }) => qualifiedName))]);
  const tail = near.length > 0 ? `; near are ${near.join(', ')}` : '';
  throw new ContextError('NO_SUCH_SYMBOL', `${file.path} defines no "${name}"${tail}.`);
}

// Symbols with exactly this name, else those whose last part it is. The index numbers all but the first symbol of one
// name (`pay~2`).
function symbolsNamed(name: string, symbols: readonly SymbolFacts[]): readonly SymbolFacts[] {
  const numbered = /~\d+$/.test(name) ? symbols.filter(({ qualifiedName }) => qualifiedName === name) : [];
  if (numbered.length > 0) return numbered;
  // A long function is indexed in numbered parts; the number of a part leads to the whole function.
  const bare = name.replace(/~\d+$/, '');
  const exact = symbols.filter(({ qualifiedName }) => qualifiedName.replace(/~\d+$/, '') === bare);
  return exact.length > 0 ? exact : symbols.filter((symbol) => symbol.name === bare);
}

/** Lists the first places, and the number of the others. */
export function ambiguityError(name: string, places: readonly string[]): ContextError {
  const more = places.length - CANDIDATES_SHOWN;
  const listed = `${places.slice(0, CANDIDATES_SHOWN).join(', ')}${more > 0 ? ` and ${more} more` : ''}`;
  return new ContextError('AMBIGUOUS_NAME', `"${name}" may be any of ${listed}.`);
}
