import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const TEST = join(import.meta.dirname, '../..');
const SAMPLES = join(TEST, 'languages/samples');

/** Programs and documents of every language there is a sample of, by its name. */
export const PROGRAMS: ReadonlyMap<string, string> = new Map(
  readdirSync(SAMPLES).map((file) => [
    file.replace('.txt', ''),
    readFileSync(join(SAMPLES, file), 'utf8').split(/(?<=\n)=== symbols\n/)[0] ?? '',
  ]),
);

/** Pages as they are printed: whatever reads markdown gets them too. */
export const PAGES: readonly string[] = readdirSync(join(TEST, 'golden'))
  .filter((file) => file.endsWith('.md'))
  .map((file) => readFileSync(join(TEST, 'golden', file), 'utf8').slice(0, 4000));

export const DOCUMENT = `---
lattice-id: LK2AB
name: The checkout
aliases: [till, "cash desk"]
status: open
priority: 2
blocked-by:
  - LAAAA
date: 2026-01-31
---
# The checkout

Setext heading
==============

Some [text](other.md#part "title"), an ![image](a.png), [[wiki#part|shown]] and \`applyCoupon()\` in \`src/shop.ts:12\`.

## [LK2AC] Decision {#anchor}

* item
    - nested [ref][r] <https://example.org> https://example.org/a?b=c

> quoted
> | a | b |
> |---|---|
> | 1 | 2 |

\`\`\`ts
const fence = 1;
\`\`\`

<a id="here"></a> text ^block

[r]: docs/x.md 'y'
`;

export const DECISION = `# 12. Use one queue

Date: 2026-02-03

## Status

Accepted, superseded by [13](0013.md)

## Context

There are two.

## Decision

We will use one queue.

## Consequences

Fewer parts.
`;

export const OPENAPI = `openapi: 3.1.0
info: { title: Shop, version: "1" }
paths:
  /orders/{id}:
    get:
      operationId: getOrder
      parameters: [{ name: id, in: path, required: true }]
      responses: { "200": { description: ok } }
    delete: &remove
      operationId: dropOrder
  /carts:
    post: *remove
components:
  schemas:
    Order:
      type: object
      properties: { id: { type: string } }
`;

export const OPENAPI_JSON = JSON.stringify(
  { openapi: '3.0.0', paths: { '/a/{b}': { get: { operationId: 'readA' }, post: {} } }, components: { schemas: {} } },
  null,
  2,
);
