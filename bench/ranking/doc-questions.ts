import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type EvalTask, looksLikeCode } from '../../src/evaluation/task.ts';
import type { SymbolFacts } from '../../src/model/facts.ts';
import type { Store } from '../../src/ports/store.ts';

const WORDS = { least: 6, most: 25 } as const;
const FILES_EACH = 1;

/**
 * Makes questions of the first sentences of doc comments; the answer is the symbol. Blanks these comments in the files,
 * so that the answer is not found by its own words; the caller must then index the folder again.
 */
export async function askDocs(
  root: string,
  store: Store,
  task: Pick<EvalTask, 'repo' | 'base' | 'lang'>,
  count: number,
): Promise<readonly EvalTask[]> {
  const { files } = await store.opening();
  const code = files.filter(({ path, role }) => role === 'source' && looksLikeCode(path));
  const contents = await store.contents(code.map(({ hash }) => hash));
  const documented = code.flatMap(({ path, hash }) => {
    const symbols = contents.get(hash)?.facts.symbols ?? [];
    return symbols.flatMap((symbol) => (sentenceOf(symbol) === null ? [] : [{ path, symbol }])).slice(0, FILES_EACH);
  });
  const step = Math.max(1, documented.length / count);
  const chosen = documented.filter((_, at) => Math.floor(at / step) !== Math.floor((at - 1) / step)).slice(0, count);
  return chosen.map(({ path, symbol }) => {
    blank(join(root, path), symbol);
    return {
      ...task,
      id: `${task.repo} explains ${path}#${symbol.qualifiedName}`,
      query: sentenceOf(symbol)!,
      gold: [{ path, ranges: [[symbol.signatureLines[0], symbol.endLine]] }],
    };
  });
}

/** The first sentence of a doc comment without the name of the symbol; null if it is too short or too long. */
function sentenceOf({ doc, name, kind }: SymbolFacts): string | null {
  if (doc === null || kind === 'section') return null;
  const first = /^[^@]*?(?:[.!?](?=\s|$)|\n\s*\n|$)/.exec(doc)?.[0] ?? '';
  const sentence = first
    .replaceAll(name, ' ')
    .replace(/[`*_{}<>]/g, ' ')
    .replace(/\s+/g, ' ')
    .trim();
  const words = sentence.split(' ').filter((word) => /\p{L}{2}/u.test(word)).length;
  return words >= WORDS.least && words <= WORDS.most ? sentence : null;
}

function blank(file: string, { doc, startLine, endLine }: SymbolFacts): void {
  const said = new Set(
    doc!
      .split('\n')
      .map((line) => line.trim())
      .filter((line) => line !== ''),
  );
  const bare = (line: string) => line.replace(/^[\s/*#!"'-]+|[\s/*"'-]+$/g, '');
  const wanted = new Set([...said].map(bare));
  const lines = readFileSync(file, 'utf8').split('\n');
  for (let at = startLine - 1; at < endLine; at++) {
    const text = bare(lines[at] ?? '');
    // The end of a string or comment on the same line stays.
    if (text !== '' && wanted.has(text)) lines[at] = lines[at]!.replace(text, '');
  }
  writeFileSync(file, lines.join('\n'));
}
