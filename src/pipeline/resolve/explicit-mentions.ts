import { ContextError } from '../../model/errors.ts';
import { readPlace } from '../../model/line-ranges.ts';
import type { Mention, Task } from '../../model/task.ts';
import { nameKey } from '../../model/terms.ts';
import { closeMatches, closePaths } from './close-matches.ts';
import type { Draft, KnownSymbol } from './mentions/confirm-mentions.ts';
import { filesNamed } from './mentions/place-draft.ts';
import { isCommonName } from './mentions/symbol-names.ts';
import { PLACES } from './read-text.ts';
import type { ViewPaths } from './view-paths.ts';

const FLAG = { isExplicit: true, weight: 1, needsIndex: false } as const;
/** Of the files that a name may mean, those that are told. */
const LISTED_MAX = 6;
const NOTES_MAX = 2;
// A path of a machine, not of the workspace.
const ELSEWHERE = /^(?:\/|~|[A-Za-z]:)/;

/** Files named by the caller; one that the view does not have, or has several of, is the caller's error, said with what is near. */
export function fileDrafts(files: readonly string[], view: ViewPaths, paths: readonly string[]): readonly Draft[] {
  return files.map((file): Draft => {
    const place = readPlace(file);
    const line = place.lines[0]?.[0] ?? null;
    const written = place.name.replaceAll('\\', '/').replace(/^(?:\.\/)+/, '');
    const key = written.toLowerCase();
    const found = onlyOne(file, filesNamed(written, view));
    if (found !== null) return { ...FLAG, kind: 'file', text: found, key, line, paths: [found] };
    const folders = view.folders(written);
    const folder = folders.find((path) => path === written.replace(/\/$/, '')) ?? onlyOne(file, folders);
    if (folder !== null) return { ...FLAG, kind: 'path', text: folder, key, line: null, paths: [folder] };
    throw new ContextError(
      'NO_SUCH_FILE',
      `There is no file "${file}" in the workspace.${didYouMean(closePaths(written, paths))}`,
    );
  });
}

function onlyOne(written: string, found: readonly string[]): string | null {
  if (found.length < 2) return found[0] ?? null;
  const listed = found.slice(0, LISTED_MAX).join(', ');
  const more = found.length > LISTED_MAX ? ` and ${found.length - LISTED_MAX} more` : '';
  throw new ContextError('AMBIGUOUS_NAME', `"${written}" may be any of ${listed}${more}.`);
}

/** Symbols named by the caller: `pay`, `Shop.pay`, `Shop::pay`. */
export function symbolDrafts(symbols: readonly string[]): readonly Draft[] {
  return symbols.map((symbol): Draft => {
    const text = symbol.trim().replace(/\(\)$/, '');
    const last = text.split(/\.|::|->|#|\\/).at(-1) ?? text;
    return { ...FLAG, kind: /^[A-Z]/.test(last) ? 'class' : 'method', text, key: nameKey(last), line: null };
  });
}

/** Notes about symbols the caller named and the index does not have; the words still count. */
export function unknownSymbolNotes(
  symbols: readonly Draft[],
  known: readonly KnownSymbol[],
  near: readonly KnownSymbol[],
): readonly string[] {
  const keys = new Set(known.map((symbol) => nameKey(symbol.name)));
  return symbols
    .filter((draft) => !keys.has(draft.key))
    .map((draft) => {
      const names = [...new Set(near.map((symbol) => symbol.name))].filter((name) => !isCommonName(name));
      return `The index knows no symbol "${draft.text}".${didYouMean(closeMatches(draft.text, names))}`;
    });
}

/** Notes about files that the title names, or the text with their folder, and that are not there. */
export function missingFileNotes(
  mentions: readonly Mention[],
  { changes, paths }: Pick<Task, 'changes'> & { readonly paths: readonly string[] },
): readonly string[] {
  const changed = new Set(changes.map(({ path }) => path));
  return mentions
    .filter(({ kind, isKnown, text }) => kind === 'file' && !isKnown && !changed.has(text))
    .filter(({ text, weight = 1 }) => weight >= (text.includes('/') ? PLACES.body.mention : PLACES.title.mention))
    .filter(({ text }) => !ELSEWHERE.test(text))
    .slice(0, NOTES_MAX)
    .map(({ text }) => `There is no file "${text}" here.${didYouMean(nearFiles(text, paths))}`);
}

function nearFiles(file: string, paths: readonly string[]): readonly string[] {
  const base = (path: string) => path.slice(path.lastIndexOf('/') + 1);
  const names = [...new Set(paths.map((path) => base(path)))];
  const near = new Set(closeMatches(base(file), names));
  return paths.filter((path) => near.has(base(path))).slice(0, 3);
}

const didYouMean = (names: readonly string[]): string =>
  names.length > 0 ? ` Did you mean ${names.join(' or ')}?` : '';
