import { open } from 'node:fs/promises';
import { resolve } from 'node:path';
import { ContextError } from '../../model/errors.ts';
import type { Terminal } from './terminal.ts';

const TEXT_BYTES_MAX = 64 * 1024 * 1024;

/** Reads the files options name; `-` is standard input and can be read for one of them only. */
export function textReader({ stdin, cwd }: Terminal): (path: string) => Promise<string> {
  let isStdinTaken = false;
  return async (path) => {
    if (path !== '-') return readFileText(resolve(cwd, path), path);
    if (isStdinTaken) throw new ContextError('BAD_INPUT', 'Only one option can read standard input ("-").');
    isStdinTaken = true;
    return readAll(stdin, 'standard input');
  };
}

async function readFileText(path: string, named: string): Promise<string> {
  try {
    await using file = await open(path);
    if ((await file.stat()).isDirectory()) throw new ContextError('BAD_INPUT', `${named} is a folder, not a file.`);
    return await readAll(file.createReadStream({ autoClose: false }), named);
  } catch (cause) {
    if (cause instanceof ContextError) throw cause;
    const code = (cause as NodeJS.ErrnoException).code;
    if (code === 'ENOENT' || code === 'ENOTDIR')
      throw new ContextError('BAD_INPUT', `There is no file ${named}.`, { cause });
    throw new ContextError('BAD_INPUT', `${named} cannot be read (${code ?? 'unknown'}).`, { cause });
  }
}

async function readAll(stream: AsyncIterable<unknown>, named: string): Promise<string> {
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  for await (const chunk of stream) {
    const part = typeof chunk === 'string' ? Buffer.from(chunk) : (chunk as Uint8Array);
    bytes += part.length;
    if (bytes > TEXT_BYTES_MAX)
      throw new ContextError('BAD_INPUT', `${named} is larger than ${TEXT_BYTES_MAX / 1_048_576} MB.`);
    chunks.push(part);
  }
  return Buffer.concat(chunks)
    .toString('utf8')
    .replace(/^\uFEFF/, '');
}
