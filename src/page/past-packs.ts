// Remembers the packs of this tab, and compares two packs.
import type { Manifest } from '../bundle/manifest.ts';
import { rangesOf, rangesText } from './parts/short-texts.ts';
import { type PastPack, page } from './state.ts';

const PACKS_MAX = 30;
let packsMade = 0;

/** Starts to remember answers for the life of the tab. While a slider moves, remembers only the last one. */
export function rememberAnswers(): void {
  let last = page.get().answered;
  page.watch(() => {
    const { answered, isAsking, packs } = page.get();
    if (answered === null || answered === last || isAsking) return;
    last = answered;
    const { question, reply } = answered;
    const { blocks, usage, task } = reply.data;
    const name = new Date().toLocaleTimeString();
    const pack = { id: `tab ${++packsMade}`, name, task: task.title, question, text: reply.text, blocks, usage };
    const others = packs.filter((pack) => JSON.stringify(pack.question) !== JSON.stringify(question));
    page.set({ packs: [pack, ...others].slice(0, PACKS_MAX) });
  });
}

/** A block that only one of two packs quotes, or that they quote differently. */
interface BlockChange {
  readonly id: string;
  readonly path: string;
  readonly line: number;
  /** What changed. */
  readonly words: string;
}

/** Compares the blocks of two packs, in the order of the older and then of the newer. */
export function compareBlocks(older: PastPack, newer: PastPack): readonly BlockChange[] {
  const [had, has] = [older, newer].map(({ blocks }) => new Map(blocks.map((block) => [block.id, block])));
  const changed = older.blocks.flatMap((block) => {
    const now = has!.get(block.id);
    if (!now) return [changeOf(block, `went out: ${linesOf(block)}`)];
    if (block.hash !== now.hash) return [changeOf(block, 'its file changed between the two')];
    return linesOf(block) === linesOf(now) ? [] : [changeOf(block, `${linesOf(block)} → ${linesOf(now)}`)];
  });
  const added = newer.blocks.filter(({ id }) => !had!.has(id));
  return [...changed, ...added.map((block) => changeOf(block, `came in: ${linesOf(block)}`))];
}

function changeOf({ id, path, startLine: line }: Manifest['blocks'][number], words: string): BlockChange {
  return { id, path, line, words };
}

function linesOf(block: Manifest['blocks'][number]): string {
  const lines = rangesText(rangesOf(block));
  return block.level === 'full' ? lines : `${block.level} ${lines}`;
}
