// Reads files and symbols that a caller names by flags, and links of the text. A missing or ambiguous file of a flag is
// an error; a missing symbol, or a missing file that the text names, is a note.
import { ContextError } from '../../model/errors.ts';
import { decodePercent, readPlace } from '../../model/line-ranges.ts';
import { closeMatches, closePaths, didYouMean } from '../../model/paths.ts';
import type { Mention, Task } from '../../model/task.ts';
import { nameKey } from '../../model/terms.ts';
import { type Draft, type KnownSymbol, UNMARKED } from './mentions/confirm-mentions.ts';
import { filesNamed } from './mentions/place-draft.ts';
import { isCommonName } from './mentions/symbol-names.ts';
import { type Passage, PLACES } from './read-text.ts';
import { listPaths } from './traces/locate-frames.ts';
import type { ViewPaths } from './view-paths.ts';

const FLAG = { isExplicit: true, weight: 1, line: null, needsIndex: false } as const;
const NOTES_MAX = 2;
// A path that begins like this is absolute, so it may lie outside of the workspace.
const ELSEWHERE = /^(?:\/|~|[A-Za-z]:)/;

/** Makes drafts of the files and folders that the caller named; throws if one is missing or ambiguous. */
export function fileDrafts(files: readonly string[], view: ViewPaths, paths: readonly string[]): readonly Draft[] {
  return files.map((file): Draft => {
    const place = readPlace(file);
    const written = place.name.replaceAll('\\', '/').replace(/^(?:\.\/)+/, '');
    const key = written.toLowerCase();
    const path = onlyOne(file, filesNamed(written, view));
    const line = place.lines[0]?.[0] ?? null;
    if (path !== null) return { ...FLAG, kind: 'file', text: path, key, line, paths: [path] };
    const folders = view.folders(written);
    const folder = folders.find((path) => path === written.replace(/\/$/, '')) ?? onlyOne(file, folders);
    if (folder !== null) return { ...FLAG, kind: 'path', text: folder, key, paths: [folder] };
    const hint = didYouMean(closePaths(written, paths));
    throw new ContextError('NO_SUCH_FILE', `There is no file "${file}" in the workspace.${hint}`);
  });
}

function onlyOne(written: string, found: readonly string[]): string | null {
  if (found.length < 2) return found[0] ?? null;
  throw new ContextError('AMBIGUOUS_NAME', `"${written}" may be any of ${listPaths(found)}.`);
}

/** Makes drafts of the symbols that the caller named: `pay`, `Shop.pay`, `Shop::pay`. */
export function symbolDrafts(symbols: readonly string[]): readonly Draft[] {
  return symbols.map((symbol): Draft => {
    const text = symbol.trim().replace(/\(\)$/, '');
    const last = text.split(/\.|::|->|#|\\/).at(-1) ?? text;
    return { ...FLAG, kind: /^[A-Z]/.test(last) ? 'class' : 'method', text, key: nameKey(last) };
  });
}

/** Writes notes about named symbols that the index does not have. */
export function unknownSymbolNotes(symbols: readonly Draft[], known: readonly KnownSymbol[]): readonly string[] {
  const keys = new Set(known.map((symbol) => nameKey(symbol.name)));
  const names = [...new Set(known.map((symbol) => symbol.name))].filter((name) => !isCommonName(name));
  return symbols
    .filter((draft) => !keys.has(draft.key))
    .map(({ text }) => `The index knows no symbol "${text}".${didYouMean(closeMatches(text, names))}`);
}

/** Writes a few notes about missing files that the title names, or the text with their folder. */
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
    .map(({ text }) => `There is no file "${text}" here.${didYouMean(closePaths(text, paths))}`);
}

// The address of a file on a host of code; groups: branch with path, and line.
const FILE_LINK =
  /^https?:\/\/[^/\s]{1,200}\/[^\s]{0,300}?\/(?:-\/)?(?:blob|src|raw|blame|tree|edit)\/([^?#\s]{1,400})(?:\?[^#\s]{0,200})?(?:#L(\d{1,7}))?/;
// The address of a page of a repository on GitHub, GitLab or Bitbucket; the group is what follows the repository.
const HOSTED =
  /^https?:\/\/(?:www\.)?(?:github|gitlab|bitbucket)[^/\s]{0,100}\/[^/\s]{1,100}\/[^/\s]{1,100}\/([^?#\s]{1,300})/;
// Addresses of pictures and films, whose words say nothing.
const UPLOADS = /user-images|user-attachments|\/assets\/|\.(?:png|jpe?g|gif|webp|mp4|mov|svg)$/i;
const PAGE = /^https?:\/\/([^/\s:]{1,200})(?::\d{1,5})?(\/[^\s?#]{1,300})/;
// Hosts that stand for the program itself: this machine, and names reserved for examples and tests.
const OWN_HOST =
  /^(?:localhost|127\.0\.0\.1|0\.0\.0\.0|\[::1\]|(?:[\w-]+\.)*(?:example\.(?:com|org|net)|example|test|local|localhost))$/i;
const LINKS_MAX = 100;

/** Reads web addresses: the files and routes that they name, and the words of those on hosts of code. */
export function readLinks(links: readonly string[], view: ViewPaths) {
  const drafts: Draft[] = [];
  const passages: Passage[] = [];
  for (const link of links.slice(0, LINKS_MAX)) {
    if (UPLOADS.test(link)) continue;
    const file = FILE_LINK.exec(link);
    if (file) drafts.push(...fileLinkDrafts(decodePercent(file[1]!), Number(file[2] ?? 0), view));
    const path = HOSTED.exec(link)?.[1];
    if (path === undefined) drafts.push(...pageDrafts(link, view));
    else passages.push({ place: 'link', text: wordsOfPath(path) });
  }
  return { drafts, passages };
}

// Makes a draft of a page of the program's own site, whose address may be that of a route. Of other hosts only
// addresses that contain a name of the workspace count.
function pageDrafts(link: string, view: ViewPaths): readonly Draft[] {
  const [, host = '', path = ''] = PAGE.exec(link) ?? [];
  const text = decodePercent(path).replace(/\/$/, '');
  // Parts without two letters in a row are numbers or ids.
  const parts = text.split('/').filter((part) => /[A-Za-z]{2}/.test(part));
  if (parts.length === 0) return [];
  if (!OWN_HOST.test(host) && !parts.some((part) => view.isSegment(part.replace(/\.\w{1,5}$/, '')))) return [];
  return [{ ...UNMARKED, kind: 'route', text, key: text, weight: PLACES.body.mention }];
}

// Branch names may hold slashes, so the longest end of the address that means one file counts as the path.
function fileLinkDrafts(path: string, line: number, view: ViewPaths): readonly Draft[] {
  const segments = path.split('/').slice(1);
  for (let skip = 0; skip < Math.min(segments.length, 4); skip++) {
    const wanted = segments.slice(skip).join('/');
    const paths = filesNamed(wanted, view);
    if (paths.length !== 1 || (skip > 0 && segments.length - skip < 2)) continue;
    const weight = PLACES.body.mention;
    const key = paths[0]!.toLowerCase();
    return [{ ...FLAG, kind: 'file', text: wanted, key, weight, line: line || null, needsIndex: true, paths }];
  }
  return [];
}

// Parts that hosting sites put into addresses, numbers of issues and hashes of commits.
const HOSTING_PART =
  /^(?:issues?|pull|blob|tree|commit|discussions?|wiki|master|main|-|releases|compare|actions|runs|raw|src|tag|\d+|[0-9a-f]{7,40})$/i;

function wordsOfPath(path: string): string {
  const parts = decodePercent(path).split('/');
  return parts.filter((part) => !HOSTING_PART.test(part)).join(' ');
}
