import type { Manifest } from '../bundle/manifest-schema.ts';
import { type PageQuestion, page } from './state.ts';

/** A pack to look back at: what it was asked with, where that is known, and what came. */
export interface PastPack {
  /** No other has it: two may be made in the same second. */
  readonly id: string;
  readonly name: string;
  readonly task: string;
  readonly question: PageQuestion | null;
  readonly text: string;
  readonly blocks: Manifest['blocks'];
  readonly usage: Pick<Manifest['usage'], 'used' | 'budget'>;
}

const PACKS_MAX = 30;
let packs: readonly PastPack[] = [];
let made = 0;
const watching = new Set<() => void>();

/** The packs of this tab, newest first. While a slider moves, only where it stops is worth remembering. */
export const rememberedPacks = (): readonly PastPack[] => packs;

export function watchRemembered(told: () => void): () => void {
  watching.add(told);
  return () => watching.delete(told);
}

/** From now on remembers every answer, as long as the tab lives. */
export function rememberAnswers(): void {
  let last = page.get().answered;
  page.watch(() => {
    const { answered, isAsking } = page.get();
    if (answered === null || answered === last || isAsking) return;
    last = answered;
    const { question, reply } = answered;
    const { blocks, usage, task } = reply.data;
    const name = new Date().toLocaleTimeString();
    const pack = { id: `tab ${++made}`, name, task: task.title, question, text: reply.text, blocks, usage };
    const others = packs.filter((one) => JSON.stringify(one.question) !== JSON.stringify(question));
    packs = [pack, ...others].slice(0, PACKS_MAX);
    for (const tell of watching) tell();
  });
}

export type BlockChange = 'only here' | 'only there' | 'other lines' | 'the same';

/** What two packs quote, block by block: what differs first, each in the order of its pack. */
export function compareBlocks(
  here: Pick<PastPack, 'blocks'>,
  there: Pick<PastPack, 'blocks'>,
): readonly { readonly id: string; readonly path: string; readonly change: BlockChange }[] {
  const others = new Map(there.blocks.map((block) => [block.id, block]));
  const own = here.blocks.map((block) => {
    const other = others.get(block.id);
    const change: BlockChange = !other ? 'only here' : linesOf(block) === linesOf(other) ? 'the same' : 'other lines';
    return { id: block.id, path: block.path, change };
  });
  const known = new Set(here.blocks.map(({ id }) => id));
  const missing = there.blocks
    .filter(({ id }) => !known.has(id))
    .map(({ id, path }) => ({ id, path, change: 'only there' as const }));
  const order: readonly BlockChange[] = ['only here', 'only there', 'other lines', 'the same'];
  return [...own, ...missing].toSorted((a, b) => order.indexOf(a.change) - order.indexOf(b.change));
}

function linesOf({ startLine, endLine, lines, hash, level }: Manifest['blocks'][number]): string {
  return JSON.stringify([startLine, endLine, lines, hash, level]);
}
