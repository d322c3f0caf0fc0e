import * as z from 'zod';
import { DEFAULTS } from '../../config/defaults.ts';
import { onSharedStore } from '../../engine/shared-store.ts';
import { dataFormat } from '../input/fields.ts';
import { answer, defineOperation, field } from '../operation.ts';

const input = z.strictObject({
  days: field(
    z
      .int()
      .min(0)
      .max(36_500)
      .default(DEFAULTS.postgres.viewDays)
      .describe('Views nobody changed for so many days are forgotten'),
    { placeholder: 'DAYS' },
  ),
  format: dataFormat,
});

/** Forgets views of a shared store that nobody uses, and what only they held. */
export const storeVacuum = defineOperation<typeof input, { readonly forgotten: readonly string[] }>({
  input,
  examples: ['knap store vacuum', 'knap store vacuum --days 30'],
  async run(call, { days, format }) {
    const forgotten = await onSharedStore(call.config, (store) => store.vacuum(days));
    const text = forgotten.length === 0 ? 'No view is that old.' : forgotten.map((name) => `forgot ${name}`).join('\n');
    return answer({ forgotten }, { text, format });
  },
});
