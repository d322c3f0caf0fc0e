import { existsSync, readdirSync } from 'node:fs';
import { chmod, mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import * as z from 'zod';
import { makeStateFolder, STATE_FOLDER } from '../../config/state-folder.ts';
import { ContextError } from '../../model/errors.ts';

const FOLDER = 'graphs';
const MAKER = /^([a-z0-9][a-z0-9-]*)\.json$/;
const ALIAS = /^[a-z0-9][a-z0-9-]{0,62}$/;
const PRIVATE_FOLDER = 0o700;
const PRIVATE_FILE = 0o600;

/** What a graph was made from; enough to make it again. */
export interface GraphMaker {
  readonly source: string;
  readonly path: string;
}

const makerSchema = z.object({ source: z.string(), path: z.string() });

/** An alias becomes a file name, so it is never a path. */
export function checkAlias(alias: string): string {
  if (ALIAS.test(alias)) return alias;
  throw new ContextError(
    'BAD_INPUT',
    `"${alias}" is no name for a workspace: use lower-case letters, digits and dashes.`,
  );
}

/** The graphs that were imported into a workspace to their end, by name. */
export function importedAliases(root: string): readonly string[] {
  const folder = join(root, STATE_FOLDER, FOLDER);
  if (!existsSync(folder)) return [];
  return readdirSync(folder)
    .flatMap((name) => MAKER.exec(name)?.[1] ?? [])
    .sort();
}

/** Where the database of a graph lies; the folder is made on first need. */
export async function databaseOf(root: string, alias: string): Promise<string> {
  const folder = join(await makeStateFolder(root), FOLDER);
  try {
    const made = await mkdir(folder, { recursive: true, mode: PRIVATE_FOLDER });
    if (made !== undefined) await chmod(folder, PRIVATE_FOLDER);
  } catch (cause) {
    const code = (cause as NodeJS.ErrnoException).code ?? 'unknown';
    throw new ContextError('CANNOT_WRITE', `${folder} cannot be written (${code}).`, { cause });
  }
  return join(folder, `${checkAlias(alias)}.db`);
}

/** Kept beside the database, because a damaged one cannot say where it came from. */
export async function rememberMaker(database: string, { source, path }: GraphMaker): Promise<void> {
  const file = makerFile(database);
  await writeFile(`${file}.new`, `${JSON.stringify({ source, path })}\n`, { mode: PRIVATE_FILE });
  await rename(`${file}.new`, file);
}

export async function rememberedMaker(database: string): Promise<GraphMaker | null> {
  try {
    return makerSchema.parse(JSON.parse(await readFile(makerFile(database), 'utf8')));
  } catch {
    // Not there, or not ours: then nobody knows where the graph came from, and the caller says so.
    return null;
  }
}

const makerFile = (database: string): string => database.replace(/\.db$/, '.json');
