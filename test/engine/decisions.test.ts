import { expect, test } from 'vitest';
import { makeWorld } from '../worlds/world.ts';

const ADR = `# 7. Keep invoices in PostgreSQL

## Status
Accepted

## Context
Invoices are read by three services.

## Decision
Invoices stay in PostgreSQL; the ledger reads them by id.

## Consequences
One database more to run.
`;

test('A26 a decision record is a decision, and a document that only mentions a decision is not', async () => {
  using world = makeWorld({
    'docs/adr/0007-invoices.md': ADR,
    'docs/about.md': '# About\n\nEvery decision about invoices is ours.\n',
    'src/invoice.ts': 'export function invoiceOf(id: string): string {\n  return id;\n}\n',
  });
  const engine = await world.open();
  try {
    const { pack } = await engine.pack({ task: 'where do invoices live: PostgreSQL or the ledger', include: ['docs'] });
    const kindOf = (path: string) => pack.blocks.find((block) => block.path === path)?.kind;
    expect(kindOf('docs/adr/0007-invoices.md')).toBe('decision');
    expect(kindOf('docs/about.md') ?? 'document').not.toBe('decision');
  } finally {
    await engine.close();
  }
});
