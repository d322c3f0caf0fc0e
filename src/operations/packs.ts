// The operations `packs …`: list, open, compare and remove kept packs.
import * as z from 'zod';
import {
  findPack,
  isOutdated,
  outdatedPacks,
  packNames,
  prunePacks,
  readManifest,
  readPackPage,
} from '../bundle/pack-folders.ts';
import { DEFAULTS } from '../config/defaults.ts';
import { stateFolder } from '../config/workspace-folders.ts';
import { ContextError } from '../model/errors.ts';
import { copy, dataFormat, rowLimit } from './input/fields.ts';
import { answer, defineOperation, field, optional } from './operation.ts';
import { table } from './text-table.ts';

export interface KeptPack {
  readonly name: string;
  readonly task: string | null;
  readonly files: number;
  readonly used: number;
  readonly budget: number;
  /** Redacted with older rules, or its manifest cannot be read. */
  readonly isOutdated: boolean;
}

export const packsList = defineOperation({
  input: z.strictObject({
    limit: rowLimit('Most packs listed', DEFAULTS.packs.listed, 10_000),
    format: dataFormat,
  }),
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

export const packsOpen = defineOperation({
  input: z.strictObject({
    pack: field(z.string().default('latest').describe('A name or its beginning, a number of the list, or "latest"'), {
      placeholder: 'PACK',
    }),
    format: dataFormat,
    copy,
  }),
  positional: 'pack',
  examples: ['knap packs open', 'knap packs open 2', 'knap packs open 20261115-094300 --json'],
  async run(call, { pack, format, copy: isCopied }) {
    const folder = stateFolder(call.root, 'packs');
    const { name, manifest } = await namedPack(folder, pack);
    const text = readPackPage(folder, name, 'PACK.md');
    if (text === null) throw new ContextError('NO_SUCH_PACK', `The pack ${name} is damaged: PACK.md cannot be read.`);
    if (isCopied) call.copy?.(text);
    return answer(manifest, { text, format });
  },
});

export const packsCompare = defineOperation({
  input: z.strictObject({
    packs: field(z.array(z.string()).max(2, 'two packs').optional().describe('Two packs (default: the last two)'), {
      placeholder: 'PACK',
    }),
    format: dataFormat,
  }),
  positional: 'packs',
  examples: ['knap packs compare', 'knap packs compare 3 1'],
  async run(call, { packs = [], format }) {
    const folder = stateFolder(call.root, 'packs');
    if (packs.length === 0 && (await packNames(folder)).length < 2)
      throw new ContextError('NO_SUCH_PACK', 'There are not two packs to compare yet.');
    const [older = '2', newer = packs.length === 0 ? '1' : 'latest'] = packs;
    const value = compare(await namedPack(folder, older), await namedPack(folder, newer));
    return answer(value, { text: comparisonText(value), format });
  },
});

type NamedPack = Awaited<ReturnType<typeof namedPack>>;

/** Finds a kept pack by a word of the user (see `findPack`); fails if its manifest cannot be read. */
export async function namedPack(folder: string, word: string) {
  const name = await findPack(folder, word);
  const manifest = await readManifest(folder, name);
  if (!manifest) throw new ContextError('NO_SUCH_PACK', `The manifest of ${name} cannot be read.`);
  return { name, manifest };
}

function compare(older: NamedPack, newer: NamedPack) {
  const paths = [...new Set([...newer.manifest.blocks, ...older.manifest.blocks].map(({ path }) => path))];
  // Null if the pack does not quote the file.
  const score = ({ manifest }: NamedPack, path: string) => {
    const block = manifest.blocks.find((block) => block.path === path);
    return block ? (manifest.files.find((file) => file.path === path)?.score ?? block.score) : null;
  };
  const quotes = ({ manifest }: NamedPack, path: string) =>
    JSON.stringify(
      manifest.blocks
        .filter((block) => block.path === path)
        .map(({ id, level, hash, startLine, endLine, lines }) => [id, level, hash, startLine, endLine, lines]),
    );
  return {
    older: older.name,
    newer: newer.name,
    files: paths.map((path) => ({
      path,
      olderScore: score(older, path),
      newerScore: score(newer, path),
      isSameText: quotes(older, path) === quotes(newer, path),
    })),
    used: [older.manifest.usage.used, newer.manifest.usage.used] as const,
  };
}

const LEGEND = '+ only in the newer, - only in the older, ~ quoted differently, = the same';

function comparisonText({ older, newer, files, used }: ReturnType<typeof compare>): string {
  const scoreText = (score: number | null) => score?.toFixed(2) ?? '-';
  const rows = files.map(({ path, olderScore, newerScore, isSameText }) => {
    const sign = olderScore === null ? '+' : newerScore === null ? '-' : isSameText ? '=' : '~';
    return [sign, scoreText(olderScore), scoreText(newerScore), path];
  });
  const head = [`--- ${older} (${used[0]} tokens)`, `+++ ${newer} (${used[1]} tokens)`];
  return [...head, ...table(rows), LEGEND].join('\n');
}

export const packsPrune = defineOperation({
  input: z.strictObject({
    keep: optional.number('How many of the newest packs stay (default: the setting packsKept)', [0]),
    outdated: optional.yesNo('Remove only packs made with older redaction rules'),
    format: dataFormat,
  }),
  examples: ['knap packs prune', 'knap packs prune --keep 5', 'knap packs prune --outdated'],
  async run(call, { keep, outdated, format }) {
    const folder = stateFolder(call.root, 'packs');
    const removed = await prunePacks(folder, outdated ? await outdatedPacks(folder) : (keep ?? call.config.packsKept));
    const text = removed.length === 0 ? 'Nothing to remove.' : removed.map((name) => `removed ${name}`).join('\n');
    return answer({ removed }, { text, format });
  },
});
