import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { invariant } from '../../model/errors.ts';
import { changeOf, type FileChange, read, refuseOutside } from './file-change.ts';

const SKILL = join('knap', 'SKILL.md');
// Beside dist in the package, three folders up in the sources.
const PLACES = ['../skills', '../../../skills'];

/** The page that teaches an agent when to call knap, on its way in or out. */
export async function skillChange(
  folder: string,
  { within, remove }: { within: string | null; remove: boolean },
): Promise<FileChange> {
  const file = join(folder, SKILL);
  if (within !== null) refuseOutside(file, within);
  return changeOf(file, await read(file), remove ? null : await skillText());
}

async function skillText(): Promise<string> {
  const path = PLACES.map((place) => join(import.meta.dirname, place, SKILL)).find((one) => existsSync(one));
  const text = path === undefined ? null : await read(path);
  invariant(text !== null, 'the package holds its skill');
  return text;
}
