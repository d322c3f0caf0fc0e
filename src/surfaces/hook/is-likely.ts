import { DEFAULTS } from '../../config/defaults.ts';
import type { PackAnswer } from '../../ports/engine.ts';
import type { SaidWord, WordsAnswer } from '../../ports/lookup.ts';

const { nothingMax, scoreMin, codeWords } = DEFAULTS.hook;

/** Whether a prompt says a name, a path, a trace or enough words of this code; without them every answer is a guess. */
export function saysCode({ files, words, mentions, traces }: WordsAnswer): boolean {
  // A plain word that is also a name (`run`, `version`) is weighed as a word.
  const isNamed = mentions.some(
    ({ isKnown, isExplicit, text }) => isKnown && (isExplicit || LOOKS_LIKE_CODE.test(text)),
  );
  const said = words.reduce((sum, word) => sum + weightOf(word, files), 0);
  return isNamed || traces.length > 0 || said >= codeWords.weightMin;
}

const LOOKS_LIKE_CODE = /[\w$][./]\w|\w_\w|[a-z]\d*[A-Z]|::|\d/;

/**
 * 0..1: how much a word speaks of this code. It must be part of names here, not stand everywhere here, and not be one that
 * code everywhere is full of: `start` and `error` name something in every repository, `prefork` in one.
 */
function weightOf({ files, names, paths, rank }: SaidWord, filesTotal: number): number {
  const { filesFree, shareMax, namesMin, commonRank, rareRank } = codeWords;
  if (names + paths < namesMin || files > Math.max(filesFree, shareMax * filesTotal)) return 0;
  const rarity = rank === null ? 1 : Math.log(rank / commonRank) / Math.log(rareRank / commonRank);
  return Math.min(1, Math.max(codeWords.commonWeight, rarity));
}

/** Whether it is likely enough that anything in a pack matters to who asked, who did not ask for it. */
export function isLikely({ pack: { files }, nothing }: Pick<PackAnswer, 'pack' | 'nothing'>): boolean {
  // Some rankers cannot say: then how strong the best is must do.
  return nothing === null ? (files[0]?.score ?? 0) >= scoreMin : nothing <= nothingMax;
}
