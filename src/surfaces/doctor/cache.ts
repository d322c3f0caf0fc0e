// The commands `cache list` and `cache clear`, for repositories that `--repo` fetched.
import * as z from 'zod';
import { repositoriesFolder } from '../../config/workspace-folders.ts';
import { dataFormat } from '../../operations/input/fields.ts';
import { answer, optional } from '../../operations/operation.ts';
import { table } from '../../operations/text-table.ts';
import { clearKept, type KeptRepository, listKept } from '../../reading/fetched/fetch-repository.ts';
import { defineCommand } from '../cli/local-call.ts';

export const cacheList = defineCommand({
  input: z.strictObject({ format: dataFormat }),
  examples: ['knap cache', 'knap cache list --json'],
  async run(call, { format }) {
    const repositories = await listKept(repositoriesFolder(call.terminal.env));
    const rows = repositories.map((repository) => [
      nameOf(repository),
      repository.commit.slice(0, 10),
      day(repository),
      megabytes(repository.bytes),
      repository.folder,
    ]);
    const total = repositories.reduce((sum, { bytes }) => sum + bytes, 0);
    const text =
      repositories.length === 0 ? NOTHING : [...table(rows, call.columns), `${megabytes(total)} in all`].join('\n');
    return answer(repositories, { text, format });
  },
});

export const cacheClear = defineCommand({
  input: z.strictObject({
    address: optional.text('Remove only repositories whose address contains this; without it, remove all', {
      placeholder: 'ADDRESS',
    }),
    format: dataFormat,
  }),
  positional: 'address',
  examples: ['knap cache clear', 'knap cache clear github.com/acme'],
  async run(call, { address, format }) {
    const removed = await clearKept(
      repositoriesFolder(call.terminal.env),
      Date.now(),
      (source) => address === undefined || source.address.includes(address),
    );
    const text = removed
      .map((repository) => `removed ${nameOf(repository)}, ${megabytes(repository.bytes)}`)
      .join('\n');
    return answer(removed, { text: text || 'There is nothing to remove.', format });
  },
});

const NOTHING = 'The cache is empty. To ask about a remote repository: knap pack "…" --repo https://…';
const nameOf = ({ address, ref }: KeptRepository): string => (ref === null ? address : `${address}@${ref}`);
const day = ({ fetchedAtMs }: KeptRepository): string => new Date(fetchedAtMs).toISOString().slice(0, 10);
const megabytes = (bytes: number): string => `${(bytes / 1_048_576).toFixed(1)} MB`;
