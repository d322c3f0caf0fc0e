import * as z from 'zod';
import { dataFormat } from '../../operations/input/fields.ts';
import { answer } from '../../operations/operation.ts';
import { table } from '../../operations/text-table.ts';
import { defineCommand } from '../cli/local-call.ts';
import { agents, type Check, git, type Health, type LookedAt, languages, node } from './check-machine.ts';
import { index, meaning, repository, settings, state, store } from './check-workspace.ts';

// In the order in which one thing needs the other.
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

const input = z.strictObject({ format: dataFormat });

/** What knap needs, each looked at once, and what to do about what is missing. Nothing is made or changed. */
export const doctor = defineCommand<typeof input, readonly Health[]>({
  input,
  outlivesBadSettings: true,
  details:
    'well: as it should be; poor: answers are worse than they could be; wrong: something does not work. Exit status 2 where anything is wrong. Nothing is changed.',
  examples: ['knap doctor', 'knap doctor --json'],
  async run(call, { format }) {
    const findings: Health[] = [];
    for (const [name, check] of Object.entries(CHECKS)) {
      const found = await check(call).catch((error: unknown): readonly LookedAt[] => [
        { state: 'wrong', says: error instanceof Error ? error.message : String(error) },
      ]);
      findings.push(...found.map(({ mend = null, ...said }) => ({ name, ...said, mend })));
    }
    const rows = findings.map(({ name, state: how, says, mend }) => [
      how,
      name,
      mend === null ? says : `${says}; to mend it: ${mend}`,
    ]);
    const isFailure = findings.some(({ state: how }) => how === 'wrong');
    return answer(findings, { text: table(rows, call.columns).join('\n'), format, isFailure });
  },
});
