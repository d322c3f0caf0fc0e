import type { Random } from '../model/random.ts';
import { NUMBERS, ODD, VALUES } from './odd.ts';
import type { Target } from './target.ts';

type Grammar = Pick<Target, 'samples' | 'pieces' | 'charactersMax'>;

const CHARACTERS_MAX = 200_000;
const PIECES_MAX = 60;
const MUTATIONS_MAX = 6;

/** A text that is nearly what a reader expects, or the same over and over. */
export function fuzzText(random: Random, grammar: Grammar): string {
  const way = random.below(200);
  const max = grammar.charactersMax ?? CHARACTERS_MAX;
  if (way < 110) return mutated(random, grammar).slice(0, max);
  if (way < 170) return built(random, grammar).slice(0, max);
  // Few are long: one that takes the square of its length shows itself in a single one.
  const length = way < 198 ? random.below(3000) : random.below(max);
  return repeated(random, grammar, length).slice(0, max);
}

function mutated(random: Random, grammar: Grammar): string {
  const { samples } = grammar;
  let text = samples.length > 0 ? random.pick(samples) : built(random, grammar);
  if (random.chance(40)) text = withOddValue(random, text);
  for (let count = random.below(MUTATIONS_MAX); count >= 0; count--)
    text = random.pick(MUTATIONS)(text, random, grammar);
  return text;
}

function built(random: Random, { pieces }: Grammar): string {
  return Array.from({ length: 1 + random.below(PIECES_MAX) }, () =>
    random.chance(12) ? random.pick(random.chance(70) ? ODD : NUMBERS) : random.pick(pieces),
  ).join('');
}

// One or two pieces, again and again, between others that open or close something.
function repeated(random: Random, { pieces, samples }: Grammar, length: number): string {
  const any = () => (random.chance(80) ? random.pick(pieces) : random.pick(ODD));
  const line = () => `${random.pick(random.pick(samples.length > 0 ? samples : ['x']).split('\n'))}\n`;
  const unit = random.chance(25) ? line() : any() + (random.chance(50) ? '' : any());
  return `${random.chance(50) ? '' : any()}${(unit || 'x').repeat(Math.ceil(length / (unit.length || 1)))}${random.chance(50) ? '' : any()}`;
}

type Mutation = (text: string, random: Random, grammar: Grammar) => string;

const MUTATIONS: readonly Mutation[] = [
  (text, random) => around(text, random, () => ''),
  (text, random) => around(text, random, (part) => part.repeat(2 + random.below(3))),
  (text, random) => insert(text, random, random.pick(ODD)),
  (text, random) => insert(text, random, random.pick(ODD)),
  (text, random, { pieces }) => insert(text, random, random.pick(pieces)),
  (text, random, { pieces }) => insert(text, random, random.pick(pieces).repeat(1 + random.below(40))),
  (text, random, { samples }) =>
    insert(
      text,
      random,
      around(random.pick(samples.length > 0 ? samples : [text]), random, (part) => part, true),
    ),
  (text, random) => text.slice(0, random.below(text.length + 1)),
  (text, random) => text.slice(random.below(text.length + 1)),
  (text, random) => replaceOne(text, random, /\d+/g, random.pick(NUMBERS)),
  (text, random) => replaceOne(text, random, /[A-Za-z_]+/g, random.pick(ODD)),
  (text, random) => replaceOne(text, random, /[^\w\s]/g, ''),
  (text, random) =>
    replaceOne(text, random, /[^\w\s]/g, random.pick(['[', ']', '{', '}', '(', ')', ':', '"', '#', '-', '/'])),
  (text, random) => text.replaceAll('\n', random.pick(['\r\n', '\r', '\n\n', '\u2028', ''])),
  byLines((lines, random) => lines.toSpliced(random.below(lines.length), 1)),
  byLines((lines, random) => lines.toSpliced(random.below(lines.length), 0, random.pick(lines))),
  byLines((lines, random) => {
    const at = random.below(lines.length);
    return lines.with(at, `${random.pick([' ', '\t', '        ', '> ', '- '])}${lines[at] ?? ''}`);
  }),
  byLines((lines, random) => lines.flatMap((line) => (random.chance(5) ? [line, line, line] : [line]))),
  (text, random) => insert(text, random, random.pick(['word ', 'x', '😀', ' ']).repeat(random.below(3000))),
];

function byLines(change: (lines: readonly string[], random: Random) => readonly string[]): Mutation {
  return (text, random) => change(text.split('\n'), random).join('\n');
}

function around(text: string, random: Random, change: (part: string) => string, isAlone = false): string {
  const start = random.below(text.length + 1);
  const end = Math.min(text.length, start + 1 + random.below(random.chance(80) ? 40 : 600));
  const part = change(text.slice(start, end));
  return isAlone ? part : text.slice(0, start) + part + text.slice(end);
}

function insert(text: string, random: Random, part: string): string {
  const at = random.below(text.length + 1);
  return text.slice(0, at) + part + text.slice(at);
}

function replaceOne(text: string, random: Random, form: RegExp, by: string): string {
  const found = [...text.slice(0, 20_000).matchAll(form)];
  if (found.length === 0) return text;
  const { index, 0: was } = random.pick(found);
  return text.slice(0, index) + by + text.slice(index + was.length);
}

// Where a text is JSON, or one of its lines is, another value stands somewhere in it.
function withOddValue(random: Random, text: string): string {
  const lines = text.split('\n');
  const at = random.below(lines.length);
  const line = changedJson(random, lines[at] ?? '');
  return changedJson(random, text) ?? (line === null ? text : lines.with(at, line).join('\n'));
}

function changedJson(random: Random, text: string): string | null {
  try {
    return JSON.stringify(changedValue(random, JSON.parse(text)));
  } catch {
    return null;
  }
}

function changedValue(random: Random, value: unknown): unknown {
  const isRow = typeof value === 'object' && value !== null;
  const keys = isRow ? Object.keys(value) : [];
  if (keys.length === 0 || random.chance(10)) return random.pick(VALUES);
  const key = random.pick(keys);
  const inner = (value as Record<string, unknown>)[key];
  const next = changedValue(random, inner);
  if (Array.isArray(value)) return random.chance(80) ? value.with(Number(key), next) : [...value, next, inner];
  const { [key]: gone, ...rest } = value as Record<string, unknown>;
  return random.chance(10) ? rest : { ...rest, [random.chance(90) ? key : random.pick(ODD)]: next ?? gone };
}
