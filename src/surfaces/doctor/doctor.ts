// The command `doctor`: runs all checks and prints what to do about each fault.
import * as z from 'zod';
import { dataFormat } from '../../operations/input/fields.ts';
import { answer } from '../../operations/operation.ts';
import { table } from '../../operations/text-table.ts';
import { defineCommand } from '../cli/local-call.ts';
import { agents, type Check, type CheckResult, git, type Health, languages, node } from './check-machine.ts';
import { index, meaning, repository, settings, state, store } from './check-workspace.ts';

// Each check may depend on those before it.
const CHECKS: Readonly<Record<string, Check>> = {
  node,
  languages,
  git,
  repository,
  settings,
  state,
  store,
  index,
  meaning,
  agents,
};

export const doctor = defineCommand({
  input: z.strictObject({ format: dataFormat }),
  runsWithInvalidConfig: true,
  details:
    'well: in order; poor: answers are worse than they could be; wrong: something does not work. The exit status is 2 if anything is wrong. Changes nothing.',
  examples: ['knap doctor', 'knap doctor --json'],
  async run(call, { format }) {
    const findings: Health[] = [];
    for (const [name, check] of Object.entries(CHECKS)) {
      const results = await check(call).catch((error: unknown): readonly CheckResult[] => [
        { state: 'wrong', says: error instanceof Error ? error.message : String(error) },
      ]);
      findings.push(...results.map(({ mend = null, ...result }) => ({ name, ...result, mend })));
    }
    const rows = findings.map(({ name, state: how, says, mend }) => [
      how,
      name,
      mend === null ? says : `${says}; to fix it: ${mend}`,
    ]);
    const isFailure = findings.some(({ state: how }) => how === 'wrong');
    return answer(findings, { text: table(rows, call.columns).join('\n'), format, isFailure });
  },
});
