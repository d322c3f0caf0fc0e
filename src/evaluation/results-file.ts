import { appendFileSync, existsSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { DEFAULTS } from '../config/defaults.ts';
import { ContextError } from '../model/errors.ts';
import { REFUSED, readPlainFile } from '../reading/plain-file.ts';
import type { TaskResult } from './replay.ts';

/** Results kept as they come, so that a run that was stopped goes on where it was. */
export interface ResultsFile {
  readonly earlier: readonly TaskResult[];
  /** Keeps all results of a task, on one line: a run that is killed keeps all of them or none. */
  add(results: readonly TaskResult[]): void;
}

/** Opens or begins a file of results; one made with other settings is refused, since its numbers would not compare. */
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
      throw new ContextError('CANNOT_WRITE', `The file of results ${path} ${REFUSED[bytes]}.`);
    const [first = '', ...lines] = bytes.toString('utf8').split('\n');
    if (first !== head)
      throw new ContextError(
        'BAD_INPUT',
        `${path} holds results of other settings (${first.slice(0, 200)}); name another file.`,
      );
    return { earlier: lines.flatMap(resultsOf), add };
  } catch (error) {
    if (error instanceof ContextError) throw error;
    throw new ContextError('CANNOT_WRITE', `The file of results ${path} cannot be used.`, { cause: error });
  }
}

// The last line may have been cut when the run was stopped; its task is run again.
function resultsOf(line: string): readonly TaskResult[] {
  try {
    return JSON.parse(line) as readonly TaskResult[];
  } catch {
    return [];
  }
}
