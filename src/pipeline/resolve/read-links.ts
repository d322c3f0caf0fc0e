import type { Draft } from './mentions/confirm-mentions.ts';
import { filesNamed } from './mentions/place-draft.ts';
import { type Passage, PLACES } from './read-text.ts';
import type { ViewPaths } from './view-paths.ts';

// A file in a hosted repository: GitHub, GitLab, Bitbucket, Gitea, sourcegraph.
const FILE_LINK =
  /^https?:\/\/[^/\s]{1,200}\/[^\s]{0,300}?\/(?:-\/)?(?:blob|src|raw|blame|tree|edit)\/([^?#\s]{1,400})(?:\?[^#\s]{0,200})?(?:#L(\d{1,7}))?/;
const HOSTED =
  /^https?:\/\/(?:www\.)?(?:github|gitlab|bitbucket)[^/\s]{0,100}\/[^/\s]{1,100}\/[^/\s]{1,100}\/([^?#\s]{1,300})/;
const UPLOADS = /user-images|user-attachments|\/assets\/|\.(?:png|jpe?g|gif|webp|mp4|mov|svg)$/i;
const PAGE = /^https?:\/\/([^/\s:]{1,200})(?::\d{1,5})?(\/[^\s?#]{1,300})/;
const OWN_HOST =
  /^(?:localhost|127\.0\.0\.1|0\.0\.0\.0|\[::1\]|(?:[\w-]+\.)*(?:example\.(?:com|org|net)|example|test|local|localhost))$/i;
const LINKS_MAX = 100;

/**
 * Web addresses as evidence: a link to a file of this workspace names it, the address of a page is a route; words of
 * other repository links count a little.
 */
export function readLinks(
  links: readonly string[],
  view: ViewPaths,
): { readonly drafts: readonly Draft[]; readonly passages: readonly Passage[] } {
  const drafts: Draft[] = [];
  const passages: Passage[] = [];
  for (const link of links.slice(0, LINKS_MAX)) {
    if (UPLOADS.test(link)) continue;
    const file = FILE_LINK.exec(link);
    const draft = file ? fileDraft(decoded(file[1] ?? ''), Number(file[2] ?? 0), view) : null;
    if (draft) drafts.push(draft);
    const path = HOSTED.exec(link)?.[1];
    if (path !== undefined) passages.push({ place: 'link', text: wordsOfPath(path) });
    const page = HOSTED.test(link) ? null : pageDraft(link, view);
    if (page) drafts.push(page);
  }
  return { drafts, passages };
}

// A page of the program's own site: its address names a route or a folder. Those of other sites name nothing here.
function pageDraft(link: string, view: ViewPaths): Draft | null {
  const [, host = '', path = ''] = PAGE.exec(link) ?? [];
  const text = decoded(path).replace(/\/$/, '');
  const parts = text.split('/').filter((part) => /[A-Za-z]{2}/.test(part));
  if (parts.length === 0) return null;
  if (!OWN_HOST.test(host) && !parts.some((part) => view.isSegment(part.replace(/\.\w{1,5}$/, '')))) return null;
  const { mention } = PLACES.body;
  return { kind: 'route', text, key: text, isExplicit: false, weight: mention, line: null, needsIndex: false };
}

// Branch names may hold slashes, so the longest end that exists decides where the path begins.
function fileDraft(path: string, line: number, view: ViewPaths): Draft | null {
  const segments = path.split('/').slice(1);
  for (let skip = 0; skip < Math.min(segments.length, 4); skip++) {
    const wanted = segments.slice(skip).join('/');
    const paths = filesNamed(wanted, view);
    if (paths.length !== 1 || (skip > 0 && segments.length - skip < 2)) continue;
    const kind = 'file';
    return {
      kind,
      text: wanted,
      key: (paths[0] ?? wanted).toLowerCase(),
      isExplicit: true,
      weight: PLACES.body.mention,
      line: line || null,
      needsIndex: true,
      paths,
    };
  }
  return null;
}

// Numbers of issues and hashes of commits are no words.
function wordsOfPath(path: string): string {
  return decoded(path)
    .split('/')
    .filter(
      (segment) =>
        !/^(?:issues?|pull|blob|tree|commit|discussions?|wiki|master|main|-|releases|compare|actions|runs|raw|src|tag|\d+|[0-9a-f]{7,40})$/i.test(
          segment,
        ),
    )
    .join(' ');
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    // Not every percent sign is an escape; the text as written is good enough.
    return text;
  }
}
