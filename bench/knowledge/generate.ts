import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

/** The size of the generated documents. */
export interface KnowledgeSize {
  readonly documents: number;
  /** The approximate size of a document. */
  readonly bytesEach: number;
  readonly seed: number;
}

/**
 * Writes documents as people keep them: folders with root documents, ids, labels, issues that block each other, links
 * of every form, sections with ids and code. The same size and seed give the same bytes. Returns their paths.
 */
export function generateKnowledge(folder: string, size: KnowledgeSize): readonly string[] {
  const random = randomOf(size.seed);
  const paths = Array.from({ length: size.documents }, (_, at) => pathOf(at));
  for (const [at, path] of paths.entries()) {
    const file = join(folder, path);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, documentOf(at, paths, size, random));
  }
  return paths;
}

const PER_FOLDER = 40;
const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';
const SYLLABLES =
  'ba be bi bo ca ce co da de di do fa fe fi ga go ka ke la le li lo ma me mi mo na ne no pa pe ra re'.split(' ');
const LABELS = ['billing', 'search', 'storage', 'network', 'release', 'testing', 'design', 'security'];

const VOCABULARY = 20_000;
const FINENESS = 1_000_000;

type Random = (below: number) => number;

// A small multiplicative generator, the same on every machine.
function randomOf(seed: number): Random {
  let state = (seed % 2_147_483_646) + 1;
  return (below) => {
    state = (state * 48_271) % 2_147_483_647;
    return Math.floor((state / 2_147_483_647) * below);
  };
}

function pathOf(at: number): string {
  const group = Math.floor(at / PER_FOLDER);
  const folder = `area-${group % 16}/topic-${group}`;
  return at % PER_FOLDER === 0 ? `${folder}/!topic-${group}.md` : `${folder}/note-${at}.md`;
}

function idOf(at: number): string {
  let [rest, digits] = [at, ''];
  do {
    digits = ALPHABET[rest % 32] + digits;
    rest = Math.floor(rest / 32);
  } while (rest > 0);
  return `L${digits.padStart(4, 'A')}DT`;
}

function documentOf(at: number, paths: readonly string[], size: KnowledgeSize, random: Random): string {
  const name = `${word(random)}-${word(random)}-${at}`;
  const isIssue = at % 5 === 4;
  const lines = ['---', `lattice-id: ${idOf(at)}`, `name: ${name}`, `description: About ${phrase(random, 6)}.`];
  lines.push(`labels: [${pick(LABELS, random)}, ${pick(LABELS, random)}]`);
  if (at % 50 === 7) lines.push(`doc-context-for: [${pick(LABELS, random)}]`, `doc-priority: ${random(9)}`);
  if (isIssue)
    lines.push('issue-type: task', `status: ${pick(['open', 'closed', 'blocked'], random)}`, `priority: ${random(5)}`);
  if (isIssue && at > 100) lines.push(`blocked-by: [${idOf(random(at))}]`);
  lines.push('---', '', `# ${name}`, '');
  let bytes = 0;
  for (let section = 1; bytes < size.bytesEach; section++) {
    const added = sectionOf(section, at, paths, random);
    bytes += added.length;
    lines.push(added);
  }
  return `${lines.join('\n')}\n`;
}

function sectionOf(section: number, at: number, paths: readonly string[], random: Random): string {
  const id = section === 2 ? `[${idOf(100_000 + at)}] ` : '';
  const parts = [`## ${id}${phrase(random, 3)}`, ''];
  for (let paragraph = 0; paragraph < 3; paragraph++) {
    const sentences = Array.from({ length: 5 }, () => `${phrase(random, 12)}.`).join(' ');
    parts.push(paragraph === 1 ? `${sentences} See ${linkTo(random(paths.length), paths, random)}.` : sentences, '');
  }
  if (section % 3 === 0) parts.push(`Calls \`${word(random)}_${word(random)}()\` of \`src/${word(random)}.ts\`.`, '');
  if (section % 4 === 0) parts.push('```ts', `const ${word(random)} = [not](a-link.md);`, '```', '');
  return parts.join('\n');
}

function linkTo(target: number, paths: readonly string[], random: Random): string {
  const path = paths[target]!;
  const forms = [
    `[${word(random)}](${idOf(target)})`,
    `[${word(random)}](/${path})`,
    `[${word(random)}](/${path}#${idOf(100_000 + target)})`,
    `[[${path.slice(path.lastIndexOf('/') + 1, -3).replace('!', '')}]]`,
  ];
  return pick(forms, random);
}

function phrase(random: Random, words: number): string {
  return Array.from({ length: words }, () => word(random)).join(' ');
}

// Frequencies of words are as unequal as in a language: the logarithm of the rank is evenly distributed.
function word(random: Random): string {
  const rank = Math.floor(Math.exp((random(FINENESS) / FINENESS) * Math.log(VOCABULARY)));
  return spelled(rank);
}

function spelled(rank: number): string {
  let [rest, spelling] = [rank + SYLLABLES.length, ''];
  for (; rest > 0; rest = Math.floor(rest / SYLLABLES.length)) spelling += SYLLABLES[rest % SYLLABLES.length]!;
  return spelling;
}

function pick<T>(list: readonly T[], random: Random): T {
  return list[random(list.length)]!;
}
