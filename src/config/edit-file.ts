import { mkdir, rename, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import type { Document } from 'yaml';
import { ContextError } from '../model/errors.ts';
import { readConfigText } from './config-file.ts';

/** Changes a configuration file and keeps its comments and order; makes it when there is none. */
export async function editConfigFile(path: string, edit: (document: Document) => void): Promise<void> {
  const { parseDocument } = await import('./parse-yaml.ts');
  const isJson = path.endsWith('.json');
  const before = readConfigText(path, 'user') ?? (isJson ? '{}\n' : '');
  const document: Document = parseDocument(before);
  const [problem] = document.errors;
  if (problem)
    throw new ContextError('BAD_CONFIG', `${path} is not valid: ${problem.message.split('\n', 1)[0]}`, {
      cause: problem,
    });
  edit(document);
  const after = isJson ? `${JSON.stringify(document.toJS(), null, 2)}\n` : document.toString({ lineWidth: 0 });
  try {
    await mkdir(dirname(path), { recursive: true });
    await writeFile(`${path}.new`, after);
    await rename(`${path}.new`, path);
  } catch (cause) {
    throw new ContextError('BAD_CONFIG', `${path} cannot be written (${(cause as NodeJS.ErrnoException).code}).`, {
      cause,
    });
  }
}
