/** Random numbers from a seed, the same on every machine. */
export function seeded(seed: number): (below: number) => number {
  let state = seed >>> 0;
  return (below) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
}

type Random = ReturnType<typeof seeded>;

const pick = <T>(random: Random, items: readonly T[]): T => items[random(items.length)]!;

const UNITS = [
  '*a',
  'a*',
  '*?',
  '**/',
  '*/',
  '?',
  '[a-z]',
  '[!b]*',
  '*a*b',
  '**',
  'a',
  'aa*',
  '\\*',
  '[*',
  '(a+)+',
  '{folder}',
];
const NAMES = ['a', 'aa', 'ab', 'b', 'a/', 'ab/', '-', '*'];

/** A pattern that can match in very many ways, and a path that nearly matches it. */
export function hostilePattern(random: Random): { readonly pattern: string; readonly path: string } {
  const unit = pick(random, UNITS);
  const other = pick(random, UNITS);
  const count = 1 + random(400);
  const pattern =
    (unit + (random(2) === 0 ? '' : other)).repeat(count).slice(0, 1000) + pick(random, ['', 'b', '.md', '/x', '!']);
  const path = pick(random, NAMES)
    .repeat(1 + random(1000))
    .slice(0, 4000)
    .replace(/\/+$/, '');
  return { pattern, path: `${path}${pick(random, ['', 'c', '.md', '/c'])}` };
}

const PIECES = [
  ...[
    ' ',
    '\t',
    '\n',
    '\r\n',
    'a',
    'A',
    '0',
    '-',
    '*',
    '_',
    '[',
    ']',
    '(',
    '{',
    '`',
    '"',
    '/',
    '\\',
    '.',
    ':',
    '#',
    '<',
    '=',
    '@',
    '|',
    '~',
    '^',
  ],
  ...[
    '[[',
    '](',
    '<!--',
    '{#',
    '**',
    '``',
    '- ',
    '# ',
    '> ',
    '::',
    'a/',
    'a.',
    'a_',
    'aB',
    '\n ',
    ' \n',
    '- [ ] ',
    '| a ',
    '---\n',
    'at a',
    'File "',
    '#0 ',
  ],
];
const STARTS = [
  '',
  '',
  '',
  '# ',
  '---\n',
  '- ',
  '> ',
  '[',
  '```\n',
  '    at a (',
  '  File "',
  "thread 'a' panicked at ",
  '{#a',
  '"',
  '| ',
];

/** A text that repeats one or two pieces, perhaps after an unfinished beginning. */
export function hostileText(random: Random, characters: number): string {
  const unit = pick(random, PIECES) + (random(2) === 0 ? '' : pick(random, PIECES));
  const start = pick(random, STARTS);
  return (
    start +
    unit.repeat(Math.ceil(characters / unit.length)).slice(0, characters) +
    pick(random, ['', '\u0001', 'x', '\n'])
  );
}
