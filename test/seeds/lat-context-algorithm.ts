import { named } from '../show/knowledge.ts';
import type { Seed } from './seed.ts';

const document = (
  id: string,
  name: string,
  description: string,
  body: string,
  more: Readonly<Record<string, unknown>> = {},
) => named(id, name, { description, ...more }, body);

const ERRORS = `## [LERRRS] Common Errors

The clock is wrong.

### Expired

Ask for a new one.`;

const LOGIN = `# login
---
lattice-id: LLAGIN
name: login
description: How one signs in.
labels: [authentication]
blocked-by: [LBUGAA]
owner: LTEAMA
---
See [errors](LERRRS), [this page](LLAGIN) and [the flow](flow.md).`;

/** "Appendix: Context Algorithm": which documents are printed with the one that is shown. */
export const lat: Seed = {
  files: {
    '!shop.md': document('LROOTA', 'shop', 'The shop.', 'Everything is sold here.'),
    'auth/!auth.md': document('LAUTHA', 'auth', 'Who may do what.', 'Only who is signed in may buy.'),
    'auth/tokens.md': document('LTOKEN', 'tokens', 'Sessions.', `An hour.\n\n${ERRORS}\n\n## Storage\n\nNowhere.`),
    'auth/login.md': `${LOGIN.replace('# login\n', '')}\n`,
    'auth/flow.md': document(
      'LFLOWA',
      'flow',
      'The steps of signing in.',
      'Back to [login](LLAGIN), not to [history](LHISTO).',
    ),
    'style.md': document('LSTYLE', 'style', 'How code is written.', 'Small functions.', {
      'doc-context-for': ['authentication'],
      'doc-priority': 3,
      'doc-position': -1,
    }),
    'checklist.md': document('LCHECK', 'checklist', 'Before a release.', 'Look at the log.', {
      'doc-context-for': ['authentication'],
      'doc-position': 1,
    }),
    'secrets.md': document('LSECRT', 'secrets', 'What is kept where.', 'In the vault.', {
      'doc-context-for': ['authentication'],
      'doc-priority': 1,
    }),
    'old.md': document('LALDAA', 'old', 'What was said before.', 'Long gone.', {
      'doc-context-for': ['authentication'],
      'doc-priority': -1,
    }),
    'history.md': document('LHISTO', 'history', 'What was before.', 'Long ago.'),
    'team.md': document('LTEAMA', 'team', 'Who keeps it.', 'Ada.'),
    'issues/clock.md': document('LBUGAA', 'clock-skew', 'Tokens expire too soon.', 'Its clock is [wrong](LERRRS).', {
      'issue-type': 'bug',
      status: 'open',
      priority: 1,
      labels: ['clock', 'server'],
      blocking: ['LFEATA'],
    }),
    'issues/longer.md': document('LFEATA', 'longer-sessions', 'A day.', 'After the clock is right.', {
      'issue-type': 'feature',
      status: 'in_progress',
      priority: 0,
      'blocked-by': ['LBUGAA'],
    }),
    'issues/colour.md': document('LCALAR', 'colour', 'The button is green.', 'It was blue.', {
      'issue-type': 'task',
      status: 'open',
      priority: 3,
    }),
  },
  examples: [
    {
      shows:
        'L1 L5–L13 L14–L18 L21–L30 L43 L44 a document with all that belongs to it, in the order of the output structure',
      knap: ['show', 'LLAGIN'],
      prints: `# style
Small functions.

${LOGIN}

# secrets
In the vault.

# old
Long gone.

${ERRORS}

# flow
Back to [login](LLAGIN), not to [history](LHISTO).

# auth
Only who is signed in may buy.

# shop
Everything is sold here.

# clock-skew
Its clock is [wrong](LERRRS).

# team
Ada.

# checklist
Look at the log.`,
    },
    {
      shows: 'L2 L4 L19 L20 L31–L33 L46 --context: what does not fit is listed, smaller ones after it are taken',
      knap: ['show', 'LLAGIN', '--context', '100'],
      prints: `# style
Small functions.

${LOGIN}

# secrets
In the vault.

# old
Long gone.

# team
Ada.

# checklist
Look at the log.

# References
- **Common Errors** (LERRRS)
- **flow** (LFLOWA): The steps of signing in.
- **auth** (LAUTHA): Who may do what.
- **shop** (LROOTA): The shop.
- **clock-skew** (LBUGAA): Tokens expire too soon.`,
    },
    {
      shows: 'L3 L34 L35 --references: whole entries, as many as fit',
      knap: ['show', 'LLAGIN', '--context', '100', '--references', '80'],
      prints: `…
# References
- **Common Errors** (LERRRS)
- **flow** (LFLOWA): The steps of signing in.

*3 more related documents have no room here*`,
      unlike: 'K6: how many more there are is said',
    },
    {
      shows: 'L45 L4 a limit of 0: the target alone, and no empty heading',
      knap: ['show', 'LLAGIN', '--context', '0'],
      prints: LOGIN,
      unlike: 'K34: only the target, as the edge case says, though all others did not fit',
    },
    {
      shows: 'L45 nothing belongs to it: the target alone, and no empty heading',
      knap: ['show', 'LROOTA'],
      prints: `# shop
---
lattice-id: "LROOTA"
name: "shop"
description: "The shop."
---
Everything is sold here.`,
    },
    {
      shows: 'L36 L38–L40 the fields of an issue for people',
      knap: ['show', 'LBUGAA', '--context', '0'],
      prints: `# clock-skew
---
ID: LBUGAA
Type: bug
Status: open
Priority: P1
Labels: clock, server
Blocking: LFEATA
Description: Tokens expire too soon.
---
Its clock is [wrong](LERRRS).`,
    },
    {
      shows: 'L37 green for open',
      knap: ['show', 'LBUGAA', '--context', '0'],
      isTerminal: true,
      prints: '…\nStatus: \u001B[32mopen\u001B[39m\n…',
    },
    {
      shows: 'L37 yellow for in_progress',
      knap: ['show', 'LFEATA', '--context', '0'],
      isTerminal: true,
      prints: '…\nStatus: \u001B[33min_progress\u001B[39m\n…',
    },
    {
      shows: 'L42 what is ready comes by priority, and nothing that is blocked',
      knap: ['ready'],
      prints: `LBUGAA [bug/P1/open] clock-skew  issues/clock.md
LCALAR [task/P3/open] colour  issues/colour.md`,
    },
    {
      shows: 'L41 an issue that is asked for by ready brings its blockers',
      knap: ['ready', 'LFEATA'],
      prints: `# longer-sessions
…
Blocked by: LBUGAA
…
# clock-skew
Its clock is [wrong](LERRRS).
…`,
    },
    {
      shows: 'L41 K44 the same over the Model Context Protocol',
      tool: 'context_documents',
      given: { verb: 'ready', target: 'LFEATA' },
      prints: `# longer-sessions · …
…
# clock-skew · …
\`\`\`markdown
Its clock is [wrong](LERRRS).
\`\`\`
…`,
      unlike: 'K20: what a model reads stands in fences, with its place',
    },
    {
      shows: 'L9 L23–L25 a section alone',
      knap: ['show', 'LERRRS', '--context', '0'],
      prints: ERRORS,
    },
    {
      shows: 'L30 L31 K33 the same as data: the document, its context, its references',
      knap: ['show', 'LLAGIN', '--context', '100', '--format', 'json'],
      prints: `{
  "document": {
    "id": "LLAGIN",
…
  "context": [
…
  "references": [
…`,
    },
  ],
};
