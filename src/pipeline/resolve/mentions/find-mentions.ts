import { nameKey } from '../../../model/terms.ts';
import { type Passage, PLACES } from '../read-text.ts';
import type { ViewPaths } from '../view-paths.ts';
import { type Chunk, chunksOf, codeChunks } from './chunks.ts';
import { classifyChunk } from './classify-chunk.ts';
import type { Draft } from './draft.ts';
import { isHttpStatus } from './error-codes.ts';

// Beyond this a text quotes a program rather than naming parts of one.
const DRAFTS_MAX = 1500;
const CHUNKS_MAX = 30_000;
const JOINED_CHUNKS_MAX = 2000;
// `fix(router): …` names a part, it calls nothing.
const COMMIT_PREFIX = /^\w{2,20}\(([^()]{0,60})\)!?:/;
const JOINED_MAX = 400;
const JOINED_CHARACTERS_MIN = 8;
const JOINED_WEIGHT = 0.6;

/** Everything the passages may name, in order of appearance; the index is asked later, once for all. */
export function findMentions(passages: readonly Passage[], view: ViewPaths): readonly Draft[] {
  const drafts: Draft[] = [];
  let chunksLeft = CHUNKS_MAX;
  // What the author says is read before what is quoted, so that a long listing cannot crowd it out.
  const said = passages.filter(({ place }) => place !== 'code' && place !== 'link');
  const ordered = [...said, ...passages.filter(({ place }) => place === 'code')];
  for (const { place, text } of ordered) {
    if (drafts.length >= DRAFTS_MAX || chunksLeft < 0) break;
    const isCode = place === 'code';
    const chunks = isCode ? codeChunks(text) : chunksOf(place === 'title' ? text.replace(COMMIT_PREFIX, '$1: ') : text);
    chunksLeft -= chunks.length;
    chunks.forEach((chunk, index) => {
      const before = chunks[index - 1]?.text ?? '';
      const after = chunks[index + 1]?.text ?? '';
      const around = { before, after, weight: PLACES[place].mention, isCode };
      if (isHttpStatus(chunk.text, before, after)) drafts.push(statusDraft(chunk.text, around.weight));
      else drafts.push(...classifyChunk(chunk, around, view));
    });
  }
  return drafts.slice(0, DRAFTS_MAX);
}

/** Neighbouring words that may be one name in the code: `payment controller` for PaymentController. */
export function joinedNames(passages: readonly Passage[], isStop: (word: string) => boolean): readonly Draft[] {
  const drafts = new Map<string, Draft>();
  let chunksLeft = JOINED_CHUNKS_MAX;
  for (const { place, text } of passages) {
    if (drafts.size >= JOINED_MAX || chunksLeft < 0) break;
    if (place !== 'title' && place !== 'body') continue;
    const chunks = chunksOf(text);
    chunksLeft -= chunks.length;
    for (let index = 0; index < Math.min(chunks.length, JOINED_CHUNKS_MAX) && drafts.size < JOINED_MAX; index++) {
      for (const count of [2, 3])
        addJoined(chunks.slice(index, index + count), count, PLACES[place].mention, isStop, drafts);
    }
  }
  return [...drafts.values()];
}

function addJoined(
  chunks: readonly Chunk[],
  count: number,
  weight: number,
  isStop: (word: string) => boolean,
  drafts: Map<string, Draft>,
): void {
  const parts = chunks.map((chunk) => chunk.text);
  if (
    parts.length < count ||
    !parts.every((part) => /^[A-Za-z][A-Za-z0-9]{2,}$/.test(part) && !isStop(part.toLowerCase()))
  )
    return;
  const key = nameKey(parts.join(''));
  if (key.length < JOINED_CHARACTERS_MIN || drafts.has(key)) return;
  drafts.set(key, {
    kind: 'identifier',
    text: parts.join(' '),
    key,
    isExplicit: false,
    weight: weight * JOINED_WEIGHT,
    line: null,
    needsIndex: true,
  });
}

function statusDraft(text: string, weight: number): Draft {
  return { kind: 'error-code', text, key: text, isExplicit: false, weight, line: null, needsIndex: false };
}
