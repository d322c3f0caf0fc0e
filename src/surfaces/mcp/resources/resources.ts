import { basename } from 'node:path';
import type { ListResourcesResult, ReadResourceResult, ResourceTemplateType } from '@modelcontextprotocol/server';
import { languageOfPath } from '../../../languages/index.ts';
import { ContextError } from '../../../model/errors.ts';
import { visible } from '../../../model/visible-text.ts';
import type { CallOptions } from '../../../ports/engine.ts';
import { cleanLine, cleanLines, nameable } from '../../serving/clean-lines.ts';
import type { ServedWorkspace } from '../../serving/serve-workspace.ts';

const PAGE = 100;
const COMPLETIONS_MAX = 100;

/** How a place in the workspace is named; `{+path}` because a path has slashes. */
export const RESOURCE_TEMPLATE = 'knap://{workspace}/{+path}{?lines,hash}';

/** The one way every file of the workspace can be read. */
export const TEMPLATES: ResourceTemplateType[] = [
  {
    uriTemplate: RESOURCE_TEMPLATE,
    name: 'lines',
    title: 'Lines of a file, as they are now',
    description:
      'With the hash of a block it also says whether the file has changed since, and where the lines are now.',
  },
];

/** Reads lines fresh from the disk; what has become of changed ones stands beside them. */
export async function readResource(
  uri: string,
  workspace: ServedWorkspace,
  options: CallOptions,
): Promise<ReadResourceResult> {
  const call = await workspace.call(options);
  const name = workspaceName(call.root);
  const place = placeOf(uri, name);
  // What is not named to anyone is not read by its name either.
  if (!(await nameable([place.path]))[0])
    throw new ContextError('NO_SUCH_FILE', `There is no file ${place.path} that could be quoted.`);
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
        _meta: {
          'knap/lines': { path, startLine, endLine, hash, isCurrent: changed === null, changed },
        },
      },
      ...(changed === null ? [] : [{ uri, mimeType: 'text/plain', text: changed }]),
    ],
  };
}

/** The documents of the workspace, by path, a page at a time. */
export async function listResources(
  cursor: string | undefined,
  workspace: ServedWorkspace,
  options: CallOptions,
): Promise<ListResourcesResult> {
  const call = await workspace.call(options);
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
  const resources = page.flatMap(({ path }, at) => {
    // What cannot be named without what must not be said is not named.
    if (!isNameable[at]) return [];
    const description = descriptions[at] ? { description: descriptions[at] } : {};
    return [{ uri: uriOf(name, { path }), name: path, title: titles[at]!, mimeType: mimeTypeOf(path), ...description }];
  });
  return { resources, ...(rest.length > PAGE && { nextCursor: cursorAfter(page.at(-1)!.path) }) };
}

/** What an argument of the template, or of a prompt that takes a path, could be. */
export async function completePath(prefix: string, workspace: ServedWorkspace, options: CallOptions) {
  const engine = await (await workspace.call(options)).engine();
  const { paths, total } = await engine.paths({ prefix, limit: COMPLETIONS_MAX });
  const isNameable = await nameable(paths);
  return { values: paths.filter((_, at) => isNameable[at]), total, hasMore: total > paths.length };
}

// The last path that was listed: the next page is right also when files came or went meanwhile.
const cursorAfter = (path: string): string => Buffer.from(path).toString('base64url');

function pathIn(cursor: string): string {
  const path = Buffer.from(cursor, 'base64url').toString();
  if (path === '' || cursorAfter(path) !== cursor)
    throw new ContextError('BAD_INPUT', 'This cursor is none that a list has given: start without one.');
  return path;
}

// What has a registered type; every other language gets the customary one.
const REGISTERED: Readonly<Record<string, string>> = {
  markdown: 'text/markdown',
  javascript: 'text/javascript',
  json: 'application/json',
  html: 'text/html',
  css: 'text/css',
  xml: 'application/xml',
  yaml: 'application/yaml',
};

/** The type of a file's text, by its name. */
function mimeTypeOf(path: string): string {
  const language = languageOfPath(path)?.name;
  return language === undefined ? 'text/plain' : (REGISTERED[language] ?? `text/x-${language}`);
}

/** A file, or lines of it, with the hash it had when it was named. */
interface ResourcePlace {
  readonly path: string;
  readonly lines?: readonly [first: number, last: number] | undefined;
  readonly hash?: string | undefined;
}

/** What a workspace is called in a URI: the name of its folder. */
export function workspaceName(root: string): string {
  const name = basename(root)
    .toLowerCase()
    .replace(/[^a-z0-9.-]+/g, '-')
    .replace(/^[.-]+|(?<![.-])[.-]+$/g, '');
  return name || 'workspace';
}

// Enough to tell any two texts of a workspace apart; a model reads every character of it.
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

/** What a URI names in this workspace. It is taken apart as it is written: nothing is tidied that could hide a way out. */
export function placeOf(uri: string, workspace: string): ResourcePlace {
  const [, name, encoded = '', query = ''] = URI.exec(uri) ?? [];
  if (name === undefined)
    throw new ContextError('BAD_INPUT', `${shown(uri)} is no resource of knap: they look like ${RESOURCE_TEMPLATE}.`);
  if (name.toLowerCase() !== workspace)
    throw new ContextError('BAD_INPUT', `There is no workspace "${shown(name)}" here; this one is "${workspace}".`);
  const asked = new URLSearchParams(query);
  return { path: pathOf(encoded), lines: linesOf(asked.get('lines')), hash: hashOf(asked.get('hash')) };
}

function pathOf(encoded: string): string {
  const path = decoded(encoded);
  const isOdd = path.split('/').some((part) => part === '' || part === '.' || part === '..');
  if (isOdd || !path.isWellFormed() || /[\\\0]|^[a-z]:/i.test(path))
    throw new ContextError('OUTSIDE_ROOT', `${shown(encoded)} is no path inside the workspace.`);
  return path;
}

function decoded(encoded: string): string {
  try {
    return decodeURIComponent(encoded);
  } catch (cause) {
    throw new ContextError('BAD_INPUT', `${shown(encoded)} is not encoded as a URI.`, { cause });
  }
}

function linesOf(text: string | null): ResourcePlace['lines'] {
  if (text === null) return undefined;
  const [, first, last = first] = LINES.exec(text) ?? [];
  if (first === undefined || Number(first) < 1 || Number(last) < Number(first))
    throw new ContextError('BAD_INPUT', `lines=${shown(text)} must be a range such as 12-40.`);
  return [Number(first), Number(last)];
}

function hashOf(text: string | null): string | undefined {
  if (text === null) return undefined;
  if (!HASH.test(text)) throw new ContextError('BAD_INPUT', `hash=${shown(text)} is no hash.`);
  return text.toLowerCase();
}

const SHOWN_MAX = 120;
const shown = (text: string): string => (text.length > SHOWN_MAX ? `${text.slice(0, SHOWN_MAX)}…` : text);
