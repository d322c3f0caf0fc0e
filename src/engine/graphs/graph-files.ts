import { lstatSync, readdirSync } from 'node:fs';
import { rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import * as z from 'zod';
import { DEFAULTS } from '../../config/defaults.ts';
import { existingStateFolder, makeStateFolder } from '../../config/state-folder.ts';
import { ContextError } from '../../model/errors.ts';
import { birthplaceOf } from '../../reading/birthplace.ts';
import { readWhole, withPlainFile } from '../../reading/plain-file.ts';

const MAKER = /^([a-z0-9][a-z0-9-]*)\.json$/;
// As a workspace of a shared store is called.
const SHARED = /^\w\S*[/@]/;
const ALIAS = /^[a-z0-9][a-z0-9-]{0,62}$/;
const PRIVATE_FILE = 0o600;

/** What a graph was made from; enough to make it again. */
export interface GraphMaker {
  readonly source: string;
  readonly path: string;
}

const makerSchema = z.object({ source: z.string(), path: z.string(), made: z.int() });

/** An alias becomes a file name, so it is never a path. */
export function checkAlias(alias: string): string {
  if (ALIAS.test(alias)) return alias;
  const shared = SHARED.test(alias)
    ? ' What the shared store calls this workspace is said in KNAP_WORKSPACE here.'
    : '';
  throw new ContextError(
    'BAD_INPUT',
    `"${alias}" is no name for a graph: use lower-case letters, digits and dashes.${shared}`,
  );
}

/** The graphs that were imported into a workspace to their end, by name. */
export function importedAliases(root: string): readonly string[] {
  const folder = existingStateFolder(root, 'graphs');
  if (folder === null) return [];
  return readdirSync(folder)
    .flatMap((name) => MAKER.exec(name)?.[1] ?? [])
    .sort();
}

/** Where the database of a graph lies; the folder is made on first need. */
export async function databaseOf(root: string, alias: string): Promise<string> {
  return join(await makeStateFolder(root, 'graphs'), `${checkAlias(alias)}.db`);
}

/** Kept beside the database, because a damaged one cannot say where it came from. */
export async function rememberMaker(database: string, { source, path }: GraphMaker): Promise<void> {
  const file = makerFile(database);
  const beside = `${file}.new`;
  await rm(beside, { force: true });
  await writeFile(beside, '', { mode: PRIVATE_FILE, flag: 'wx' });
  const made = birthplaceOf(beside, lstatSync(beside));
  await writeFile(beside, `${JSON.stringify({ source, path, made })}\n`);
  await rename(beside, file);
}

/** What a graph was made from; null where nobody knows, or where the file was made elsewhere: its path is a stranger's. */
export async function rememberedMaker(database: string): Promise<GraphMaker | null> {
  const file = makerFile(database);
  const maker = withPlainFile(file, DEFAULTS.settings, (descriptor, stats) => {
    const { made, ...said } = makerSchema.parse(JSON.parse(readWhole(descriptor, stats).toString('utf8')));
    return made === birthplaceOf(file, stats) ? said : null;
  });
  return typeof maker === 'string' ? null : maker;
}

const makerFile = (database: string): string => database.replace(/\.db$/, '.json');
