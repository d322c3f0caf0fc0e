/**
 * Prints what redaction replaces in ordinary repositories, so that a person can judge which of it was no credential.
 * node bench/border/false-redactions.ts [--sample N] FOLDER...
 */
import { parseArgs } from 'node:util';
import { createRedact } from '../../src/reading/redaction/redact.ts';
import { drawFrom } from '../../test/border/drawn.ts';
import { textsBelow } from './texts-below.ts';

const { values, positionals } = parseArgs({ options: { sample: { type: 'string' } }, allowPositionals: true });
const LINE_CHARACTERS_MAX = 160;
const redact = createRedact();
const replaced: string[] = [];
let lines = 0;

for (const folder of positionals) {
  const before = [replaced.length, lines] as const;
  for (const { path, text } of textsBelow(folder)) {
    const own = text.split('\n');
    lines += own.length;
    const { findings } = await redact(text, path);
    for (const { line, rule } of findings) {
      const shown = own[line - 1]?.trim().slice(0, LINE_CHARACTERS_MAX);
      replaced.push(`${rule}\t${folder}/${path}:${line}\t${shown}`);
    }
  }
  console.log(`# ${folder}: ${replaced.length - before[0]} replaced in ${lines - before[1]} lines`);
}
console.log(`# ${replaced.length} replaced in ${lines} lines`);
for (const row of sampled(replaced, Number(values.sample ?? 300))) console.log(row);

function sampled(rows: readonly string[], count: number): readonly string[] {
  const draw = drawFrom(1);
  const keyed = rows.map((row) => ({ row, key: draw.number(2 ** 30) }));
  return keyed
    .toSorted((a, b) => a.key - b.key)
    .slice(0, count)
    .map(({ row }) => row);
}
