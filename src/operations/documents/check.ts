import * as z from 'zod';
import type { CheckAnswer } from '../../engine.ts';
import { oneLine } from '../../model/visible-text.ts';
import { dataFormat } from '../input/fields.ts';
import { fromWhereOneStands } from '../input/standing-paths.ts';
import { answer, defineOperation, field } from '../operation.ts';
import { checkOutput } from '../output/documents-output.ts';

const input = z.strictObject({
  paths: field(z.array(z.string().min(1)).optional().describe('Only what is wrong in these files and folders'), {
    placeholder: 'PATH',
  }),
  fix: field(z.boolean().optional().describe('Mend what can be mended without touching any other byte'), {
    isLocal: true,
  }),
  format: dataFormat,
});

/** What is wrong with the documents: ids, links, fields, blocking, style. */
export const check = defineOperation<typeof input, Omit<CheckAnswer, 'notes'>>({
  input,
  output: checkOutput,
  positional: 'paths',
  details:
    'Ends with exit status 2 when there is any finding: errors (E) or advice (W). All rules hold for documents with an id, those about links for all.',
  examples: ['knap check', 'knap check docs --json', 'knap check --fix'],
  async run(call, { paths, fix, format }) {
    const engine = await call.engine();
    const { notes, ...value } = await engine.check({ paths: paths?.map(fromWhereOneStands(call)), fix });
    return answer(value, { text: checkText(value), format, notes, isFailure: value.findings.length > 0 });
  },
});

function checkText({ findings, errors, fixed, documents }: Omit<CheckAnswer, 'notes'>): string {
  const lines = findings.map(({ path, line, code, message, isFixable }) => {
    return `${oneLine(path)}:${line}: ${code} ${oneLine(message)}${isFixable ? ' (--fix can mend it)' : ''}`;
  });
  const warnings = findings.length - errors;
  const summary = `${counted(documents, 'document')}: ${counted(errors, 'error')}, ${counted(warnings, 'warning')}`;
  return [...lines, ...fixed.map((path) => `${oneLine(path)}: mended`), summary].join('\n');
}

function counted(count: number, what: string): string {
  return `${count} ${what}${count === 1 ? '' : 's'}`;
}
