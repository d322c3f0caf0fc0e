import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { seeded } from '../serving/worlds.ts';

const PER_FOLDER = 100;
const NOUNS =
  'order payment invoice customer session token index cache queue worker report ledger shipment refund basket price'.split(
    ' ',
  );
const VERBS = 'create update remove load store merge split check parse print send receive plan apply find count'.split(
  ' ',
);

/** Generates modules that import each other, the same every time. */
export function writeModules(folder: string, count: number): void {
  const below = seeded(20);
  const word = (words: readonly string[]) => words[below(words.length)]!;
  for (let at = 0; at < count; at++) {
    const place = join(folder, areaOf(at));
    if (at % PER_FOLDER === 0) mkdirSync(place, { recursive: true });
    const earlier = at === 0 ? [] : Array.from({ length: below(4) }, () => below(at));
    const imports = [...new Set(earlier)].map((to) => `import { run${to} } from '../${areaOf(to)}/module${to}.ts';`);
    const functions = Array.from({ length: 2 + below(10) }, (_, index) => {
      const [verb, noun] = [word(VERBS), word(NOUNS)];
      return `/** Would ${verb} the ${noun} of a ${word(NOUNS)}. */\nexport function ${verb}${noun}${index}(${noun}: string, limit = ${below(1000)}) {\n  const found = ${noun}.split('${word(NOUNS)}').slice(0, limit);\n  return found.length > ${below(9)} ? found.join(' ') : '${verb} ${noun}';\n}\n`;
    });
    const own = `export function run${at}() {\n  return ${earlier.length === 0 ? `${at}` : `run${earlier[0]}() + ${at}`};\n}\n`;
    writeFileSync(join(place, `module${at}.ts`), [...imports, '', ...functions, own].join('\n'));
  }
}

/** Tasks about the generated modules. */
export function generatedTasks(): readonly string[] {
  return NOUNS.flatMap((noun, at) => VERBS.map((verb) => `${verb} the ${noun} of a ${NOUNS[(at + 5) % NOUNS.length]}`));
}

function areaOf(at: number): string {
  return `area${Math.floor(at / PER_FOLDER)}`;
}
