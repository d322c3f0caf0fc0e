// The operation `check`, which finds and fixes faults in documents.
import * as z from 'zod';
import { countText } from '../../formats/layout.ts';
import { oneLine } from '../../model/visible-text.ts';
import type { CheckAnswer } from '../../ports/knowledge.ts';
import { toRootPath } from '../input/caller-paths.ts';
import { dataFormat } from '../input/fields.ts';
import { answer, defineOperation, optional } from '../operation.ts';
import { checkOutput } from '../output/document-output.ts';

export const check = defineOperation({
  input: z.strictObject({
    paths: optional.texts('Check only these files and folders', { placeholder: 'PATH' }),
    fix: optional.yesNo('Fix what can be fixed without changing any other byte', { isLocal: true }),
    format: dataFormat,
  }),
  output: checkOutput,
  positional: 'paths',
  details:
    'Ends with exit status 2 when there is any finding: errors (E) or warnings (W). Fields and style are checked in documents with an id; ids, links and blockers in all documents.',
  examples: ['knap check', 'knap check docs --json', 'knap check --fix'],
  async run(call, { paths, fix, format }) {
    const engine = await call.engine();
    const { notes, ...value } = await engine.check({ paths: paths?.map(toRootPath(call)), fix });
    const text = checkText(value, call.isServed);
    return answer(value, { text, format, notes, isFailure: value.findings.length > 0 });
  },
});

// A server has no option `--fix`.
function checkText({ findings, errors, fixed, documents }: Omit<CheckAnswer, 'notes'>, isServed = false): string {
  const lines = findings.map(({ path, line, code, message, isFixable }) => {
    const hint = isFixable && !isServed ? ' (--fix can mend it)' : '';
    return `${oneLine(path)}:${line}: ${code} ${oneLine(message)}${hint}`;
  });
  const warnings = findings.length - errors;
  const summary = `${countText(documents, 'document')}: ${countText(errors, 'error')}, ${countText(warnings, 'warning')}`;
  return [...lines, ...fixed.map((path) => `${oneLine(path)}: mended`), summary].join('\n');
}
