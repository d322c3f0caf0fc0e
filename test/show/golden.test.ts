import { expect, test } from 'vitest';
import type { ShowInput } from '../../src/ports/knowledge.ts';
import { doc, onWorld } from './knowledge.ts';

/** A small knowledge base in which every kind of relation occurs once. */
const KNOWLEDGE = {
  '!shop.md': doc(
    { 'lattice-id': 'LSHOP', name: 'the-shop', description: 'What the shop is', 'doc-position': -1 },
    'A shop that sells seeds.',
  ),
  'docs/payments.md': doc(
    { 'lattice-id': 'LPAYS', name: 'payments', description: 'How money comes in', labels: ['payments'] },
    '# Payments\n\nStripe calls `src/payments/webhook.ts`; see [retries](LRETR) and [the ledger](ledger.md).\n',
  ),
  'docs/webhooks.md':
    '# Webhooks\n\nThey come from outside.\n\n## [LRETR] Retries\n\nA webhook is tried again for three days.\n\n### Limits\n\nTen times at most.\n\n## Signatures\n\nEvery one is signed.\n',
  'docs/ledger.md': doc({ description: 'Where money is written down' }, `# Ledger\n\n${'Double entry. '.repeat(40)}`),
  'docs/rules.md': doc(
    { 'lattice-id': 'LRULE', name: 'money-rules', 'doc-context-for': ['payments'], 'doc-priority': 2 },
    'Money is never a float.',
  ),
  'issues/fix-retry.md': doc(
    {
      'lattice-id': 'LFIXR',
      name: 'fix-retry',
      description: 'Retries stop too early',
      'issue-type': 'bug',
      status: 'open',
      priority: 1,
      labels: ['payments'],
      'blocked-by': ['LDONE'],
      'created-at': '2026-04-01',
    },
    'Retries stop after a day; the design says [three](LRETR).',
  ),
  'issues/store-events.md': doc(
    {
      'lattice-id': 'LDONE',
      name: 'store-events',
      'issue-type': 'task',
      status: 'closed',
      priority: 2,
      'closed-at': '2026-05-28',
    },
    'Events are kept in a table.',
  ),
  'issues/other.md': '# Other\n\nMentions [the bug](fix-retry.md).\n',
};

const pages: readonly [file: string, input: ShowInput][] = [
  ['show-document.md', { targets: ['LPAYS'], context: 300 }],
  ['show-document.json', { targets: ['LPAYS'], context: 300, format: 'json' }],
  ['show-document.xml', { targets: ['LPAYS'], context: 300, format: 'xml' }],
  ['show-document.txt', { targets: ['LPAYS'], context: 300, format: 'plain' }],
  ['show-issue.md', { targets: ['LFIXR'] }],
  ['show-brief.md', { targets: ['LFIXR'], brief: true }],
  ['show-sections.md', { targets: ['docs/webhooks.md'], view: 'sections' }],
];
for (const [file, input] of pages) {
  test(`L30 the page of show equals test/golden/${file}`, async () => {
    const { text } = await onWorld(KNOWLEDGE, (engine) => engine.show(input));
    await expect(text).toMatchFileSnapshot(`../golden/${file}`);
  });
}
