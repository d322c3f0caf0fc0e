// Decides whether a prompt is about code, and whether a pack is likely enough, so that a hook does not disturb.
import { DEFAULTS } from '../../config/defaults.ts';
import { stopWordTest } from '../../model/stop-words.ts';
import type { PackAnswer } from '../../ports/engine.ts';
import type { WordCounts, WordsAnswer } from '../../ports/lookup.ts';

const { nothingMax, scoreMin, codeWords } = DEFAULTS.hook;

// Words that people say to an agent, in English or German, and that name nothing in the code.
const TALK_WORDS = new Set(
  `continue proceed next stop wait undo redo retry go ahead great good nice perfect cool awesome right correct exactly
agreed sounds lgtm commit push merge ship done finish finished yep yeah yup nope nah morning evening bye cheers sorry hmm
hm lol explain summarize summarise summary elaborate shorter longer again more weiter ja nein danke gut genau bitte`.split(
    /\s+/,
  ),
);

// First words of shell commands.
const PROGRAMS = new Set(
  `git gh npm npx pnpm yarn bun deno node python python3 pip pip3 pytest uv cargo rustc go tsc docker kubectl terraform
ls cd pwd mkdir rmdir rm cp mv cat echo curl wget ssh scp sudo chmod chown grep rg sed awk tail head ps kill brew apt
apt-get export source bash sh zsh mvn gradle composer bundle rake dotnet`.split(/\s+/),
);

/** Why a prompt cannot be about code; null if it may be. Looks at the prompt only, not at the index. */
export function whyNotCode(prompt: string): string | null {
  const text = prompt.trim();
  if (text === '') return 'the prompt is empty';
  if (/^\/[\w:-]+(?:\s|$)/.test(text)) return 'the prompt is a command of the client';
  if (/^[!$]\s*\S/.test(text)) return 'the prompt is a shell command';
  const words = text.match(/[\p{L}\p{N}_'-]+/gu) ?? [];
  const isStop = stopWordTest(words);
  const lower = words.map((word) => word.toLowerCase());
  // `git push` is a command, "git push fails on the second remote" a sentence, because it has stop words.
  if (beginsWithProgram(text) && !lower.slice(1).some(isStop)) return 'the prompt is a shell command';
  const otherWords = lower.filter((word) => !isStop(word) && !TALK_WORDS.has(word));
  if (otherWords.length > 0 || NAMES_CODE.test(text)) return null;
  return 'the prompt is small talk';
}

// A path, a dotted, snake-case or camel-case name, a text in back-ticks, a call such as `run()`, or `#12`.
const NAMES_CODE = /[\w$]\.\w+|\w\/\w|\w_\w|[a-z][A-Z]|`[^`]+`|\w\(\)|#\w/;

function beginsWithProgram(text: string): boolean {
  const [first = ''] = text.split(/\s/, 1);
  return !text.includes('\n') && PROGRAMS.has(first);
}

// A verb such as `write`, at most three words, and tests, in five languages. "Run the tests" does not ask for new tests.
const WANTS_TESTS =
  /(?<!\p{L})(?:adds?|write|create|extend|need|schreib\w{0,3}|ergänz\w{0,3}|ajoute\w{0,2}|écris|añade|escribe|scrivi)\b(?:\s+\S{1,30}){0,3}?\s+(?:unit)?(?:tests?|specs?|prueba|pruebas)\b/iu;

export const wantsTests = (prompt: string): boolean => WANTS_TESTS.test(prompt);

/**
 * Whether a prompt contains a name, a path, a trace or enough words of this code; without them every answer is a guess.
 * `perhaps`: it contains a few such words, and no words of a conversation.
 */
export function mentionsCode(prompt: string, { files, words, mentions, traces }: WordsAnswer) {
  // A plain word that is also a name (`run`, `version`) counts as a word.
  const isNamed = mentions.some(
    ({ isKnown, isExplicit, text }) => isKnown && (isExplicit || LOOKS_LIKE_CODE.test(text)),
  );
  const weight = words.reduce((sum, word) => sum + weightOf(word, files), 0);
  if (isNamed || traces.length > 0 || weight >= codeWords.weightMin) return 'yes';
  return weight >= codeWords.perhapsMin && !CONVERSATION.test(prompt) ? 'perhaps' : 'no';
}

// Words of a conversation with an agent: a prompt with one of them must contain more words of this code.
const CONVERSATION =
  /\b(?:you|your|i|i'm|i'll|we|us|our|it|its|this|that|these|those|my|me|please|ok|okay|now|thanks|let's|again|just|yes|no|also|here|there|what|how|why|who|when|which|should|can|could|would|is|are|do|does)\b/i;

// Words about working on any code: tests, branches, releases, machines. They say little about this code.
const WORK_WORDS = new Set(
  `test tests testing tested unit integration coverage ci cd pipeline workflow job jobs build builds lint linter format
formatter formatting prettier commit commits branch branches main master origin upstream remote merge rebase stash squash
cherry pick push pull request pr prs review reviewer reviewers issue issues release releases version versions tag tags
changelog notes note publish deploy deployment dependency dependencies package packages install upgrade update docs doc
documentation docstring docstrings comment comments readme license file files folder code function functions class name
names variable variables type types hint hints import imports status diff change changes changed log logs server dev
restart start run rerun debug print prints error errors warning warnings message messages description summary step answer
email team task tasks command commands help environment virtual window windows linux docker container node`.split(
    /\s+/,
  ),
);

const COINED_LENGTH = 8;

// A dotted or slashed word, a snake-case or camel-case name, a scope or a digit.
const LOOKS_LIKE_CODE = /[\w$][./]\w|\w_\w|[a-z]\d*[A-Z]|::|\d/;

/**
 * How specific a word is for this code, from 0 to 1. It must be part of names or paths here and not occur in too many
 * files, and counts the more, the rarer it is in other code.
 */
function weightOf({ word, files, names, paths, rank }: WordCounts, filesTotal: number): number {
  const { filesFree, shareMax, namesMin, commonRank, rareRank } = codeWords;
  // One name is enough for a long word that no other code uses; a short one may come from another language.
  const isCoined = rank === null && word.length >= COINED_LENGTH;
  if (WORK_WORDS.has(word) || names + paths < (isCoined ? 1 : namesMin)) return 0;
  if (files > Math.max(filesFree, shareMax * filesTotal)) return 0;
  const rarity = rank === null ? 1 : Math.log(rank / commonRank) / Math.log(rareRank / commonRank);
  return Math.min(1, Math.max(codeWords.commonWeight, rarity));
}

/** Whether a pack is likely to help. */
export function isLikely({ pack: { files }, nothing }: Pick<PackAnswer, 'pack' | 'nothing'>): boolean {
  // Without likelihoods the score of the best file decides.
  return nothing === null ? (files[0]?.score ?? 0) >= scoreMin : nothing <= nothingMax;
}
