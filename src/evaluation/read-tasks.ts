import * as z from 'zod';
import { DEFAULTS } from '../config/defaults.ts';
import { ContextError } from '../model/errors.ts';
import { REFUSED, readPlainFile } from '../reading/plain-file.ts';
import type { EvalTask } from './task.ts';

const line = z.int().min(0);
const taskSchema = z.object({
  id: z.string().min(1),
  repo: z.string().regex(/^[\w.-]+\/[\w.-]+$/, 'owner/name'),
  base: z.string().regex(/^[0-9a-f]{7,64}$/, 'a commit'),
  query: z.string().min(1),
  gold: z.array(z.object({ path: z.string().min(1), ranges: z.array(z.tuple([line, line])) })).min(1),
  lang: z.string().optional(),
});

/** Tasks of a JSONL file, in its order. */
export async function readTasks(path: string): Promise<readonly EvalTask[]> {
  const bytes = readPlainFile(path, { ...DEFAULTS.kept, followsLinks: true });
  if (typeof bytes === 'string') throw new ContextError('BAD_INPUT', `The file of tasks ${path} ${REFUSED[bytes]}.`);
  const lines = bytes
    .toString('utf8')
    .split('\n')
    .map((content, index) => ({ content, number: index + 1 }));
  const tasks = lines
    .filter(({ content }) => content.trim() !== '')
    .map(({ content, number }) => taskOf(content, `${path}, line ${number}`));
  if (tasks.length === 0) throw new ContextError('BAD_INPUT', `${path} holds no tasks.`);
  return tasks;
}

function taskOf(content: string, where: string): EvalTask {
  let value: unknown;
  try {
    value = JSON.parse(content);
  } catch (cause) {
    throw new ContextError('BAD_INPUT', `${where} is not JSON.`, { cause });
  }
  const parsed = taskSchema.safeParse(value);
  if (parsed.success) return parsed.data;
  const [issue] = parsed.error.issues;
  throw new ContextError('BAD_INPUT', `${where} is no task: ${issue?.path.join('.')} ${issue?.message}.`);
}
