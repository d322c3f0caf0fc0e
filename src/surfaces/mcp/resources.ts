// The resources that the server offers: lines of a file by URI, the list of documents, and completion of paths.
import { basename } from 'node:path';
import type { ListResourcesResult, ReadResourceResult, ResourceTemplateType } from '@modelcontextprotocol/server';
import { languageOfPath } from '../../languages/index.ts';
import { ContextError } from '../../model/errors.ts';
import { visible } from '../../model/visible-text.ts';
import type { Call } from '../../operations/operation.ts';
import { cleanLine, cleanLines, nameable } from '../serving/clean-lines.ts';

const PAGE = 100;
const COMPLETIONS_MAX = 100;

/** `{+path}` allows slashes in the path. */
export const RESOURCE_TEMPLATE = 'knap://{workspace}/{+path}{?lines,hash}';

export const TEMPLATES: ResourceTemplateType[] = [
  {
    uriTemplate: RESOURCE_TEMPLATE,
    name: 'lines',
    title: 'Current lines of a file',
    description: 'With the hash of a block, also says whether the file has changed since and where the lines are now.',
  },
];

/** If the file has changed since the hash in the URI, a second text says how. */
export async function readResource(uri: string, open: () => Promise<Call>): Promise<ReadResourceResult> {
  const call = await open();
  const name = workspaceName(call.root);
  const place = placeOf(uri, name);
  // A path that cleaning changes, such as one with a secret, is not listed either.
  if (!(await nameable([place.path]))[0])
    throw new ContextError('NO_SUCH_FILE', `There is no readable file ${place.path}.`);
  const read = await (await call.engine()).read(place);
  const { path, startLine, endLine, hash, text } = read;
  const changed = read.changed === null ? null : await cleanLine(read.changed);
  const fresh = uriOf(name, { path, lines: place.lines && [startLine, endLine], hash });
  return {
    contents: [
      {
        uri: fresh,
        mimeType: mimeTypeOf(path),
        text: visible(text),
        _meta: { 'knap/lines': { path, startLine, endLine, hash, isCurrent: changed === null, changed } },
      },
      ...(changed === null ? [] : [{ uri, mimeType: 'text/plain', text: changed }]),
    ],
  };
}

/** Lists the documents of the workspace in the order of their paths, page by page. */
export async function listResources(
  cursor: string | undefined,
  open: () => Promise<Call>,
): Promise<ListResourcesResult> {
  const call = await open();
  const name = workspaceName(call.root);
  const { documents } = await (await call.engine()).list({ sort: 'path', limit: Number.MAX_SAFE_INTEGER });
  const after = cursor === undefined ? '' : pathIn(cursor);
  const rest = documents.filter(({ path }) => path > after).toSorted((a, b) => (a.path < b.path ? -1 : 1));
  const page = rest.slice(0, PAGE);
  const [isNameable, titles, descriptions] = await Promise.all([
    nameable(page.map(({ path }) => path)),
    cleanLines(page.map((document) => document.name)),
    cleanLines(page.map(({ description }) => description ?? '')),
  ]);
  const resources = page.flatMap(({ path }, index) => {
    if (!isNameable[index]) return [];
    const description = descriptions[index] ? { description: descriptions[index] } : {};
    return [
      { uri: uriOf(name, { path }), name: path, title: titles[index]!, mimeType: mimeTypeOf(path), ...description },
    ];
  });
  return { resources, ...(rest.length > PAGE && { nextCursor: cursorAfter(page.at(-1)!.path) }) };
}

export async function completePath(prefix: string, open: () => Promise<Call>) {
  const engine = await (await open()).engine();
  const { paths, total } = await engine.paths({ prefix, limit: COMPLETIONS_MAX });
  const isNameable = await nameable(paths);
  return { values: paths.filter((_, index) => isNameable[index]), total, hasMore: total > paths.length };
}

// The cursor is the last path of a page, so that the next page is right even if files were added or removed.
const cursorAfter = (path: string): string => Buffer.from(path).toString('base64url');

function pathIn(cursor: string): string {
  const path = Buffer.from(cursor, 'base64url').toString();
  if (path === '' || cursorAfter(path) !== cursor)
    throw new ContextError('BAD_INPUT', 'This cursor does not come from a list of resources: start without a cursor.');
  return path;
}

// The registered types; other languages get `text/x-NAME`.
const REGISTERED: Readonly<Record<string, string>> = {
  markdown: 'text/markdown',
  javascript: 'text/javascript',
  json: 'application/json',
  html: 'text/html',
  css: 'text/css',
  xml: 'application/xml',
  yaml: 'application/yaml',
};

function mimeTypeOf(path: string): string {
  const language = languageOfPath(path)?.name;
  return language === undefined ? 'text/plain' : (REGISTERED[language] ?? `text/x-${language}`);
}

/** A file, or lines of it, with the hash from the time it was quoted. */
interface ResourcePlace {
  readonly path: string;
  readonly lines?: readonly [first: number, last: number] | undefined;
  readonly hash?: string | undefined;
}

/** The name of a workspace in URIs, made from that of its folder. */
export function workspaceName(root: string): string {
  const name = basename(root)
    .toLowerCase()
    .replace(/[^a-z0-9.-]+/g, '-')
    .replace(/^[.-]+|(?<![.-])[.-]+$/g, '');
  return name || 'workspace';
}

// Long enough to notice a change, and short because a model reads every character.
const HASH_SHOWN = 12;

export function uriOf(workspace: string, { path, lines, hash }: ResourcePlace): string {
  const query = [
    ...(lines === undefined ? [] : [`lines=${lines.join('-')}`]),
    ...(hash === undefined ? [] : [`hash=${hash.slice(0, HASH_SHOWN)}`]),
  ].join('&');
  const encoded = path.split('/').map(encodeURIComponent).join('/');
  return `knap://${workspace}/${encoded}${query === '' ? '' : `?${query}`}`;
}

const URI = /^knap:\/\/([^/?#]+)\/([^?#]+)(?:\?([^#]*))?$/;
const LINES = /^(\d{1,9})(?:-(\d{1,9}))?$/;
const HASH = /^[0-9a-f]{6,64}$/i;

/**
 * Parses a URI of this workspace. It does not normalize the path, because that could hide a path that leads outside.
 */
export function placeOf(uri: string, workspace: string): ResourcePlace {
  const [, name, encoded = '', query = ''] = URI.exec(uri) ?? [];
  if (name === undefined)
    throw new ContextError(
      'BAD_INPUT',
      `${shortenUri(uri)} is not a resource of knap; resources look like ${RESOURCE_TEMPLATE}.`,
    );
  if (name.toLowerCase() !== workspace)
    throw new ContextError('BAD_INPUT', `This server serves the workspace "${workspace}", not "${shortenUri(name)}".`);
  const fields = new URLSearchParams(query);
  return { path: pathOf(encoded), lines: linesOf(fields.get('lines')), hash: hashOf(fields.get('hash')) };
}

function pathOf(encoded: string): string {
  const path = decodeUri(encoded);
  const isOdd = path.split('/').some((part) => part === '' || part === '.' || part === '..');
  if (isOdd || !path.isWellFormed() || /[\\\0]|^[a-z]:/i.test(path))
    throw new ContextError('OUTSIDE_ROOT', `${shortenUri(encoded)} is not a path inside the workspace.`);
  return path;
}

function decodeUri(encoded: string): string {
  try {
    return decodeURIComponent(encoded);
  } catch (cause) {
    throw new ContextError('BAD_INPUT', `${shortenUri(encoded)} is not a valid URI encoding.`, { cause });
  }
}

function linesOf(text: string | null): ResourcePlace['lines'] {
  if (text === null) return undefined;
  const [, first, last = first] = LINES.exec(text) ?? [];
  if (first === undefined || Number(first) < 1 || Number(last) < Number(first))
    throw new ContextError('BAD_INPUT', `lines=${shortenUri(text)} must be a range such as 12-40.`);
  return [Number(first), Number(last)];
}

function hashOf(text: string | null): string | undefined {
  if (text === null) return undefined;
  if (!HASH.test(text)) throw new ContextError('BAD_INPUT', `hash=${shortenUri(text)} is not a hash.`);
  return text.toLowerCase();
}

const SHOWN_MAX = 120;
const shortenUri = (text: string): string => (text.length > SHOWN_MAX ? `${text.slice(0, SHOWN_MAX)}…` : text);
