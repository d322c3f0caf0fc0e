import * as z from 'zod';
import { isOutdated, outdatedPacks, packNames, readManifest } from '../../bundle/pack-folders.ts';
import { DEFAULTS } from '../../config/defaults.ts';
import { stateFolder } from '../../config/state-folder.ts';
import { dataFormat } from '../input/fields.ts';
import { answer, defineOperation, field } from '../operation.ts';
import { table } from '../text-table.ts';

/** A kept pack, in a line. */
export interface KeptPack {
  readonly name: string;
  readonly task: string | null;
  /** Files it quotes. */
  readonly files: number;
  readonly used: number;
  readonly budget: number;
  /** It was made with older rules on secrets. */
  readonly isOutdated: boolean;
}

const input = z.strictObject({
  limit: field(z.int().min(1).max(10_000).default(DEFAULTS.packs.listed).describe('Packs listed at most'), {
    placeholder: 'N',
  }),
  format: dataFormat,
});

/** The packs that were kept, newest first. */
export const packsList = defineOperation<typeof input, readonly KeptPack[]>({
  input,
  examples: ['knap packs', 'knap packs list --limit 5 --json'],
  async run(call, { limit, format }) {
    const folder = stateFolder(call.root, 'packs');
    const names = await packNames(folder);
    const packs = await Promise.all(names.slice(0, limit).map((name) => keptPack(folder, name)));
    const rows = packs.map(({ name, task, files, used }, index) => [
      String(index + 1),
      name,
      `${files} ${files === 1 ? 'file' : 'files'}`,
      `${used} tokens`,
      task ?? '(manifest unreadable)',
    ]);
    const rest = names.length - packs.length;
    const outdated = (await outdatedPacks(folder)).length;
    const remark = `${outdated} made with older rules on secrets, which may be in them; to remove: knap packs prune --outdated`;
    const remarks = [...(rest > 0 ? [`${rest} more`] : []), ...(outdated > 0 ? [remark] : [])];
    const text = [...table(rows, call.columns), ...remarks].join('\n');
    return answer(packs, { text: text || 'No packs yet. Make one: knap pack "fix the login redirect"', format });
  },
});

async function keptPack(folder: string, name: string): Promise<KeptPack> {
  const manifest = await readManifest(folder, name);
  return {
    name,
    task: manifest?.task.title ?? null,
    files: new Set(manifest?.blocks.map(({ path }) => path)).size,
    used: manifest?.usage.used ?? 0,
    budget: manifest?.usage.budget ?? 0,
    isOutdated: isOutdated(manifest),
  };
}
