import * as z from 'zod';
import { DEFAULTS } from '../../config/defaults.ts';
import { keptView } from '../../engine/shared-store.ts';
import type { Verified } from '../../engine.ts';
import { oneLine } from '../../model/visible-text.ts';
import { dataFormat } from '../input/fields.ts';
import { answer, defineOperation, field } from '../operation.ts';

const input = z.strictObject({
  all: z.boolean().optional().describe('Every file, not only a sample'),
  sample: field(z.int().min(1).optional().describe('How many files to read, where not all are; others every day'), {
    placeholder: 'N',
    usual: DEFAULTS.verify.sample,
  }),
  format: dataFormat,
});

// More says nothing more: the index is made again as a whole.
const LINES_MAX = 50;

/** Reads files again and proves that the index holds of them what the disk says. */
export const verify = defineOperation<typeof input, Verified>({
  input,
  details:
    'Ends with exit status 2 when anything differs. The index of a folder is brought up to date first, so that what differs is a fault of the index; a named view of a shared store is compared with the folder as it is.',
  examples: ['knap verify', 'knap verify --all', 'knap verify --all --json'],
  async run(call, { all, sample, format }) {
    const engine = await call.engine({ changesNamedView: true });
    // What a name stands for is changed by `knap index` alone.
    if (keptView(call.config) === null) await engine.index();
    const value = await engine.verify({ all, sample });
    return answer(value, {
      text: verifiedText(value),
      format,
      notes: value.notes,
      isFailure: value.differences.length > 0,
    });
  },
});

function verifiedText({ files, checked, differences }: Verified): string {
  const read = `${checked.files} of ${files} files read again: ${checked.symbols} symbols, ${checked.terms} terms, ${checked.edges} edges compared`;
  if (differences.length === 0) return `${read}; the index is what the disk says`;
  const lines = differences
    .slice(0, LINES_MAX)
    .map(({ path, kind, what }) => `${oneLine(path)}: ${kind}: ${oneLine(what)}`);
  const more = differences.length > LINES_MAX ? [`and ${differences.length - LINES_MAX} more`] : [];
  return [...lines, ...more, `${read}; ${differences.length} differ: knap index --full makes the index again`].join(
    '\n',
  );
}
