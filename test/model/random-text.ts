import type { Random } from './random.ts';

// Few words, so that files have much to do with each other: the same names, mentions that find somebody, shared terms.
const WORDS = ['order', 'coupon', 'basket', 'mail', 'stock', 'price', 'refund', 'ledger', 'parcel', 'invoice'];
const VERBS = ['apply', 'send', 'find', 'check', 'count', 'merge'];
const FOLDERS = ['', 'src/', 'src/shop/', 'src/mail/', 'lib/', 'docs/', 'docs/plans/', 'test/', 'tools/'];
const EXTENSIONS = ['ts', 'ts', 'ts', 'md', 'md', 'md', 'py', 'json', 'test.ts'];
const SPECIAL = [
  'tsconfig.json',
  'package.json',
  'README.md',
  'docs/docs.md',
  'docs/00_start.md',
  'docs/plans/plans.md',
];

export const TASKS = [
  'fix applyCoupon in src/shop/basket.ts',
  'the refund of an invoice is sent twice',
  'who counts the stock and merges parcels',
] as const;

export function randomFolder(random: Random): string {
  return random.pick(FOLDERS.filter((folder) => folder !== ''));
}

export function randomPath(random: Random): string {
  if (random.chance(10)) return random.pick(SPECIAL);
  return `${random.pick(FOLDERS)}${random.pick(WORDS)}.${random.pick(EXTENSIONS)}`;
}

/** A text of the kind a path promises, which names other files where such a file would. */
export function randomText(random: Random, path: string, others: readonly string[]): string {
  const other = () => (others.length > 0 && random.chance(80) ? random.pick(others) : randomPath(random));
  if (path.endsWith('.py') && random.chance(10)) return '';
  if (path.endsWith('tsconfig.json')) return tsconfig(random);
  if (path.endsWith('package.json')) return `{ "name": "${random.pick(WORDS)}", "main": "${other()}" }\n`;
  if (path.endsWith('.json')) return `{ "${random.pick(WORDS)}": { "${random.pick(VERBS)}": ${random.below(9)} } }\n`;
  if (path.endsWith('.md')) return document(random, path, other);
  if (path.endsWith('.py')) return python(random, other);
  return typescript(random, path, other);
}

/** A transcript of which there are few, so that they grow, are copied and go away. */
export const randomTalkFile = (random: Random): string => `${random.pick(['a', 'b', 'deep/c'])}.jsonl`;

/** Sessions about the workspace, whose ids come again in other files. */
export function randomTalk(random: Random): string {
  const lines = many(random, 4, () => {
    const text = `We decided to ${random.pick(VERBS)} the ${random.pick(WORDS)} in ${randomPath(random)} with \`${called(random)}\`.`;
    const role = random.pick(['user', 'assistant']);
    return `${JSON.stringify({ session: random.pick(['s1', 's2', 's3']), role, time: '2026-05-01T12:00:00Z', text })}\n`;
  });
  return lines.join('') + (random.chance(15) ? '{"cut' : '');
}

function tsconfig(random: Random): string {
  return `{ "compilerOptions": { "baseUrl": ".", "paths": { "@/*": ["${random.pick(['src', 'lib', 'src/shop'])}/*"] } } }\n`;
}

function typescript(random: Random, path: string, other: () => string): string {
  const imports = many(random, 3, () => {
    const from = random.chance(25)
      ? `@/${random.pick(WORDS)}`
      : wayTo(path, other()).replace(/\.ts$/, random.pick(['.ts', '']));
    return `import { ${called(random)} } from '${from}';`;
  });
  const functions = many(
    random,
    3,
    () => `/** Will ${random.pick(VERBS)} the ${random.pick(WORDS)}. */
export function ${called(random)}(${random.pick(WORDS)}: number): number {
  return ${called(random)}(${random.below(100)});
}`,
  );
  const head = random.pick(WORDS);
  const classes = random.chance(30)
    ? [
        `export class ${head[0]!.toUpperCase()}${head.slice(1)} {\n  ${random.pick(VERBS)}() {\n    return ${called(random)}(1);\n  }\n}`,
      ]
    : [];
  const cases = path.endsWith('.test.ts') ? [`test('${random.pick(VERBS)}', () => ${called(random)}(1));`] : [];
  return `${[...imports, ...functions, ...classes, ...cases].join('\n')}\n`;
}

function python(random: Random, other: () => string): string {
  const module = other()
    .replace(/\.\w+$/, '')
    .replaceAll('/', '.');
  return `from ${module} import ${random.pick(WORDS)}\n\n\ndef ${random.pick(VERBS)}_${random.pick(WORDS)}(x):\n    return ${random.pick(WORDS)}(x, ${random.below(50)})\n`;
}

// Ids are few, so that two documents sometimes claim the same one.
const documentId = (random: Random): string =>
  `L${random.pick(['AAAA', 'BBBB', 'CCCC', 'DDDD'])}${2 + random.below(3)}`;

function document(random: Random, path: string, other: () => string): string {
  const fields = [
    ...(random.chance(40) ? [`lattice-id: ${documentId(random)}`] : []),
    ...(random.chance(25) ? ['issue-type: bug', `status: ${random.pick(['open', 'closed'])}`] : []),
    ...(random.chance(25) ? [`blocked-by: [${random.pick([documentId(random), random.pick(WORDS)])}]`] : []),
    ...(random.chance(20) ? [`labels: [${random.pick(WORDS)}]`] : []),
    ...(random.chance(15) ? [`doc-context-for: [${random.pick(WORDS)}]`] : []),
  ];
  const front = fields.length > 0 ? `---\n${fields.join('\n')}\n---\n` : '';
  const lines = many(random, 4, () =>
    random.pick([
      `See [the ${random.pick(WORDS)}](${wayTo(path, other())}).`,
      `It calls \`${called(random)}\` for the ${random.pick(WORDS)}.`,
      `Compare [[${random.pick(WORDS)}]] and ${documentId(random)}.`,
      `## ${random.pick(VERBS)} the ${random.pick(WORDS)}`,
      `The file ${other()} will ${random.pick(VERBS)} it.`,
    ]),
  );
  return `${front}# ${random.pick(WORDS)} ${random.pick(WORDS)}\n\n${lines.join('\n\n')}\n`;
}

function called(random: Random): string {
  const word = random.pick(WORDS);
  return `${random.pick(VERBS)}${word[0]!.toUpperCase()}${word.slice(1)}`;
}

function many(random: Random, most: number, make: () => string): readonly string[] {
  return Array.from({ length: random.below(most + 1) }, make);
}

function wayTo(from: string, to: string): string {
  const up = '../'.repeat(from.split('/').length - 1);
  return up === '' ? `./${to}` : up + to;
}
