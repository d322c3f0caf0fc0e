// People ask later why something was decided. This file finds the sentences of a conversation that state a decision,
// and recognises documents that record one.
import type { DocumentSection } from '../../model/document.ts';
import type { LineRange } from '../../model/facts.ts';
import type { Conversation } from './conversation.ts';

interface Decision {
  /** The index of the message in its conversation, from 0. */
  readonly message: number;
  readonly sentence: string;
  /** The 1-based lines in the text of the message. */
  readonly lines: LineRange;
}

// A message with more decisions than this probably quotes a list of them, so only the first ones count.
const PER_MESSAGE_MAX = 12;

/** Returns the decisions of a conversation in order, without repeats. Only people and models decide; tools do not. */
export function decisionsOf(conversation: Pick<Conversation, 'messages'>): readonly Decision[] {
  const seenSentences = new Set<string>();
  return conversation.messages.flatMap(({ role, text }, message) => {
    if (role !== 'user' && role !== 'assistant') return [];
    const decisions = sentencesOf(text).filter((sentence) => {
      const key = sentence.text.toLowerCase();
      if (seenSentences.has(key) || !statesDecision(sentence)) return false;
      seenSentences.add(key);
      return true;
    });
    return decisions.slice(0, PER_MESSAGE_MAX).map(({ text, lines }) => ({ message, sentence: text, lines }));
  });
}

const CHARACTERS_MAX = 600;
const WORDS_MIN = 4;

/** Phrases by which people say that something is decided. */
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

/** Phrases that deny a decision, ask for one or only imagine one, and those about the use of a tool. */
const UNDECIDED: readonly RegExp[] = [
  /\?["'”’)*_`]*$/,
  /\b(?:haven't|hasn't|have not|has not|not yet|never|didn't|did not|don't|isn't|wasn't|yet to|undecided|to be decided|tbd)\b.{0,40}\b(?:decid|agree|settl|decision|chosen)/i,
  /^(?:if|unless|once|until|whether|suppose|assuming|imagine|should|could|would|shall|can|did|do|does|have|has|why|what|how|which)\b/i,
  /\b(?:if|unless|when|once|until|before|whether|in case) (?:we|i|you|they|it)\b.{0,60}\b(?:decid|agree|settl|go with|choose|chose|use|keep)/i,
  /\b(?:maybe|perhaps|might|could|would|may|suggest|propose|consider|considering|wonder|not sure|unsure|let me know|tell me|do you want|would you like|i think we should|we should)\b/i,
  /\b(?:tool|grep|ripgrep|rg|glob|sed|awk|curl|bash|the shell|sub-?agent|search)\b.{0,30}\b(?:because|since|instead of|rather than|to (?:find|look|search|check|read|see|list))\b/i,
];

/** Returns whether a sentence states a decision. Doubtful ones do not count, because a wrong decision misleads. */
function statesDecision({ text, label }: Pick<Sentence, 'text' | 'label'>): boolean {
  if (text.length > CHARACTERS_MAX) return false;
  const plain = text
    .replaceAll('’', "'")
    .replace(/\*\*|__/g, '')
    .trim();
  if (plain.split(/\s+/).length < WORDS_MIN) return isLabelled(plain);
  // A sentence under a heading such as `Decision:` need not have such a phrase.
  const isUnderHeading = label !== null && /^(?:final )?decisions?\s*:?$/i.test(label);
  if (UNDECIDED.some((pattern) => pattern.test(plain))) return false;
  return isUnderHeading || STATED.some((pattern) => pattern.test(plain));
}

// A short sentence with a label, such as `Decision: SQLite.`, is clear enough.
const isLabelled = (plain: string): boolean =>
  /^(?:final )?decision\s*:\s*\S{2,}/i.test(plain) && !/\?\W*$|\b(?:tbd|none|pending|open)\b/i.test(plain);

interface Sentence {
  readonly text: string;
  /** 1-based and inclusive. */
  readonly lines: LineRange;
  /** The heading above it, such as `Decision:`; null when it has none. */
  readonly label: string | null;
}

const FENCE = /^[ \t]*(```|~~~)/;
const QUOTE = /^[ \t]*>/;
const HEADING = /^[ \t]{0,3}#{1,6}[ \t]+/;
const LIST_ITEM = /^[ \t]*(?:[-*+•]|\d{1,3}[.)])[ \t]+/;
const TABLE_ROW = /^[ \t]*\|/;
// The space between the end of a sentence and a character that can begin the next one.
const BOUNDARY = /(?<=[.!?]["'”’)*_`]{0,3})[ \t\n]+(?=["'“‘(*_`[]{0,3}[\p{Lu}\p{Lo}\p{N}])/gu;
const ABBREVIATION = /\b(?:e\.g|i\.e|cf|vs|etc|approx|no|fig|dr|mr|mrs|st)\.$/i;

/** Returns the sentences of a text in markdown, without headings, fenced code, block quotes and tables. */
function sentencesOf(text: string): readonly Sentence[] {
  const sentences: Sentence[] = [];
  let label: string | null = null;
  for (const { lines, first } of paragraphsOf(text.split('\n'))) {
    if (HEADING.test(lines[0]!)) {
      label = lines[0]!.replace(HEADING, '').trim();
      continue;
    }
    const whole = [lines[0]!.replace(LIST_ITEM, ''), ...lines.slice(1)].join('\n');
    for (const [start, end] of splitSentences(whole)) {
      const firstLine = first + countNewlines(whole, 0, start);
      const lines: LineRange = [firstLine, firstLine + countNewlines(whole, start, end)];
      sentences.push({ text: whole.slice(start, end).replace(/\s+/g, ' ').trim(), lines, label });
    }
  }
  return sentences;
}

interface Paragraph {
  readonly first: number;
  readonly lines: string[];
}

function paragraphsOf(lines: readonly string[]): readonly Paragraph[] {
  const paragraphs: Paragraph[] = [];
  let fence: string | null = null;
  let isOpen = false;
  lines.forEach((line, index) => {
    const mark = FENCE.exec(line)?.[1] ?? null;
    const isListing = fence !== null || mark !== null;
    if (fence === null) fence = mark;
    else if (mark === fence) fence = null;
    if (isListing || line.trim() === '' || QUOTE.test(line) || TABLE_ROW.test(line)) {
      isOpen = false;
      return;
    }
    const isHeading = HEADING.test(line);
    if (!isOpen || isHeading || LIST_ITEM.test(line)) paragraphs.push({ first: index + 1, lines: [line] });
    else paragraphs.at(-1)!.lines.push(line);
    isOpen = !isHeading;
  });
  return paragraphs;
}

function splitSentences(paragraph: string): readonly (readonly [start: number, end: number])[] {
  const pieces: [start: number, end: number][] = [];
  let start = 0;
  for (const match of paragraph.matchAll(BOUNDARY)) {
    if (ABBREVIATION.test(paragraph.slice(Math.max(0, match.index - 12), match.index))) continue;
    pieces.push([start, match.index]);
    start = match.index + match[0].length;
  }
  pieces.push([start, paragraph.trimEnd().length]);
  return pieces.filter(([from, end]) => end > from);
}

const countNewlines = (text: string, start: number, end: number): number =>
  text.slice(start, end).split('\n').length - 1;

// A decision record has a heading for the decision and one for its reasons.
const DECISION_HEADING = /^(?:the )?decisions?(?: outcome| made)?$/i;
const CONTEXT_HEADING =
  /^(?:context|problem|issue|background|considered (?:options|alternatives)|options considered|consequences|alternatives|rationale)\b/i;
// A placeholder of a template: `Chosen option: "{title of option 1}"`.
const PLACEHOLDER = /\{[a-z][^{}\n]{3,}\}|\[[a-z][^\][\n]{3,}\](?![([])/i;
const HEAD_CHARACTERS = 120;

/**
 * Returns whether a document records a decision in the form of Nygard (Status, Context, Decision, Consequences) or of
 * MADR (Context and Problem Statement, Decision Outcome).
 */
export function isDecisionRecord(text: string, sections: readonly DocumentSection[]): boolean {
  const decided = sections.find(({ title }) => DECISION_HEADING.test(stripTitleMarks(title)));
  if (!decided || !sections.some(({ title }) => CONTEXT_HEADING.test(stripTitleMarks(title)))) return false;
  const body = text
    .split(/\r?\n/)
    .slice(decided.startLine + (decided.isSetext ? 1 : 0), decided.endLine)
    .join('\n')
    .trim();
  return body !== '' && !PLACEHOLDER.test(body.slice(0, HEAD_CHARACTERS));
}

// Some headings have numbers or marks: `## 3. Decision`, `## ✅ Decision:`.
const stripTitleMarks = (title: string): string => title.replace(/^[^\p{L}]+|[^\p{L})]+$/gu, '');
