import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import openWabt from 'wabt';

const SOURCE = new URL('../src/embedders/builtin/row-adder.wat', import.meta.url);
const HOLDER = new URL('../src/embedders/builtin/rows.ts', import.meta.url);

/** Assembles `row-adder.wat` into the text that `rows.ts` holds. */
export async function assembleRowAdder(): Promise<string> {
  const wabt = await openWabt();
  const parsed = wabt.parseWat('row-adder.wat', readFileSync(SOURCE, 'utf8'), { simd: true, threads: true });
  return Buffer.from(parsed.toBinary({}).buffer).toString('base64');
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const program = await assembleRowAdder();
  writeFileSync(HOLDER, readFileSync(HOLDER, 'utf8').replace(/(?<=const PROGRAM =\s+')[^']*/, program));
}
