import { basename } from 'node:path';
import { ContextError } from '../../../model/errors.ts';

/** How a place in the workspace is named; `{+path}` because a path has slashes. */
export const RESOURCE_TEMPLATE = 'knap://{workspace}/{+path}{?lines,hash}';

/** A file, or lines of it, with the hash it had when it was named. */
export interface ResourcePlace {
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
