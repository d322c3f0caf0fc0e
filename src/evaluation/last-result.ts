import { renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { VERSION } from '../config/version.ts';
import { readPlainText } from '../reading/plain-file.ts';
import type { Evaluation } from './evaluate.ts';

type KeptEvaluation = Omit<Evaluation, 'notes'>;

const FILE = 'latest.json';
const BYTES_MAX = 16 * 1024 * 1024;

/** Keeps a result in the folder of evaluations, in place of the one before. */
export function keepResult(folder: string, value: KeptEvaluation): void {
  const beside = join(folder, `${FILE}.${process.pid}`);
  writeFileSync(beside, JSON.stringify({ version: VERSION, value }));
  renameSync(beside, join(folder, FILE));
}

/** The last result; null where there is none, or another version of knap made it, which may have said it otherwise. */
export function lastResult(folder: string): KeptEvaluation | null {
  const text = readPlainText(join(folder, FILE), { bytesMax: BYTES_MAX });
  if (text === null) return null;
  try {
    const { version, value } = JSON.parse(text) as { readonly version: unknown; readonly value: KeptEvaluation };
    return version === VERSION && Array.isArray(value?.groups) ? value : null;
  } catch {
    return null;
  }
}
