// Reads what a person provides: files named by options, standard input, and answers to questions.
import { open } from 'node:fs/promises';
import { resolve } from 'node:path';
import { ContextError } from '../../model/errors.ts';
import { readBytes } from '../serving/read-stream.ts';
import { ProgramEnd } from './program.ts';
import type { Terminal } from './terminal.ts';

const TEXT_BYTES_MAX = 64 * 1024 * 1024;

/** Creates a reader of the files that options name; `-` is standard input, which only one option can read. */
export function textReader({ stdin, cwd }: Terminal): (path: string) => Promise<string> {
  let isStdinTaken = false;
  return async (path) => {
    if (path !== '-') return readFileText(resolve(cwd, path), path);
    if (isStdinTaken) throw new ContextError('BAD_INPUT', 'Only one option can read standard input ("-").');
    isStdinTaken = true;
    return readText(stdin, 'standard input');
  };
}

async function readFileText(path: string, named: string): Promise<string> {
  try {
    await using file = await open(path);
    if ((await file.stat()).isDirectory()) throw new ContextError('BAD_INPUT', `${named} is a folder, not a file.`);
    return await readText(file.createReadStream({ autoClose: false }), named);
  } catch (cause) {
    if (cause instanceof ContextError) throw cause;
    const code = (cause as NodeJS.ErrnoException).code;
    if (code === 'ENOENT' || code === 'ENOTDIR')
      throw new ContextError('BAD_INPUT', `There is no file ${named}.`, { cause });
    throw new ContextError('BAD_INPUT', `${named} cannot be read (${code ?? 'unknown'}).`, { cause });
  }
}

async function readText(stream: AsyncIterable<unknown>, named: string): Promise<string> {
  const tooLarge = new ContextError('BAD_INPUT', `${named} is larger than ${TEXT_BYTES_MAX / 1_048_576} MB.`);
  const bytes = await readBytes(stream, TEXT_BYTES_MAX, tooLarge);
  return bytes.toString('utf8').replace(/^\uFEFF/, '');
}

const CANCELLED = 130;

/** An empty answer throws `unanswered`; Ctrl-C ends the program quietly. */
export async function askForTask(question: string, unanswered: Error): Promise<string> {
  const { isCancel, text } = await import('@clack/prompts');
  const answer = await text({ message: question, placeholder: 'fix the login redirect' });
  if (isCancel(answer)) throw new ProgramEnd(CANCELLED);
  if (!answer?.trim()) throw unanswered;
  return answer;
}

/** Ctrl-C ends the program quietly. */
export async function confirm(question: string): Promise<boolean> {
  const { isCancel, confirm: askFor } = await import('@clack/prompts');
  const answer = await askFor({ message: question, initialValue: false });
  if (isCancel(answer)) throw new ProgramEnd(CANCELLED);
  return answer;
}
