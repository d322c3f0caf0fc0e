import { readdir, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import * as z from 'zod';
import { REPOSITORY_FILES } from '../../config/find-root.ts';
import { ContextError } from '../../model/errors.ts';
import { dataFormat } from '../input/fields.ts';
import { answer, defineOperation } from '../operation.ts';
import { detectWorkspace } from './detect-workspace.ts';
import { configPage, ignorePage } from './init-pages.ts';

export interface Initialised {
  readonly stacks: readonly string[];
  readonly written: readonly string[];
  /** Files that were there already and stay as they are. */
  readonly kept: readonly string[];
}

const input = z.strictObject({
  force: z.boolean().optional().describe('Replace files that exist'),
  format: dataFormat,
});

/** Writes a commented configuration and a .ctxignore for what the workspace is built with; touches nothing else. */
export const init = defineOperation<typeof input, Initialised>({
  input,
  examples: ['knap init', 'knap init --force'],
  async run(call, { force = false, format }) {
    const names = await readdir(call.root);
    const { stacks, frameworks } = await detectWorkspace(call.root);
    const found = [...stacks, ...frameworks.map(({ title, ignore }) => ({ name: title, ignore }))];
    const other = REPOSITORY_FILES.find((name) => names.includes(name));
    const pages = { [other ?? REPOSITORY_FILES[0]]: configPage(), '.ctxignore': ignorePage(found) };
    const written: string[] = [];
    const kept: string[] = [];
    for (const [name, content] of Object.entries(pages))
      (await write(join(call.root, name), content, force)) ? written.push(name) : kept.push(name);
    const value = { stacks: found.map(({ name }) => name), written, kept };
    return answer(value, { text: initText(value), format });
  },
});

async function write(path: string, content: string, force: boolean): Promise<boolean> {
  const beside = `${path}.new`;
  try {
    if (!force) await writeFile(path, content, { flag: 'wx' });
    else {
      // Moved into place, so that a link is replaced and what it leads to is not.
      await rm(beside, { force: true });
      await writeFile(beside, content, { flag: 'wx' });
      await rename(beside, path);
    }
    return true;
  } catch (cause) {
    const code = (cause as NodeJS.ErrnoException).code;
    if (code === 'EEXIST') return false;
    throw new ContextError('BAD_CONFIG', `${path} cannot be written (${code}).`, { cause });
  }
}

function initText({ stacks, written, kept }: Initialised): string {
  const built = stacks.length > 0 ? `found ${stacks.join(', ')}` : 'found no stack it knows';
  return [
    built,
    ...written.map((name) => `wrote ${name}`),
    ...kept.map((name) => `kept ${name} (--force replaces it)`),
  ].join('\n');
}
