import { expect, test } from 'vitest';
import { handBack } from '../../../bench/serving/printed-names.ts';
import { seeded } from '../../../bench/serving/worlds.ts';
import { connect, ERAS, type Era, textOf } from './connect.ts';
import { makeOwnWorld } from './sent.ts';

const TASKS = [
  'a link of a resource must be read fresh',
  'setup writes an entry for an agent and removes it again',
  'notes beside the page cost more than the budget',
  'the server answers before anything is opened',
];
const WORDS = ['serveWorkspace', 'budget', 'readResource', 'Client', 'answerWithin', 'createServer', 'scope', 'remove'];

test('names that MCP answers print are accepted by the other tools', async () => {
  const root = await makeOwnWorld(['src/surfaces/mcp', 'src/surfaces/setup', 'docs/guide']);
  for (const [at, era] of (Object.keys(ERAS) as Era[]).entries()) {
    const client = await connect(root, { era });
    const ask = async (name: string, args: object) => {
      const result = await client.callTool({ name, arguments: { ...args } });
      return { text: textOf(result), isError: result.isError === true };
    };
    const { handed, lost } = await handBack(ask, { tasks: TASKS, words: WORDS, count: 12, below: seeded(7 + at) });
    expect(lost).toEqual([]);
    expect(handed).toBe(12);
  }
});
