import * as z from 'zod';
import { repositoriesFolder } from '../../config/workspace-folders.ts';
import { dataFormat } from '../../operations/input/fields.ts';
import { answer, field } from '../../operations/operation.ts';
import { table } from '../../operations/text-table.ts';
import { clearKept, type KeptRepository, listKept } from '../../reading/elsewhere/repository-cache.ts';
import { defineCommand } from '../cli/local-call.ts';

const listInput = z.strictObject({ format: dataFormat });
const clearInput = z.strictObject({
  address: field(z.string().min(1).optional().describe('Only those whose address holds this; without it all'), {
    placeholder: 'ADDRESS',
  }),
  format: dataFormat,
});

/** What was fetched with --repo, and how much room it takes. */
export const cacheList = defineCommand<typeof listInput, readonly KeptRepository[]>({
  input: listInput,
  examples: ['knap cache', 'knap cache list --json'],
  async run(call, { format }) {
    const kept = await listKept(repositoriesFolder(call.terminal.env));
    const rows = kept.map((one) => [named(one), one.commit.slice(0, 10), day(one), megabytes(one.bytes), one.folder]);
    const all = kept.reduce((sum, { bytes }) => sum + bytes, 0);
    const text = kept.length === 0 ? NOTHING : [...table(rows, call.columns), `${megabytes(all)} in all`].join('\n');
    return answer(kept, { text, format });
  },
});

/** Forgets what was fetched; the next question with --repo fetches again. */
export const cacheClear = defineCommand<typeof clearInput, readonly KeptRepository[]>({
  input: clearInput,
  positional: 'address',
  examples: ['knap cache clear', 'knap cache clear github.com/acme'],
  async run(call, { address, format }) {
    const gone = await clearKept(
      repositoriesFolder(call.terminal.env),
      (source) => address === undefined || source.address.includes(address),
    );
    const text = gone.map((one) => `removed ${named(one)}, ${megabytes(one.bytes)}`).join('\n');
    return answer(gone, { text: text || 'There was nothing to remove.', format });
  },
});

const NOTHING = 'Nothing is kept. Ask about a repository elsewhere: knap pack "…" --repo https://…';
const named = ({ address, ref }: KeptRepository): string => (ref === null ? address : `${address}@${ref}`);
const day = ({ fetchedAtMs }: KeptRepository): string => new Date(fetchedAtMs).toISOString().slice(0, 10);
const megabytes = (bytes: number): string => `${(bytes / 1_048_576).toFixed(1)} MB`;
