import { cpSync } from 'node:fs';
import { join } from 'node:path';
import type { CallToolResult } from '@modelcontextprotocol/client';
import { loadTokenizer } from '../../../src/tokenizers/index.ts';
import { knap } from '../knap.ts';
import { makeWorld } from '../world.ts';
import { textOf } from './connect.ts';

const REPOSITORY = join(import.meta.dirname, '../../..');

/** A world of real code and documents: folders of this repository, indexed, so that no answer comes from a partial index. */
export async function makeOwnWorld(folders: readonly string[]): Promise<string> {
  const root = makeWorld({ 'README.md': '# Own\n' });
  for (const folder of folders) cpSync(join(REPOSITORY, folder), join(root, folder), { recursive: true });
  await knap(root, ['index']);
  return root;
}

/** Counts the tokens of all that a model is sent. */
export async function sentTokens(result: CallToolResult, tokenizer = 'o200k'): Promise<number> {
  const { count } = await loadTokenizer(tokenizer);
  const others = [...result.content.filter(({ type }) => type !== 'text'), result.structuredContent ?? []].flat();
  return count(textOf(result)) + others.reduce<number>((sum, part) => sum + count(JSON.stringify(part)), 0);
}
