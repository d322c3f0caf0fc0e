import { cpSync } from 'node:fs';
import { join } from 'node:path';
import type { CallToolResult } from '@modelcontextprotocol/client';
import { loadTokenizer } from '../../../src/tokenizers/index.ts';
import { knap } from '../knap.ts';
import { makeWorld } from '../world.ts';
import { linksOf, textOf } from './connect.ts';

const REPOSITORY = join(import.meta.dirname, '../../..');

/** A world of real code and documents: folders of this repository, indexed, so that a busy machine is not answered before there is anything. */
export async function makeOwnWorld(folders: readonly string[]): Promise<string> {
  const root = makeWorld({ 'README.md': '# Own\n' });
  for (const folder of folders) cpSync(join(REPOSITORY, folder), join(root, folder), { recursive: true });
  await knap(root, ['index']);
  return root;
}

/** What a model is sent: every text, and links as the client gets them, one by one or together. */
export async function sentTokens(result: CallToolResult, tokenizer = 'o200k'): Promise<number> {
  const { count } = await loadTokenizer(tokenizer);
  const links = linksOf(result);
  const apart = links.reduce((sum, link) => sum + count(JSON.stringify(link)), 0);
  const together = links.length === 0 ? 0 : count(JSON.stringify(links));
  const rest = result.structuredContent === undefined ? 0 : count(JSON.stringify(result.structuredContent));
  return count(textOf(result)) + Math.max(apart, together) + rest;
}
