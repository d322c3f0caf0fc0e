import { parseArgs } from 'node:util';
import { createAssembler, type SearchResult } from '../../src/index.ts';
import { placedEntities } from './placed-entities.ts';

// Assembles symbols that share their name with others of their file, given as search results (name, kind, file, lines), and
// counts how often exactly their lines are quoted: once with the right lines, once with lines that are off by two, as after an edit.
// node bench/assembly/same-names.ts DIR [--count 2000]
const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { count: { type: 'string', default: '2000' } },
});
const [root] = positionals;
if (!root) throw new Error('usage: same-names.ts DIR [--count 2000]');
const SHIFT = 2;

const all = await placedEntities(root, Number.MAX_SAFE_INTEGER);
const byName = Map.groupBy(all, ({ entity }) => `${entity.filePath}#${entity.name}`);
const shared = all.filter(({ entity }) => byName.get(`${entity.filePath}#${entity.name}`)!.length > 1);
const step = Math.max(1, Math.floor(shared.length / Number(values.count)));
const sample = shared.filter((_, index) => index % step === 0);
const assembler = createAssembler({
  projectRoot: root,
  budget: 10_000_000,
  tokenizer: 'estimate',
  contextLines: 0,
  includeImports: false,
});
console.log(`${sample.length} of ${shared.length} symbols that share a name in their file`);
for (const shift of [0, SHIFT]) {
  let right = 0;
  for (const one of sample) if (await quotesItsLines(one, shift)) right++;
  console.log(`stated lines ${shift} off: ${((100 * right) / sample.length).toFixed(2)} % right`);
}

async function quotesItsLines({ entity }: SearchResult, shift: number): Promise<boolean> {
  const { name, type, filePath, startLine, endLine } = entity;
  const bare = { name, type, filePath, startLine: startLine! + shift, endLine: endLine! + shift };
  const { blocks } = await assembler.assemble([{ entity: bare, score: 1 }]);
  const { location, isStale } = blocks[0] ?? {};
  return isStale === false && location?.startLine === startLine && location?.endLine === endLine;
}
