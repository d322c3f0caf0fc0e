import * as z from 'zod';
import type { Manifest } from '../../bundle/manifest-schema.ts';
import { findPack, packNames, readManifest } from '../../bundle/pack-folders.ts';
import { stateFolder } from '../../config/state-folder.ts';
import { ContextError } from '../../model/errors.ts';
import { dataFormat } from '../input/fields.ts';
import { answer, defineOperation, field } from '../operation.ts';
import { table } from '../text-table.ts';

export interface Comparison {
  readonly older: string;
  readonly newer: string;
  readonly files: readonly FileDifference[];
  readonly used: readonly [older: number, newer: number];
}

export interface FileDifference {
  readonly path: string;
  /** Null where the pack does not quote the file. */
  readonly olderScore: number | null;
  readonly newerScore: number | null;
  /** Whether the quoted lines are the same, by their blocks and hashes. */
  readonly isSameText: boolean;
}

const input = z.strictObject({
  packs: field(z.array(z.string()).max(2, 'two packs').optional().describe('Two packs; without them the last two'), {
    placeholder: 'PACK',
  }),
  format: dataFormat,
});

/** What two packs have in common and what not, file by file. */
export const packsCompare = defineOperation<typeof input, Comparison>({
  input,
  positional: 'packs',
  examples: ['knap packs compare', 'knap packs compare 3 1'],
  async run(call, { packs = [], format }) {
    const folder = stateFolder(call.root, 'packs');
    if (packs.length === 0 && (await packNames(folder)).length < 2)
      throw new ContextError('NO_SUCH_PACK', 'There are not two packs to compare yet.');
    const [olderWord, newerWord] =
      packs.length === 0 ? ['2', '1'] : packs.length === 1 ? [packs[0]!, 'latest'] : [packs[0]!, packs[1]!];
    const older = await named(folder, olderWord);
    const newer = await named(folder, newerWord);
    const value = compare(older, newer);
    return answer(value, { text: comparisonText(value), format });
  },
});

interface NamedPack {
  readonly name: string;
  readonly manifest: Manifest;
}

async function named(folder: string, word: string): Promise<NamedPack> {
  const name = await findPack(folder, word);
  const manifest = await readManifest(folder, name);
  if (!manifest) throw new ContextError('NO_SUCH_PACK', `The manifest of ${name} cannot be read.`);
  return { name, manifest };
}

function compare(older: NamedPack, newer: NamedPack): Comparison {
  const paths = [...new Set([...newer.manifest.blocks, ...older.manifest.blocks].map(({ path }) => path))];
  const score = ({ manifest }: NamedPack, path: string) => {
    const block = manifest.blocks.find((one) => one.path === path);
    return block ? (manifest.files.find((file) => file.path === path)?.score ?? block.score) : null;
  };
  const quotes = ({ manifest }: NamedPack, path: string) =>
    JSON.stringify(
      manifest.blocks
        .filter((block) => block.path === path)
        .map(({ id, level, hash, startLine, endLine }) => [id, level, hash, startLine, endLine]),
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
    used: [older.manifest.usage.used, newer.manifest.usage.used],
  };
}

const LEGEND = '+ only in the newer, - only in the older, ~ other lines, = the same';

function comparisonText({ older, newer, files, used }: Comparison): string {
  const shown = (score: number | null) => score?.toFixed(2) ?? '-';
  const rows = files.map(({ path, olderScore, newerScore, isSameText }) => {
    const sign = olderScore === null ? '+' : newerScore === null ? '-' : isSameText ? '=' : '~';
    return [sign, shown(olderScore), shown(newerScore), path];
  });
  const head = [`--- ${older} (${used[0]} tokens)`, `+++ ${newer} (${used[1]} tokens)`];
  return [...head, ...table(rows), LEGEND].join('\n');
}
