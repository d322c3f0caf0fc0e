import { GRAMMARS_DIR } from '../../../scripts/copy-grammars.ts';
import { DEFAULTS } from '../../../src/config/defaults.ts';
import { LANGUAGES } from '../../../src/languages/index.ts';
import type { ParseResult } from '../../../src/ports/source.ts';
import { redactText } from '../../../src/reading/redaction/redact.ts';
import { openGrammars } from '../../../src/sources/code/parse/grammars.ts';
import { parseContent } from '../../../src/sources/code/parse/parse-content.ts';
import { createLineIndex } from '../../../src/sources/code/parse/symbols/line-index.ts';
import { createUnitReader } from '../../../src/sources/code/parse/words/unit-reader.ts';
import { promise, type Target, within } from '../target.ts';
import { OPENAPI, OPENAPI_JSON, PROGRAMS } from './samples.ts';

const limits = { units: DEFAULTS.units, symbolsPerFileMax: DEFAULTS.indexing.symbolsPerFileMax };
// Some grammars need a time that grows with the square of odd input: such a text is given up, and that soon.
const READ_MS_MAX = 300;
const tools = {
  grammars: openGrammars({
    folder: GRAMMARS_DIR,
    readMsMax: READ_MS_MAX,
    spentMs: () => process.threadCpuUsage().user / 1000,
  }),
  readUnits: createUnitReader(null),
  limits,
};

const CODE =
  '{¦}¦(¦)¦[¦]¦;¦:¦,¦.¦=¦=>¦->¦<¦>¦/¦//¦/*¦*/¦#¦--¦"¦\'¦`¦"""¦$¦@¦&¦|¦\\¦\n¦\n\n¦  ¦\t¦class A¦function f¦def f¦fn f¦func f¦import a¦from b¦package c¦interface I¦export ¦public ¦static ¦return ¦if ¦end\n¦do\n¦x¦1¦const c = ¦type T = ¦begin\n¦<script>¦</script>¦<<EOF\n¦EOF\n¦- ¦? ¦key: ¦FROM x AS y\n¦CREATE TABLE t (¦@media ¦%{¦${¦"cell_type": "code",\n¦"source": [\n¦"a\\n",\n¦## ¦== ¦* '.split(
    '¦',
  );

// Every line in exactly one unit, every symbol inside its file and after its parent.
function factsHold({ facts, units }: ParseResult, count: number): void {
  promise(facts.lineCount === count, `${facts.lineCount} lines of ${count}`);
  within(
    facts.symbols.flatMap(({ startLine, endLine, signatureLines }) => [startLine, endLine, ...signatureLines]),
    count,
    'symbols',
  );
  within(
    facts.imports.map(({ line }) => line),
    count,
    'imports',
  );
  within(facts.importLines.flat(), count, 'lines of imports');
  for (const [at, { startLine, endLine, parent, name }] of facts.symbols.entries()) {
    promise(startLine <= endLine, `symbol ${name} ends before it starts`);
    promise(parent === null || parent < at, `symbol ${name} stands after its parent`);
  }
  let next = 1;
  for (const { startLine, endLine } of units) {
    promise(
      startLine === next && endLine >= startLine,
      `a unit of lines ${startLine}-${endLine} where ${next} is next`,
    );
    next = endLine + 1;
  }
  promise(count === 0 || next === count + 1, `units end at ${next - 1} of ${count} lines`);
}

const MORE: Readonly<Record<string, readonly string[]>> = { yaml: [OPENAPI], json: [OPENAPI_JSON] };

/** Every language, read by its grammar, line by line, as a document or as nothing but text. */
export const LANGUAGE_TARGETS: readonly Target[] = LANGUAGES.filter(
  ({ grammar, lines, layout }) => grammar !== null || lines !== null || layout !== 'program',
).map(({ name, grammar, hasLargeGrammar }) => ({
  name: `a file in ${name}`,
  samples: [PROGRAMS.get(name) ?? '', ...(MORE[name] ?? [])],
  pieces: CODE,
  // Longer texts of the last kind are read by threads, which can be ended (`create-parser.ts`).
  charactersMax: grammar === null ? 100_000 : hasLargeGrammar ? 2000 : 20_000,
  growth: 200,
  ...(grammar === null ? {} : { isCostly: true as const }),
  read: async (text) => {
    const result = await parseContent({ hash: 'h', text, language: name }, tools);
    factsHold(result, createLineIndex(redactText(text).text).count);
    return result.facts;
  },
}));
