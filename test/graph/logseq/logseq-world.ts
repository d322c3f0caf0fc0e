import { mkdirSync, mkdtempSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import type { GraphRow } from '../../../src/model/graph.ts';
import { logseqGraphs } from '../../../src/sources/graph-sources.ts';

type Files = Readonly<Record<string, string | Buffer>>;

export const BLOCK = '64f8a1c9-8e3e-4a57-a0f7-cb3619102244';

/** A small graph: a project, its people, two days and what Logseq keeps for itself. */
export const APOLLO: Files = {
  'pages/Apollo.md': `alias:: Moonshot, The launch
tags:: [[big project]], active
owner:: [[Ada Lovelace]], [[Bob]]
status:: "as [[planned]]"
note:: decided with [[Ada Lovelace]] in May
created-at:: 1700000000000

- # Goals
\t- Put the **new site** live with [[Bob]]
\t  id:: ${BLOCK}
\t  effort:: 3 days
\t- TODO [#A] Write the copy #task #[[quick win]]
\t  SCHEDULED: <2026-06-02 Tue>
\t  :LOGBOOK:
\t  CLOCK: [2026-06-01 Mon 10:00]
\t  :END:
\t\t- DONE Ask [the writer]([[Ada Lovelace]])
\t- {{embed [[Apollo/Budget]]}}
- \`\`\`js
  - not a bullet
  key:: not a property
  \`\`\`
-
`,
  'pages/Apollo___Budget.md': '- Ten thousand\n',
  'pages/Ada Lovelace.md': 'type:: [[Person]]\n\n- Writes for #Apollo\n',
  'pages/Why%3F.md': `- Because: ((${BLOCK}))\n- ((${BLOCK}))\n- see \`[[code]]\` and https://example.org/#part\n`,
  'journals/2026_06_01.md': '- Saw [[Moonshot]] move\n- NOW Call [[Bob]] back\n',
  'journals/2026_06_02.md': '- As said on [[Jun 1st, 2026]]\n',
  'logseq/config.edn': '{:secret "not read"}',
  'logseq/bak/pages/Apollo/2026.md': '- an old copy',
  'logseq/.recycle/pages_Gone.md': '- deleted',
  'pages/.hidden.md': '- hidden',
  'assets/picture.md': '- not a page',
};

/** A folder with those files; gone when it is disposed. */
export function makeLogseqWorld(files: Files) {
  const root = mkdtempSync(join(tmpdir(), 'knap-logseq-'));
  const write = (more: Files) => {
    for (const [path, content] of Object.entries(more)) {
      mkdirSync(dirname(join(root, path)), { recursive: true });
      writeFileSync(join(root, path), content);
      utimesSync(join(root, path), new Date('2026-06-03T10:30:00Z'), new Date('2026-06-03T10:30:00Z'));
    }
  };
  write(files);
  return {
    root,
    write,
    read: () => readRows(root),
    [Symbol.dispose]: () => rmSync(root, { recursive: true, force: true }),
  };
}

async function readRows(root: string) {
  const notes: string[] = [];
  const rows = [...(await logseqGraphs.read(root, { notes }))];
  return { rows, notes, show: (id: string) => showTree(rows, id), named: (name: string) => rowNamed(rows, name) };
}

function rowNamed(rows: readonly GraphRow[], name: string): GraphRow {
  const found = rows.filter((row) => row.name === name);
  if (found.length !== 1) throw new Error(`${found.length} rows are named ${name}`);
  return found[0]!;
}

/** A page as lines: what it owns, what it only lists, done or not, tags. */
function showTree(rows: readonly GraphRow[], id: string, level = 0): readonly string[] {
  const row = rows.find((one) => one.id === id);
  if (!row) return [`${'  '.repeat(level)}? ${id}`];
  const done = row.isDone === null ? '' : row.isDone ? '[x] ' : '[ ] ';
  const line = `${'  '.repeat(level)}${done}${[row.name, ...row.tags.map((tag) => `#${tag}`)].join(' ')}`;
  return [
    line,
    ...row.children.flatMap((child) => {
      if (!child.isReference) return showTree(rows, child.id, level + 1);
      const name = rows.find((one) => one.id === child.id)?.name;
      return [`${'  '.repeat(level + 1)}→ ${name}`];
    }),
  ];
}
