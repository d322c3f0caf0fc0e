// Lists the graphs of a workspace: configured ones, imported ones, and Logseq folders inside it. It also guards their
// names and records imports.
import { lstatSync, readdirSync, realpathSync } from 'node:fs';
import { rename, rm, writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import * as z from 'zod';
import { DEFAULTS } from '../../config/defaults.ts';
import type { Config } from '../../config/schema.ts';
import { existingStateFolder, makeStateFolder } from '../../config/workspace-folders.ts';
import { ContextError } from '../../model/errors.ts';
import { parseJson } from '../../model/records.ts';
import { insideOf } from '../../reading/confine.ts';
import { fileIdentityOf, readWhole, withPlainFile } from '../../reading/plain-file.ts';
import { pathPrefixOf, type RegisteredGraph } from '../../sources/graphs/graph-source.ts';
import { logseqFoldersIn } from '../../sources/logseq/list-pages.ts';

const REGISTERED = /^([a-z0-9][a-z0-9-]*)\.json$/;
// The name of a workspace in a shared store: `org/name`, `org/name@main`.
const SHARED = /^\w\S*[/@]/;
const ALIAS = /^[a-z0-9][a-z0-9-]{0,62}$/;
const PRIVATE_FILE = 0o600;

const fileSchema = z.object({ source: z.string(), path: z.string(), stamp: z.string(), made: z.int() });

/** Refuses a name that could lead out of a folder, because it becomes a file name. */
export function checkAlias(alias: string): string {
  if (ALIAS.test(alias)) return alias;
  const refused = `"${alias}" cannot be the name of a graph: use lower-case letters, digits and dashes.`;
  const shared = ' What the shared store calls this workspace is said in KNAP_WORKSPACE here.';
  throw new ContextError('BAD_INPUT', SHARED.test(alias) ? `${refused}${shared}` : refused);
}

/** In the order of their names. */
export function registeredGraphs(
  root: string,
  configured: Config['graphs'],
  folders = logseqFoldersIn(root),
): readonly RegisteredGraph[] {
  const graphs = new Map<string, RegisteredGraph>();
  const found = folders.map((path) => ({ path, alias: aliasOf(path === root ? '' : basename(path)) }));
  for (const { alias, path } of found) graphs.set(alias, { alias, source: 'logseq', path, stamp: null });
  for (const graph of importedGraphs(root)) {
    // An import of a Logseq folder of the workspace takes its place, so that the folder is not read twice.
    for (const { alias } of found) if (graphs.get(alias)?.path === graph.path) graphs.delete(alias);
    const isInside = graph.source === 'logseq' && isWithin(graph.path, root);
    graphs.set(graph.alias, isInside ? { ...graph, stamp: null } : graph);
  }
  for (const [alias, { source, path }] of Object.entries(configured))
    graphs.set(alias, { alias, source, path, stamp: null });
  return [...graphs.values()].sort((a, b) => (a.alias < b.alias ? -1 : 1));
}

/** The address prefixes of the graphs whose pages are files of the workspace. */
export function graphsWithin(root: string, configured: Config['graphs']): readonly string[] {
  return registeredGraphs(root, configured)
    .filter(({ source, path }) => source === 'logseq' && isWithin(path, root))
    .map(({ source, alias }) => pathPrefixOf(source, alias));
}

const isWithin = (path: string, root: string): boolean => insideOf(root, path) !== null;

const aliasOf = (name: string): string =>
  name
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-+|-+$/g, '')
    .slice(0, 63) || 'logseq';

function importedGraphs(root: string): readonly RegisteredGraph[] {
  const folder = existingStateFolder(root, 'graphs');
  if (folder === null) return [];
  return readdirSync(folder)
    .sort()
    .flatMap((name) => {
      const alias = REGISTERED.exec(name)?.[1];
      return alias === undefined ? [] : readRegistered(join(folder, name), alias);
    });
}

// Ignores a file that was made elsewhere, because it comes from a stranger and says which path to read.
function readRegistered(file: string, alias: string): readonly RegisteredGraph[] {
  const read = withPlainFile(file, DEFAULTS.settings, (descriptor, stats) => {
    const parsed = fileSchema.safeParse(parseJson(readWhole(descriptor, stats).toString('utf8')));
    return parsed.success && parsed.data.made === fileIdentityOf(file, stats) ? parsed.data : null;
  });
  if (typeof read === 'string' || read === null) return [];
  const { source, path, stamp } = read;
  return [{ alias, source, path, stamp }];
}

/** Records the path from which a graph was imported, so that the index can be made again. */
export async function registerGraph(root: string, { alias, source, path, stamp }: RegisteredGraph): Promise<void> {
  const file = join(await makeStateFolder(root, 'graphs'), `${alias}.json`);
  const beside = `${file}.new`;
  await rm(beside, { force: true });
  await writeFile(beside, '', { mode: PRIVATE_FILE, flag: 'wx' });
  const made = fileIdentityOf(beside, lstatSync(beside));
  await writeFile(beside, `${JSON.stringify({ source, path, stamp, made })}\n`);
  await rename(beside, file);
}

/** False for a path in the workspace that leads out of it through links; a repository may have named it. */
export function isConfined(root: string, path: string): boolean {
  if (insideOf(root, path) === null) return true;
  try {
    return insideOf(realpathSync.native(root), realpathSync.native(path)) !== null;
  } catch {
    // The path does not exist; the code that reads it reports that.
    return true;
  }
}

// Exports of one workspace are named after it and their day: `abc@2026-01-14.json`, then `abc@2026-01-15.json`.
const DATED = /@\d{4}-?\d\d-?\d\d[^@]*$/;

type GraphFile = Pick<RegisteredGraph, 'source' | 'path'>;

/**
 * Refuses a name that another graph has, unless the caller imports another export of that graph or replaces it; a
 * configured graph cannot be replaced.
 */
export function refuseTaken(
  alias: string,
  wanted: GraphFile,
  { configured, before, isReplacing }: { configured: GraphFile | null; before: GraphFile | null; isReplacing: boolean },
): void {
  if (configured?.path === wanted.path && configured.source === wanted.source) return;
  if (!configured && (!before || isReplacing || isSameGraph(before, wanted))) return;
  const why = configured
    ? `Your configuration makes "${alias}" from ${configured.path}; change it there, or give another --workspace.`
    : `"${alias}" holds ${before!.source} ${before!.path}; give another --workspace, or --replace to put this in its place.`;
  throw new ContextError('WORKSPACE_TAKEN', why);
}

function isSameGraph(a: GraphFile, b: GraphFile): boolean {
  if (a.source !== b.source) return false;
  if (a.path === b.path) return true;
  return DATED.test(a.path) && DATED.test(b.path) && nameWithoutDate(a.path) === nameWithoutDate(b.path);
}

const nameWithoutDate = (path: string): string => basename(path).replace(DATED, '');
