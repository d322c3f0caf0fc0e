// Callers limit a question to folders and sources. This file checks such names and says which files of the index they
// mean.
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { pickByName } from '../config/did-you-mean.ts';
import { CONVERSATIONS, isDocumentLanguage, isGraphSource } from '../model/entity.ts';
import { ContextError } from '../model/errors.ts';
import { closeMatches, didYouMean } from '../model/paths.ts';
import { isBelow } from '../pipeline/show/list-documents.ts';
import type { FileRecord } from '../ports/store.ts';
import { GRAPH_SOURCES } from '../sources/graph-sources.ts';

/** A caller's folder in the form that paths of the view begin with; null for the whole workspace. */
export function normalFolder(folder: string | undefined): string | null {
  const bare = (folder ?? '')
    .replaceAll('\\', '/')
    .replace(/^(?:\.\/)+|\/+$/g, '')
    .replace(/^\.$/, '');
  return bare === '' ? null : bare;
}

/** The folder whose files rank higher. Refuses one that neither exists on the disk nor holds an indexed file. */
export function checkedNearFolder(
  files: readonly FileRecord[],
  root: string,
  folder: string | undefined,
): string | null {
  const near = normalFolder(folder);
  if (near !== null && !existsSync(join(root, near))) filesUnder(files, near);
  return near;
}

/** The files below a folder or at a path. If there are none, throws an error that suggests similar folders. */
export function filesUnder(files: readonly FileRecord[], folder: string): readonly FileRecord[] {
  const below = files.filter(({ path }) => isBelow(path, folder));
  if (below.length > 0) return below;
  const folders = new Set(files.flatMap(({ path }) => foldersAbove(path)));
  const hint = didYouMean(closeMatches(folder, [...folders]));
  throw new ContextError('NO_SUCH_FILE', `The workspace has no folder "${folder}" with indexed files.${hint}`);
}

function foldersAbove(path: string): readonly string[] {
  const parts = path.split('/');
  return parts.slice(0, -1).map((_, index) => parts.slice(0, index + 1).join('/'));
}

/** The sources of files, without history and graphs. */
export const FILE_SOURCES = [{ name: 'code' }, { name: 'markdown' }, { name: CONVERSATIONS }] as const;
const SOURCES = [...FILE_SOURCES, { name: 'history' }] as const;
export type SourceName = (typeof SOURCES)[number]['name'];
const ALL_SOURCES: readonly { readonly name: string }[] = [...SOURCES, ...GRAPH_SOURCES];

/** Whether the caller asked for this source. Naming none asks for all. */
export function wantsSource(
  { sources = [] }: { readonly sources?: readonly string[] | undefined },
  source: string,
): boolean {
  const wanted = sources.map((name) => pickByName(ALL_SOURCES, name, 'source').name);
  return wanted.length === 0 || wanted.includes(source);
}

export function sourceNameOf({ source, language }: FileRecord): string {
  if (source === CONVERSATIONS) return CONVERSATIONS;
  if (isGraphSource(source)) return source;
  return isDocumentLanguage(language) ? 'markdown' : 'code';
}
