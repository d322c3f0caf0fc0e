import { ContextError } from '../../model/errors.ts';
import { readPlace } from '../../model/line-ranges.ts';
import { nameKey } from '../../model/terms.ts';
import { closeMatches, closePaths } from './close-matches.ts';
import type { KnownSymbol } from './known-symbol.ts';
import type { Draft } from './mentions/draft.ts';
import { filesNamed } from './mentions/place-draft.ts';
import { isCommonName } from './mentions/symbol-names.ts';
import type { ViewPaths } from './view-paths.ts';

const FLAG = { isExplicit: true, weight: 1, needsIndex: false } as const;

/** Files named by the caller; one that the view does not have is the caller's error, said with what is near. */
export function fileDrafts(files: readonly string[], view: ViewPaths, paths: readonly string[]): readonly Draft[] {
  return files.map((file): Draft => {
    const place = readPlace(file);
    const line = place.lines[0]?.[0] ?? null;
    const written = place.name.replaceAll('\\', '/').replace(/^(?:\.\/)+/, '');
    const found = paths.includes(written) ? [written] : filesNamed(written, view);
    const key = written.toLowerCase();
    if (found.length > 0) return { ...FLAG, kind: 'file', text: written, key, line, paths: found };
    const folders = view.folders(written);
    if (folders.length > 0) return { ...FLAG, kind: 'path', text: written, key, line: null, paths: folders };
    throw new ContextError(
      'NO_SUCH_FILE',
      `There is no file "${file}" in the workspace.${didYouMean(closePaths(written, paths))}`,
    );
  });
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

const didYouMean = (names: readonly string[]): string =>
  names.length > 0 ? ` Did you mean ${names.join(' or ')}?` : '';
