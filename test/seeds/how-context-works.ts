import { ARROWS, SHOP_FILES } from './how-context-works-world.ts';
import type { Example, Seed } from './seed.ts';

const TASK = 'Fix the Stripe webhook payment confirmation';
const webhook = (change: number) => ({
  message: `webhook: confirm once, change ${change}`,
  files: { 'tools/stripe_webhook.py': `${SHOP_FILES['tools/stripe_webhook.py']}# ${change}\n` },
});

// The table of change types; a word of two rows belongs to the one it is an indicator of first.
const INDICATORS: readonly (readonly [row: string, type: string, words: readonly string[]])[] = [
  ['C31', 'bugfix', ['fix', 'bug', 'error', 'issue', 'broken', 'fails']],
  ['C32', 'feature', ['add', 'implement', 'create', 'new', 'support']],
  ['C33', 'refactor', ['refactor', 'clean', 'improve', 'optimize']],
  ['C34', 'perf', ['performance', 'slow', 'fast', 'cache']],
  ['C35', 'security', ['security', 'vulnerability', 'auth', 'permission']],
];
const changeTypes = INDICATORS.map(
  ([row, type, words]): Example => ({
    shows: `${row} ${type}: ${words.join(', ')}`,
    knap: ['explain', words.map((word) => `${word} of users`).join('. ')],
    prints: `${type}, confidence …\n…`,
  }),
);

const KINDS: readonly (readonly [row: string, kind: string, found: readonly string[]])[] = [
  ['C9', 'class', ['UserController', 'PaymentsService']],
  ['C10', 'function', ['process_payment', 'send_confirmation']],
  ['C11', 'method', ['store', 'handleWebhook']],
  ['C12', 'interface', ['PaymentGateway']],
  ['C13', 'constant', ['API_VERSION', 'MAX_RETRIES']],
];
const symbols = KINDS.flatMap(([row, kind, found]) =>
  found.map(
    (name): Example => ({
      shows: `${row} C14 the ${kind} ${name}, with its lines`,
      knap: ['query', name, '--types', kind, '--no-code', '--no-sources', '--limit', '1'],
      prints: `### ${kind}: ${name}\n*…:…@…`,
    }),
  ),
);

const rules = ARROWS.map(
  ([row, task, path, says]): Example => ({
    shows: `${row} C49 ${says}`,
    knap: ['explain', task, '--target', path],
    prints: `…\n…. ${path}  …\n…\n   relatedFile …${says} (…)\n…`,
  }),
);

/** "How Context Works": from a task to a pack. */
export const howContextWorks: Seed = {
  files: SHOP_FILES,
  commits: [webhook(1), webhook(2), webhook(3)],
  examples: [
    {
      shows: 'C1 C68 C75 C76 PACK.md: five sections, the task as it was given',
      pack: [TASK],
      file: 'PACK.md',
      prints: `# Context Pack

## Task
> ${TASK}

## Analysis
bugfix · confidence 0.… · domains payments (payment, stripe, webhook) · … tokens (o200k)
Keywords: confirmation, payment, stripe, webhook.
…
## Files
- \`tools/stripe_webhook.py\` 0.…: …
…
## Code
### tools/stripe_webhook.py · …
…
def process_payment(event):
…`,
    },
    {
      shows: 'C69 C21–C24 C30 C36–C39 TASK.md: words, phrases, domains, confidence',
      pack: [TASK],
      file: 'TASK.md',
      prints: `# Task

> ${TASK}

## Analysis

- Change type: bugfix
- Confidence: 0.…
- Phrases: \`stripe webhook payment\`, \`webhook payment confirmation\`

## Keywords

- \`confirmation\` (searched as \`confirm\`, …)
- \`payment\` (searched as \`payment\`, …)
- \`stripe\` (searched as \`stripe\`, …)
- \`webhook\` (searched as \`webhook\`, …)

## Domains

- payments 0.…: \`payment\`, \`stripe\`, \`webhook\`
…`,
    },
    {
      shows: 'C70 C45–C48 FILES.md: scores and reasons',
      pack: [TASK],
      file: 'FILES.md',
      prints: `# Files

1. \`tools/stripe_webhook.py\` … % likely (quoted: …)
…
   - graphRelated …: … by tools/test\\_stripe\\_webhook.py
…
   - gitHotspot 1.00 × …: changed in 4 commits
…`,
    },
    {
      shows: 'C71 C16 GRAPH.md: the relations, drawn in ASCII',
      pack: ['UserController', '--aim', 'full'],
      file: 'GRAPH.md',
      prints: `…
app/Http/Controllers/UserController.php
…
|-- imports --> app/Services/UserService.php
|   |-- imports --> app/Models/User.php
…
|   \`-- imports --> app/Services/MailService.php
\`-- imports, belongs with --> app/Models/User.php (above)
…`,
    },
    {
      shows: 'C72 a file for each that is quoted',
      pack: [TASK],
      file: 'excerpts/01-tools-stripe_webhook.py.md',
      prints: '# `tools/stripe_webhook.py`\n…\ndef process_payment(event):\n…',
    },
    {
      shows: 'C73 C4 ctx.json: what programs read',
      pack: [TASK],
      file: 'ctx.json',
      prints: `{
  "version": 1,
  "task": {
    "text": "${TASK}",
…
    "changeType": "bugfix",
…
      "path": "tools/stripe_webhook.py",
…`,
    },
    {
      shows: 'C17–C19 when and how often git saw each file change',
      knap: ['explain', TASK, '--target', 'tools/stripe_webhook.py'],
      prints: `…
   historyMatch …  … commits touched it: "webhook: confirm once, change 3"
…
   gitHotspot     1.00 × …  changed in 4 commits
…`,
    },
    {
      shows: 'C74 ctx.tgz: all of it in one archive',
      pack: [TASK],
      file: 'ctx.tgz',
      prints: `context-pack/PACK.md
context-pack/TASK.md
context-pack/FILES.md
context-pack/GRAPH.md
context-pack/ctx.json
context-pack/excerpts/01-tools-stripe_webhook.py.md
…`,
    },
    ...changeTypes,
    ...symbols,
    ...rules,
    {
      shows: 'C3 C5 C15 C20 files by language, without what .ctxignore leaves out; history',
      knap: ['status'],
      prints: `…
files      29 (27 parsed, 0 failed)
languages  php 11, typescript 9, json 3, other 2 (2 by words alone), python 2, …
…
history    4 commits
…`,
    },
    {
      shows: 'C25 C43 "User.php": the file whose name it is comes first',
      knap: ['explain', 'User.php'],
      prints: `…
1. app/Models/User.php  …
…
   fileHintExact  …  named in the task (app/Models/User.php)
…`,
    },
    {
      shows: 'C26 C44 "UserController": the file that defines the class comes first',
      knap: ['explain', 'UserController'],
      prints: `…
1. app/Http/Controllers/UserController.php  …
…
   exactSymbolMention  …  defines \`UserController\`, which the task names
…`,
    },
    {
      shows: 'C27 "handleWebhook": the file that defines the method comes first',
      knap: ['explain', 'handleWebhook'],
      prints: `…
1. api/src/payments/payments.controller.ts  …
…
   exactSymbolMention  …  defines \`PaymentsController.handleWebhook\`, which the task names
…`,
    },
    {
      shows: 'C28 "/checkout": the file that holds the route comes first',
      knap: ['explain', 'POST /checkout'],
      prints: `…
1. routes/web.php  …
   routeMatch  …  holds the route /checkout
…`,
    },
    {
      shows: 'C29 "ECONNREFUSED": the file that holds the error code comes first',
      knap: ['explain', 'ECONNREFUSED'],
      prints: `…
1. api/src/payments/payments.service.ts  …
…`,
    },
    {
      shows: 'C29 "E_USER_DEPRECATED" stays one word',
      knap: ['explain', 'E_USER_DEPRECATED'],
      prints: '…\nkeywords: E_USER_DEPRECATED, …\n…',
    },
    {
      shows: 'C36–C40 C58 a task with a file, a class and a method is surer than a vague one, which gets suggestions',
      pack: ['make it better'],
      file: 'TASK.md',
      prints: `…
- Confidence: 0.0…
…
## To be surer

- …
- …
- …
…`,
    },
    {
      shows: 'C42 C65 --diff: what was modified comes first, the changed lines are quoted',
      knap: ['explain', '--diff', 'HEAD~1'],
      prints: `…
1. tools/stripe_webhook.py  …
   diffHit  …
…`,
    },
    {
      shows: 'C56 C57 C47 from the strongest along imports, further ones for less',
      knap: ['explain', 'UserController', '--target', 'app/Services/MailService.php'],
      prints: `…
…. app/Services/MailService.php  …
…
   graphRelated  0.…  imported by app/Services/UserService.php
…`,
    },
    {
      shows: 'C60 best score first; the weights and values that make it are said',
      knap: ['explain', TASK],
      prints: `bugfix, confidence …
keywords: confirmation, payment, stripe, webhook
…
1. tools/stripe_webhook.py  0.…
…
   = 0.…
…
2. …
…`,
    },
    {
      shows: 'C62 C63 tests and configuration are candidates',
      knap: ['explain', TASK, '--include', 'tests,config'],
      prints: `…
…. tools/test_stripe_webhook.py  …
…
…. config/webhook.yaml  …
…`,
    },
  ],
};
