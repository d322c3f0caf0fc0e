import * as z from 'zod';
import { DOMAINS } from '../../domains/index.ts';
import { ownDomains } from '../../engine/task-input.ts';
import type { Domain } from '../../model/task.ts';
import { dataFormat } from '../input/fields.ts';
import { answer, type Call, defineOperation, whoseName } from '../operation.ts';
import { table } from '../text-table.ts';
import { detectWorkspace } from '../workspace/detect-workspace.ts';

export interface ListedDomain extends Domain {
  /** `yours`, `this repository's`, `built in`, or the framework that brings it. */
  readonly origin: string;
  readonly isEnabled: boolean;
}

const input = z.strictObject({ format: dataFormat });

/** Every domain a task can be about, with its words. */
export const domainsList = defineOperation<typeof input, readonly ListedDomain[]>({
  input,
  examples: ['knap domains', 'knap domains list --json'],
  async run(call, { format }) {
    const domains = await listDomains(call);
    const rows = domains.map(({ name, origin, isEnabled, keywords }) => [
      name,
      isEnabled ? origin : 'disabled',
      keywords.join(', '),
    ]);
    return answer(domains, { text: table(rows, call.columns).join('\n'), format });
  },
});

/** The user's own domains, those of the frameworks in use, and the built-in ones; the first of a name counts. */
export async function listDomains({
  config,
  root,
  fromRepository,
}: Pick<Call, 'config' | 'root' | 'fromRepository'>): Promise<readonly ListedDomain[]> {
  const { frameworks } = await detectWorkspace(root);
  const own = ownDomains(config).map((domain) => ({
    ...domain,
    origin: whoseName(domain.name, fromRepository?.domains),
  }));
  const brought = frameworks.flatMap(({ title, domains }) =>
    Object.entries(domains).map(([name, keywords]) => ({ name, description: '', keywords, origin: title })),
  );
  const all = [...own, ...brought, ...DOMAINS.map((domain) => ({ ...domain, origin: 'built in' }))];
  return all
    .filter((domain, index) => all.findIndex(({ name }) => name === domain.name) === index)
    .map((domain) => ({ ...domain, isEnabled: !config.disabledDomains.includes(domain.name) }))
    .toSorted((a, b) => (a.name < b.name ? -1 : 1));
}
