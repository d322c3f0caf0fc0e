// Keeps the results of an evaluation in a file, so that an interrupted run can resume.
import { appendFileSync, existsSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { DEFAULTS } from '../config/defaults.ts';
import { ContextError } from '../model/errors.ts';
import { REFUSED, readPlainFile } from '../reading/plain-file.ts';
import type { TaskResult } from './replay.ts';

/** A file to which a run adds the results of each task. */
export interface ResultsFile {
  /** The results that earlier runs wrote. */
  readonly earlier: readonly TaskResult[];
  /** Writes all results of a task on one line, so that a killed run leaves either all of them or none. */
  add(results: readonly TaskResult[]): void;
}

/** Opens or creates a results file. Refuses one with other settings, because its numbers would not compare. */
export async function openResults(path: string, settings: Readonly<Record<string, unknown>>): Promise<ResultsFile> {
  const head = JSON.stringify({ settings });
  const add = (results: readonly TaskResult[]) => appendFileSync(path, `\n${JSON.stringify(results)}`);
  try {
    if (!existsSync(path)) {
      await writeFile(path, head);
      return { earlier: [], add };
    }
    const bytes = readPlainFile(path, { ...DEFAULTS.kept, followsLinks: true });
    if (typeof bytes === 'string')
      throw new ContextError('CANNOT_WRITE', `The results file ${path} ${REFUSED[bytes]}.`);
    const [first = '', ...lines] = bytes.toString('utf8').split('\n');
    if (first !== head)
      throw new ContextError(
        'BAD_INPUT',
        `${path} has results of a run with other settings (${first.slice(0, 200)}); name another file.`,
      );
    return { earlier: lines.flatMap(parseResults), add };
  } catch (error) {
    if (error instanceof ContextError) throw error;
    throw new ContextError('CANNOT_WRITE', `knap cannot write the results file ${path}.`, { cause: error });
  }
}

// An interrupted run may have cut the last line; its task runs again.
function parseResults(line: string): readonly TaskResult[] {
  try {
    return JSON.parse(line) as readonly TaskResult[];
  } catch {
    return [];
  }
}
