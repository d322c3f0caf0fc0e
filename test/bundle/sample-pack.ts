import { entityId } from '../../src/model/entity.ts';
import type { Block, Pack, Reference } from '../../src/model/pack.ts';

const REASONS = [{ signal: 'keyword-match', value: 0.8, weight: 0.5, because: 'has "stripe" in its name' }];

/** A block of a file; only what a case is about needs saying. */
export function block(path: string, more: Partial<Block> = {}): Block {
  return {
    id: entityId(`${path}#handleWebhook`),
    kind: 'function',
    name: 'handleWebhook',
    qualifiedName: 'handleWebhook',
    path,
    entityLines: [3, 5],
    startLine: 3,
    endLine: 5,
    lines: [[3, 5]],
    level: 'full',
    score: 0.91,
    reasons: REASONS,
    hash: '9f2c41aa00',
    language: 'typescript',
    text: 'export function handleWebhook() {\n  return confirm();\n}',
    imports: "import { confirm } from '../mail/confirmation';",
    importLines: [[1, 1]],
    isStale: false,
    covers: [entityId(`${path}#handleWebhook`)],
    note: null,
    ...more,
  };
}

const reference: Reference = {
  id: entityId('src/orders/order.ts#Order'),
  kind: 'class',
  name: 'Order',
  path: 'src/orders/order.ts',
  startLine: 1,
  endLine: 40,
  score: 0.31,
  excludedBecause: 'budget',
  because: 'type of the parameter',
  tokens: 212,
};

/** A small pack, written out by hand. */
export function samplePack(more: Partial<Pack> = {}): Pack {
  return {
    version: 1,
    task: {
      text: 'Fix the Stripe webhook: the confirmation is sent twice.\n# not a heading',
      title: 'Fix the Stripe webhook: the confirmation is sent twice.',
      keywords: [
        { word: 'stripe', stem: 'stripe', weight: 1 },
        { word: 'confirmation', stem: 'confirm', weight: 0.8 },
      ],
      phrases: ['stripe webhook'],
      mentions: [
        { kind: 'method', text: 'handleWebhook', key: 'handlewebhook', isExplicit: true, isKnown: true, line: null },
      ],
      traces: [
        {
          language: 'javascript',
          message: 'boom',
          frames: [{ path: 'src/payments/webhook.ts', line: 4, symbol: 'handleWebhook' }],
        },
      ],
      changes: [{ path: 'src/mail/confirmation.ts', status: 'modified', lines: [[1, 2]] }],
      domains: [{ name: 'payments', keywords: ['stripe', 'webhook'], strength: 0.7 }],
      changeType: 'bugfix',
      confidence: 0.82,
      suggestions: ['Name the file.'],
      notes: [],
    },
    usage: { budget: 4000, used: 1934, tokenizer: 'o200k' },
    files: ['src/payments/webhook.ts', 'src/mail/confirmation.ts', 'test/webhook.test.ts'].map((path, index) => ({
      path,
      score: 0.91 - index / 5,
      likelihood: 0.9 - index / 4,
      reasons: REASONS,
    })),
    blocks: [
      block('src/payments/webhook.ts'),
      block('src/mail/confirmation.ts', {
        startLine: 1,
        endLine: 9,
        level: 'skeleton',
        imports: null,
        importLines: [],
        note: 'body of 7 lines left out',
      }),
    ],
    references: [reference],
    excluded: {
      budget: 1,
      belowFloor: 6,
      unreadable: 0,
      duplicate: 0,
      noLocation: 0,
      ignored: 0,
      seen: 0,
      limit: 0,
      hunk: 0,
    },
    coverage: {
      files: 12,
      languages: { typescript: 12 },
      parsed: 12,
      failed: 0,
      history: { available: true, commits: 40, note: null },
      meaning: false,
    },
    notes: [],
    ...more,
  };
}
