import { Buffer } from 'node:buffer';
import { expect } from 'vitest';
import { makeGraphWorld } from '../context/graph-world.ts';
import { seen } from '../properties/parse-page.ts';
import { doc } from '../show/knowledge.ts';
import { rowsOf } from '../worlds/graph-rows.ts';
import type { Files } from '../worlds/world.ts';
import { ATTACKS } from './forging-attacks.ts';

/** The word that stands beside every attack. */
export const WORD = 'zebrafish';
const NAME_BYTES_MAX = 200;
const LENS = 'a\u001b[2J\n\u202egeneral (built in): \u200bb\u009b';

// Alone where there is time; else several share a file, each on lines of its own.
const GROUP = Number(process.env.PROPERTY_RUNS ?? 0) > 0 ? 1 : 8;
const TEXTS: readonly string[] = Array.from({ length: Math.ceil(ATTACKS.length / GROUP) }, (_, at) =>
  ATTACKS.slice(at * GROUP, (at + 1) * GROUP)
    .map(({ text }) => text)
    .join('\n'),
);

export const DOCUMENTS = TEXTS.map((_, at) => `docs/d${at}.md`);

/** A workspace in which every attack stands in code, in documents with their fields, in file names, in commits and in a graph. */
export async function makeForgingWorld() {
  const files: Record<string, string> = {
    'knap.config.yaml': `lenses:\n  evil:\n    description: ${JSON.stringify(LENS)}\n    edges: [child]\n    boostTags: ["\\u001b[2J"]\n    depthMax: 1\n`,
  };
  for (const [at, text] of TEXTS.entries()) Object.assign(files, filesOf(text, at));
  const rows = rowsOf({
    top: { name: WORD, children: ATTACKS.map((_, at) => `@n${at}`) },
    ...Object.fromEntries(
      ATTACKS.map(({ text }, at) => [
        `n${at}`,
        { name: text, description: text, tags: [text], fields: { [text]: text } },
      ]),
    ),
  });
  const world = await makeGraphWorld({ rows, files });
  world.git('init', '-q', '-b', 'main');
  world.git('add', '-A');
  // No commit can hold a null character or half of one.
  const message = ATTACKS.map(({ text }) => text.replaceAll('\0', '').toWellFormed()).join('\n');
  world.git('commit', '-q', '-m', `Mend the ${WORD}`, '-m', message, '--author', 'E\u001b[2Jvil <e@example.invalid>');
  return world;
}

function filesOf(hostile: string, at: number): Files {
  // A file with a null character is no text and never quoted.
  const text = hostile.replaceAll('\0', '');
  const name = hostile.toWellFormed();
  const fields = {
    'lattice-id': idOf(at),
    name,
    description: name,
    labels: [name],
    'issue-type': name.slice(0, 20),
    status: 'open',
    note: name,
  };
  const file = nameOf(name);
  return {
    [`src/f${at}.ts`]: `// ${WORD} ${at}\nexport function ${WORD}${at}() {\n${text}\n}\n`,
    [`docs/d${at}.md`]: doc(
      at % 2 === 0 ? fields : { name, description: name },
      `# ${WORD} ${text}\n\n${text}\n\n[x](nowhere${at}.md)`,
    ),
    ...(file === '' ? {} : { [`names/${at}${file}.md`]: `# ${WORD}\n\nText.\n` }),
  };
}

function nameOf(text: string): string {
  const letters = [...text.replace(/[/\0]/g, '')];
  while (Buffer.byteLength(letters.join('')) > NAME_BYTES_MAX) letters.pop();
  return letters.join('');
}

// `L` and four letters.
function idOf(at: number): string {
  const letter = (value: number) => String.fromCharCode(65 + (value % 26));
  return `LAA${letter(Math.floor(at / 26))}${letter(at)}`;
}

const UNSEEN = /\p{Default_Ignorable_Code_Point}/u;

/** Text on a terminal or a name: nothing acts, and nothing is hidden. */
export function shown(text: string): string {
  expect(UNSEEN.exec(seen(text))?.[0]).toBeUndefined();
  return text;
}

/** A name: shown, and on one line. */
export function name(text: string): string {
  expect(shown(text)).not.toMatch(/[\n\t]/);
  return text;
}

/** Every text of an answer, keys too. */
export function allSeen(value: unknown): number {
  if (typeof value === 'string') return seen(value).length > 0 ? 1 : 0;
  if (typeof value !== 'object' || value === null) return 0;
  return Object.entries(value).reduce((sum, [key, inner]) => sum + allSeen(key) + allSeen(inner), 0);
}
