import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { makeGraphWorld } from '../../context/graph-world.ts';
import { named } from '../../show/knowledge.ts';
import { TANA_ROWS } from '../../worlds/tana-world.ts';
import { makeWorld, SHOP } from '../world.ts';
import { connect, textOf } from './connect.ts';

const ALL_TOOLS_BYTES_MAX = 10_000;

const issue = (id: string, name: string, more: Readonly<Record<string, unknown>>) =>
  named(id, name, { description: name, 'issue-type': 'bug', status: 'open', priority: 1, ...more }, `About ${name}.`);

const ISSUES = {
  ...SHOP,
  'issues/first.md': issue('LBAAA', 'first', { blocking: ['LBAAB'], labels: ['web'] }),
  'issues/second.md': issue('LBAAB', 'second', { priority: 0 }),
  'docs/design.md': '# Design\n\nSee [the first](../issues/first.md) and [a lost one](gone.md).\n',
  'docs/nameless.md': '---\nlattice-id: LBAAC\n---\nText.\n',
};

test('K44 context_documents lists ready issues, blockers, search results, links and faults', async () => {
  const client = await connect(makeWorld(ISSUES));
  const ask = async (given: Record<string, unknown>) =>
    textOf(await client.callTool({ name: 'context_documents', arguments: given }));
  expect((await client.listTools()).tools.map(({ name }) => name)).toContain('context_documents');
  expect(await ask({ verb: 'ready' })).toMatch(/^LBAAA \[bug\/P1\/open\] first {2}issues\/first\.md\nNote: no history/);
  expect(await ask({ verb: 'ready', target: 'LBAAB' })).toMatch(
    /About second\.[\s\S]*About first\.[\s\S]*LBAAB is not ready/,
  );
  expect(await ask({ verb: 'list', label: ['web'] })).toMatch(/^LBAAA .* issues\/first\.md\n(?!LB)/);
  expect(await ask({ verb: 'list', type: 'bug', limit: 1 })).toMatch(/^LBAAA .*\n1 more\n/);
  expect(await ask({ verb: 'search', query: 'lost one' })).toContain('docs/design.md:1');
  expect(await ask({ verb: 'links', target: 'LBAAA' })).toContain('docs/design.md  Design (line 3: the first)');
  expect(await ask({ verb: 'check', target: 'docs' })).toContain('docs/design.md:3: E002 link to gone.md');
  expect(await ask({ verb: 'check', target: 'docs' })).toMatch(/W002 the document has no name$/m);
  expect(await ask({ verb: 'list', budget: 40 })).toMatch(/\n\d+ more$/m);
  expect(await ask({ verb: 'search' })).toMatch(/^NO_TASK: There is no question\./);
  expect(await ask({ verb: 'close' })).toContain('verb ("close"): must be ready, list, search, links or check');
});

test('context_documents is offered only if a document has an id or is an issue', async () => {
  const listed = async (files: Readonly<Record<string, string>>) =>
    (await (await connect(makeWorld(files))).listTools()).tools.some(({ name }) => name === 'context_documents');
  expect(await listed({ 'a.md': '# Plain\n' })).toBe(false);
  expect(await listed({ 'a.md': '---\nlattice-id: LAAAA\n---\nx\n' })).toBe(true);
  expect(await listed({ 'a.md': '---\ntask-type: bug\n---\nx\n' })).toBe(true);
});

test('the list of MCP tools with a graph and documents is shorter than 10 kB', async () => {
  using world = await makeGraphWorld({ rows: TANA_ROWS });
  writeFileSync(join(world.root, 'issue.md'), ISSUES['issues/first.md']);
  const { tools } = await (await connect(world.root)).listTools();
  expect(tools.map(({ name }) => name)).toEqual(expect.arrayContaining(['tana_context', 'context_documents']));
  expect(Buffer.byteLength(JSON.stringify({ tools }))).toBeLessThan(ALL_TOOLS_BYTES_MAX);
});
