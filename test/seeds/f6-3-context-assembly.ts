import type { SearchResult } from '../../src/index.ts';
import type { Seed } from './seed.ts';

const LINE = '  steps.push("a line of some length, so that the function is longer than it may be");\n';
const LONG = `export function longFunction() {\n${LINE.repeat(8)}}`;
const SHORT = 'export function processPayment(order: Order) {\n  return charge(order);\n}';

const code = (name: string, file: string, line: number, content: string, score: number): SearchResult => ({
  entityId: `id-${name}`,
  score,
  entity: {
    name,
    type: 'function',
    filePath: file,
    startLine: line,
    endLine: line + content.split('\n').length - 1,
    content,
  },
});
const payment = code('processPayment', 'src/payments.ts', 3, SHORT, 0.9);
const PAYMENT: SearchResult = { ...payment, entity: { ...payment.entity, summary: 'Charges an order.' } };
const SECTION: SearchResult = {
  entityId: 'id-section',
  score: 0.95,
  entity: {
    name: 'Refunds',
    type: 'section',
    filePath: 'docs/refunds.md',
    startLine: 3,
    summary: 'How money goes back.',
  },
};
const DECISION: SearchResult = {
  entityId: 'id-decision',
  score: 0.5,
  entity: { name: 'Retry three times', type: 'decision', summary: 'A refused card is tried again.' },
};
const CONCEPT: SearchResult = {
  entityId: 'id-concept',
  score: 0.4,
  entity: { name: 'Idempotency', type: 'concept', summary: 'Twice is as once.' },
};
const RESULTS = [DECISION, PAYMENT, CONCEPT, SECTION];
const many = Array.from(
  { length: 12 },
  (_, at): SearchResult => ({
    entityId: `id-${at}`,
    score: 1 - at / 100,
    entity: { name: `note ${at}`, type: 'message', summary: `Said ${at}.` },
  }),
);
const layout = 'f6.3';
const SOURCES = '\n\n---\n**Sources:**\n';
const FENCE = '```';

/** "F6.3 Context Assembly": the page its formatters print. */
export const f63: Seed = {
  files: {
    'src/payments.ts': `import { charge } from './charge.ts';\n\n${SHORT}\n`,
    'src/long.ts': `${LONG}\n`,
    'src/small.ts': 'export const small = 1;\n',
    'docs/refunds.md': '# Money\n\n## Refunds\n\nHow money goes back.\n',
  },
  examples: [
    {
      shows:
        'A1 A2 A8–A12 A15 A20 A24–A33 A36 A41 markdown, by type: name, place, summary, code in its language, sources',
      assemble: RESULTS,
      options: { layout, format: 'markdown', groupByType: true, includeSources: true, includeCodeContent: true },
      prints: `## Relevant Code

### processPayment
*src/payments.ts:3*

Charges an order.

${FENCE}typescript
${SHORT}
${FENCE}

---

## Related Documentation

### Refunds
*docs/refunds.md:3*

How money goes back.

${FENCE}markdown
## Refunds

How money goes back.
${FENCE}

---

## Previous Conversations

### Retry three times
*decision* · given, not read from a file

A refused card is tried again.

---

## Other Context

### Idempotency
*concept* · given, not read from a file

Twice is as once.${SOURCES}- processPayment (src/payments.ts:3)
- Refunds (docs/refunds.md:3)
- Retry three times (decision)
- Idempotency (concept)`,
      unlike: 'K46: what no file holds is marked, and lines that are found are read again',
    },
    {
      shows: 'A15 A16 A20 without grouping: one group by score, no heading',
      assemble: [DECISION, PAYMENT],
      options: { layout, includeSources: false, includeCodeContent: false },
      prints: `### processPayment
*src/payments.ts:3*

Charges an order.

### Retry three times
*decision* · given, not read from a file

A refused card is tried again.`,
    },
    {
      shows: 'A33 whole lines of the first 500 characters, then the marker of the document',
      assemble: [code('longFunction', 'src/long.ts', 1, LONG, 1)],
      options: { layout, includeSources: false },
      prints: `### longFunction
*src/long.ts:1*…

${FENCE}typescript
export function longFunction() {
${LINE.repeat(5).trimEnd()}
  // ... (truncated)
${FENCE}`,
      unlike: 'K5: cut between lines, and said beside the place',
    },
    {
      shows: 'A34 A37 A30 XML, whole and escaped',
      assemble: [PAYMENT, { ...DECISION, entity: { ...DECISION.entity, name: 'Retry <3> "times"' } }],
      options: { layout, format: 'xml', groupByType: true },
      prints: `<context>
<section name="Relevant Code">
<entity name="processPayment" type="function" file="src/payments.ts" line="3">
<![CDATA[Charges an order.]]>
</entity>
</section>
<section name="Previous Conversations">
<entity name="Retry &lt;3&gt; &quot;times&quot;" type="decision" note="given, not read from a file">
<![CDATA[A refused card is tried again.]]>
</entity>
</section>
<sources>
  <source name="processPayment" type="function" />
  <source name="Retry &lt;3&gt; &quot;times&quot;" type="decision" />
</sources>
</context>`,
      unlike: 'K20: one root, sections closed, texts as character data',
    },
    {
      shows: 'A35 A38 A30 A32 plain text',
      assemble: [PAYMENT, DECISION],
      options: { layout, format: 'plain', groupByType: true },
      prints: `=== Relevant Code ===

processPayment [src/payments.ts:3]
===
Charges an order.
===

---

=== Previous Conversations ===

Retry three times [decision] (given, not read from a file)
===
A refused card is tried again.
===

Sources:
  - processPayment
  - Retry three times`,
      unlike: 'K20: a text cannot end its own frame',
    },
    {
      shows: 'A3 A4 A5 A6 A7 A19 the fields of the answer and of a source',
      assemble: [PAYMENT, DECISION],
      options: { layout },
      fields: ['sources', 'truncated', 'summary.entitiesIncluded', 'summary.entitiesExcluded'],
      prints: `sources: [{"entityId":"id-processPayment","name":"processPayment","type":"function","file":"src/payments.ts","line":3,"relevance":0.9},{"entityId":"id-decision","name":"Retry three times","type":"decision","relevance":0.5}]
truncated: false
summary.entitiesIncluded: 2
summary.entitiesExcluded: 0`,
    },
    {
      shows: 'A14 a quarter of the characters, rounded up',
      assemble: [DECISION],
      options: { layout, includeSources: false, tokenizer: 'estimate' },
      fields: ['context.length', 'tokenCount'],
      prints: 'context.length: 94\ntokenCount: 24',
    },
    {
      shows:
        'A5 A8 A17 A18 A22 A23 what does not fit is left out, what comes after it and fits is taken, in later groups too',
      assemble: [code('longFunction', 'src/long.ts', 1, LONG, 1), DECISION],
      options: { layout, groupByType: true, includeSources: false, maxTokens: 70, truncator: 'never' },
      fields: ['truncated', 'summary.excluded.budget', 'sources'],
      prints: `truncated: true
summary.excluded.budget: 1
sources: [{"entityId":"id-decision",…}]`,
      unlike: 'K4: the document ends at the first that does not fit',
    },
    {
      shows: 'A17 A21 A22 of a group without entities there is no heading',
      assemble: [code('longFunction', 'src/long.ts', 1, LONG, 1), DECISION],
      options: { layout, groupByType: true, includeSources: false, maxTokens: 70, truncator: 'never' },
      prints: `## Previous Conversations

### Retry three times
…`,
    },
    {
      shows: 'A39 ten sources are printed, then how many more there are',
      assemble: many,
      options: { layout },
      prints: `…${SOURCES.slice(1)}${many
        .slice(0, 10)
        .map(({ entity }) => `- ${entity.name} (message)`)
        .join('\n')}\n- +2 more`,
      unlike: 'K19: how many more there are is said',
    },
    { shows: 'A40 no results, no sources', assemble: [], options: { layout }, prints: '' },
  ],
};
