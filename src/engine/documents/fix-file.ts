import { realpath, rename, rm, stat, writeFile } from 'node:fs/promises';
import { DEFAULTS } from '../../config/defaults.ts';
import { ContextError } from '../../model/errors.ts';
import { confine } from '../../reading/confine.ts';
import { readPlainFile } from '../../reading/plain-file.ts';
import type { Finding } from '../../sources/markdown/check/finding.ts';
import { fixDocument } from '../../sources/markdown/check/fix-document.ts';

/** Mends a file in place and says whether it did; every other byte stays. What is no plain UTF-8 is left alone. */
export async function fixFile(root: string, path: string, findings: readonly Finding[]): Promise<boolean> {
  const confined = confine(await realpath(root), path);
  if ('refusal' in confined) return false;
  const bytes = readPlainFile(confined.real, { bytesMax: DEFAULTS.scan.fileBytesMax });
  if (typeof bytes === 'string') return false;
  const text = bytes.toString('utf8');
  if (!Buffer.from(text, 'utf8').equals(bytes)) return false;
  const mended = fixDocument(text, findings);
  if (mended === text) return false;
  // Written beside it and moved, so that nobody ever sees half a file.
  const beside = `${confined.real}.knap-fix`;
  try {
    await writeFile(beside, mended, { mode: (await stat(confined.real)).mode, flag: 'wx' });
    await rename(beside, confined.real);
  } catch (cause) {
    await rm(beside, { force: true });
    throw new ContextError('CANNOT_WRITE', `${path} cannot be mended.`, { cause });
  }
  return true;
}
