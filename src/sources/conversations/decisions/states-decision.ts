import type { Sentence } from './sentences-of.ts';

const CHARACTERS_MAX = 600;
const WORDS_MIN = 4;

/** Openings and turns by which people say that something is settled. */
const STATED: readonly RegExp[] = [
  /^(?:final |our |my |the )?decision(?: made)?\s*[:–—]\s*\S/i,
  /^(?:it(?:'s| is) |the (?:plan|matter|question) is )?(?:agreed|settled)(?: then)?\s*[:–—]\s*\S/i,
  /\bthe (?:final )?decision (?:is|was) (?:to|that|against|in favou?r of)\b/i,
  /\b(?:it (?:was|is|has been)|was) (?:decided|agreed) (?:to|that|on|against|not)\b/i,
  /\b(?:we|i)(?:'ve| have)? (?:just |now |already |finally |both |all )?(?:decided|settled|opted) (?:to|on|that|for|against|not|in favou?r of|instead|in the end)\b/i,
  /\bwe(?:'ve| have)? (?:all |both |now |already )?agreed (?:to|on|that|not)\b/i,
  /\b(?:we|i)(?:'ve| have)? (?:chose|chosen|picked|went with|gone with)\b.{1,200}\b(?:over|instead of|rather than|because|since|as it|so that)\b/i,
  /\blet(?:'s|s| us) (?:go|stick|stay) with (?!(?:it|that|this|them|those|you|me|the flow)\b(?=\W*$|,? then))\S/i,
  /\blet(?:'s|s| us) (?:use|keep|adopt|drop|remove|switch to|move to|avoid|not use)\b.{1,200}\b(?:instead of|rather than|because|not|over)\b/i,
  /\b(?:we|i)(?:'re|'m| are| am) going (?:with|for)\b.{1,200}\b(?:instead of|rather than|because|since|over|not)\b/i,
  /\b(?:we|i)(?:'ll| will| shall|'re going to|'m going to| are going to| am going to) (?:use|go with|go for|stick with|stay with|stick to|keep|adopt|switch to|move to|drop|standardi[sz]e on)\b.{1,200}\b(?:because|since|instead of|rather than|so that|as it|over|not)\b/i,
];

/** Turns that take the decision back, ask for it or only imagine it. */
const UNDECIDED: readonly RegExp[] = [
  /\?["'”’)*_`]*$/,
  /\b(?:haven't|hasn't|have not|has not|not yet|never|didn't|did not|don't|isn't|wasn't|yet to|undecided|to be decided|tbd)\b.{0,40}\b(?:decid|agree|settl|decision|chosen)/i,
  /^(?:if|unless|once|until|whether|suppose|assuming|imagine|should|could|would|shall|can|did|do|does|have|has|why|what|how|which)\b/i,
  /\b(?:if|unless|when|once|until|before|whether|in case) (?:we|i|you|they|it)\b.{0,60}\b(?:decid|agree|settl|go with|choose|chose|use|keep)/i,
  /\b(?:maybe|perhaps|might|could|would|may|suggest|propose|consider|considering|wonder|not sure|unsure|let me know|tell me|do you want|would you like|i think we should|we should)\b/i,
  /\b(?:tool|grep|ripgrep|rg|glob|sed|awk|curl|bash|the shell|sub-?agent|search)\b.{0,30}\b(?:because|since|instead of|rather than|to (?:find|look|search|check|read|see|list))\b/i,
];

/** Whether a sentence states a decision. Doubtful ones do not: a decision that was none misleads for years. */
export function statesDecision({ text, label }: Pick<Sentence, 'text' | 'label'>): boolean {
  if (text.length > CHARACTERS_MAX) return false;
  const plain = text
    .replaceAll('’', "'")
    .replace(/\*\*|__/g, '')
    .trim();
  if (plain.split(/\s+/).length < WORDS_MIN) return isLabelled(plain);
  // Under a heading that says so, the first sentence need not say it again.
  const isUnderHeading = label !== null && /^(?:final )?decisions?\s*:?$/i.test(label);
  if (UNDECIDED.some((pattern) => pattern.test(plain))) return false;
  return isUnderHeading || STATED.some((pattern) => pattern.test(plain));
}

// `Decision: SQLite.` is short and as clear as can be.
function isLabelled(plain: string): boolean {
  return /^(?:final )?decision\s*:\s*\S{2,}/i.test(plain) && !/\?\W*$|\b(?:tbd|none|pending|open)\b/i.test(plain);
}
