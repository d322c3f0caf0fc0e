import type { SearchResult } from '../../src/index.ts';
import type { Seed } from './seed.ts';

const PAYMENTS = `import { charge } from './gateway.ts';
import type { Order } from './types.ts';

const ATTEMPTS = 3;

/** What is charged is paid. */
export const currency = 'EUR';

// Charges an order.
export async function processPayment(order: Order, attempts = ATTEMPTS) {
  const result = await charge(order.id, order.cents);
  if (result.refused && attempts > 1) {
    return processPayment(order, attempts - 1);
  }
  return {
    order: order.id,
    currency,
    attempts,
    paid: !result.refused,
    cents: order.cents,
    refused: result.refused,
    at: result.at,
    by: result.by,
    gateway: result.gateway,
    message: result.message };
}

// What the customer reads.
export function receipt(order: Order) {
  return \`Paid: \${order.cents}\`;
}
`;
const PROCESS_PAYMENT = PAYMENTS.split('\n').slice(9, 25).join('\n');

/** The result of the tests that the document prints. */
const RESULT: SearchResult = {
  entity: {
    id: '1',
    name: 'processPayment',
    type: 'function',
    qualifiedName: 'src/payments.ts::processPayment',
    metadata: { filePath: 'src/payments.ts', startLine: 10, endLine: 25 },
  },
  score: 0.9,
  source: 'semantic',
};
const RECEIPT: SearchResult = {
  entity: { id: '2', name: 'receipt', type: 'function', filePath: 'src/payments.ts', startLine: 29, endLine: 31 },
  score: 0.4,
};
const options = { includeSources: false };
const FENCE = '```';

/** "F10.4: Smart Context Assembly": the code of results, read from the files. */
export const f104: Seed = {
  files: {
    'src/payments.ts': PAYMENTS,
    'src/many.ts': Array.from(
      { length: 10 },
      (_, at) => `export function work${at}() {\n${'  step();\n'.repeat(30)}}\n`,
    ).join(''),
    'src/long.ts': `export function long() {\n${'  step();\n'.repeat(90)}}\n`,
  },
  examples: [
    {
      shows: 'S1 S3 S14–S16 S23 S26 S27 S29 S35 S38 S39 S47 markdown: heading, place and score, imports, code',
      assemble: [RESULT],
      options,
      prints: `### function: processPayment
*src/payments.ts:10-25* (score: 0.90)…

**Imports:**
${FENCE}
import { charge } from './gateway.ts';
import type { Order } from './types.ts';
${FENCE}

**Code:**
${FENCE}typescript
…
${PROCESS_PAYMENT}
…
${FENCE}`,
      unlike: 'S27: the lines that are really held are said beside the place',
    },
    {
      shows: 'S31 XML',
      assemble: [RESULT],
      options: { ...options, format: 'xml', contextLines: 0 },
      prints: `<context>
<entity type="function" name="processPayment" score="0.90">
<location file="src/payments.ts" start="10" end="25" />
<imports><![CDATA[import { charge } from './gateway.ts';
import type { Order } from './types.ts';]]></imports>
<code><![CDATA[${PROCESS_PAYMENT}]]></code>
</entity>
</context>`,
      unlike: 'K20: nothing is indented, as what is quoted is not',
    },
    {
      shows: 'S32 plain text',
      assemble: [RESULT],
      options: { ...options, format: 'plain', contextLines: 0, includeImports: false },
      prints: `=== function: processPayment ===
File: src/payments.ts:10
Score: 0.90

${PROCESS_PAYMENT}
===`,
      unlike: 'K20: a text cannot end its own frame; imports are printed where they are asked for (K21)',
    },
    {
      shows: 'S5–S12 the fields of the answer and of a block',
      assemble: [RESULT],
      options: { ...options, contextLines: 0 },
      fields: [
        'totalTokens',
        'blocks.0.entity',
        'blocks.0.score',
        'blocks.0.location',
        'blocks.0.code',
        'blocks.0.context.imports',
        'summary.entitiesIncluded',
        'summary.entitiesExcluded',
        'summary.filesRead',
        'summary.truncated',
      ],
      prints: `totalTokens: …
blocks.0.entity: {"name":"processPayment","type":"function","qualifiedName":"src/payments.ts::processPayment"}
blocks.0.score: 0.9
blocks.0.location: {"filePath":"src/payments.ts","startLine":10,"endLine":25}
blocks.0.code: ${JSON.stringify(PROCESS_PAYMENT)}
blocks.0.context.imports: "import { charge } from './gateway.ts';\\nimport type { Order } from './types.ts';"
summary.entitiesIncluded: 1
summary.entitiesExcluded: 0
summary.filesRead: 1
summary.truncated: false`,
    },
    {
      shows: 'S19 results as they were given',
      assemble: [RECEIPT, RESULT],
      options: { ...options, order: 'given', contextLines: 0, includeImports: false },
      prints: '### function: receipt\n…\n### function: processPayment\n…',
      unlike: 'K48: by score, unless the order is asked for',
    },
    {
      shows:
        'S20 S21 without a place, or of a file that is not there: left out and counted apart, and the rest goes on',
      assemble: [
        { entity: { name: 'nowhere', type: 'function' }, score: 1 },
        { entity: { name: 'gone', type: 'function', filePath: 'src/gone.ts', startLine: 1 }, score: 1 },
        RESULT,
      ],
      fields: [
        'sources.0.name',
        'summary.entitiesExcluded',
        'summary.excluded.noLocation',
        'summary.excluded.unreadable',
        'summary.truncated',
      ],
      prints: `sources.0.name: "processPayment"
summary.entitiesExcluded: 2
summary.excluded.noLocation: 1
summary.excluded.unreadable: 1
summary.truncated: false`,
      unlike: 'K7: truncated says that the limit left something out, and only that',
    },
    {
      shows: 'S22 S23 without a last line fifty lines are taken, and three before and after',
      assemble: [{ entity: { name: 'long', type: 'function', filePath: 'src/long.ts', startLine: 1 }, score: 1 }],
      fields: ['blocks.0.window'],
      prints: 'blocks.0.window: {"startLine":1,"endLine":54}',
    },
    {
      shows: 'S13 S25 S28 S30 S36 S37 S47 S50 100 tokens and ten results: never more, and said',
      assemble: Array.from({ length: 10 }, (_, at) => ({
        entity: {
          id: `${at}`,
          name: `work${at}`,
          type: 'function',
          filePath: 'src/many.ts',
          startLine: 1 + at * 32,
          endLine: 32 + at * 32,
        },
        score: 1 - at / 20,
      })),
      options: { ...options, maxTokens: 100 },
      prints: `### function: work0
*src/many.ts:1-32* (score: 1.00) · …
…
  // … 25 lines left out
…
*9 additional results excluded due to token limit*`,
    },
    {
      shows: 'S24 a quarter of the characters',
      assemble: [RECEIPT],
      options: { ...options, contextLines: 0, includeImports: false, tokenizer: 'estimate' },
      fields: ['context.length', 'totalTokens'],
      prints: 'context.length: …\ntotalTokens: …',
    },
    {
      shows: 'S4 S13 S40 S41 S42 the answer of context_query as data',
      knap: ['query', 'process payment', '--limit', '1', '--json'],
      prints: `{"query":"process payment",…
"context":"### function: processPayment\\n…
"results":[
{"entity":{…"name":"processPayment","type":"function",…},"score":1,"location":{…},…"codePreview":"…..."}],
"summary":{"entitiesIncluded":1,"entitiesExcluded":0,"filesRead":1,"truncated":false},"tokenCount":…}`,
      unlike: 'K18: a place is named path, startLine, endLine',
    },
    {
      shows: 'S1 S29 S41 K40 the same over the Model Context Protocol: the page alone',
      tool: 'context_query',
      given: { query: 'process payment', limit: 1 },
      prints: `…
### function: processPayment
…
  const result = await charge(order.id, order.cents);
…`,
      unlike: 'K39: scores are for people and programs',
    },
    {
      shows: 'S44 signature-first keeps the signature, then the first lines of the body',
      assemble: [RESULT],
      options: { ...options, contextLines: 0, includeImports: false, maxTokens: 120, truncator: 'signature-first' },
      prints: `…
export async function processPayment(order: Order, attempts = ATTEMPTS) {
  const result = await charge(order.id, order.cents);
…
    // … 13 lines left out
…`,
      unlike: 'K5: the marker says how much is missing',
    },
    {
      shows: 'S46 bookend keeps the first and the last lines',
      assemble: [RESULT],
      options: { ...options, contextLines: 0, includeImports: false, maxTokens: 120, truncator: 'bookend' },
      prints: `…
export async function processPayment(order: Order, attempts = ATTEMPTS) {
…
    message: result.message };
…`,
    },
    {
      shows: 'S45 with room for the signature alone, it says so',
      assemble: [RESULT],
      options: { ...options, contextLines: 0, includeImports: false, maxTokens: 90, truncator: 'signature-first' },
      prints: `### function: processPayment
*src/payments.ts:10-25* (score: 0.90) · excerpt, 1 of 16 lines

**Code:**
${FENCE}typescript
export async function processPayment(order: Order, attempts = ATTEMPTS) {
  // … 15 lines left out
${FENCE}`,
    },
  ],
};
