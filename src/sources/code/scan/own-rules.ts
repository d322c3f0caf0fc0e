import { oneLine } from '../../../model/visible-text.ts';
import { type PlainRefusal, REFUSED, readPlainFile } from '../../../reading/plain-file.ts';
import { createIgnoreRules, type IgnoreRules } from './ignore-rules.ts';

const BYTES_MAX = 512 * 1024;
/** Where a root says what it leaves out. */
export const OWN_RULES = '.ctxignore';
const BROKEN_TOLD = 5;
const TOLD_CHARACTERS = 80;

interface IgnoreFile {
  readonly rules: IgnoreRules;
  readonly refusal: PlainRefusal | null;
}

/** The patterns of an ignore file; none where it is not a plain file of a size a person would write. */
export function readIgnoreFile(path: string): IgnoreFile {
  return rulesIn(readPlainFile(path, { bytesMax: BYTES_MAX }));
}

function rulesIn(bytes: Buffer | PlainRefusal): IgnoreFile {
  if (typeof bytes === 'string') return { rules: createIgnoreRules([]), refusal: bytes };
  return { rules: createIgnoreRules(bytes.toString('utf8').split('\n')), refusal: null };
}

/** The root's own ignore file, or these bytes of it, with remarks on what could not be used. */
export function readOwnRules(root: string, notes: string[], given?: Buffer): IgnoreRules {
  const { rules, refusal } = given === undefined ? readIgnoreFile(`${root}/${OWN_RULES}`) : rulesIn(given);
  if (refusal !== null && refusal !== 'gone') notes.push(`.ctxignore ${REFUSED[refusal]}, and was left out`);
  notes.push(...complaints(rules, (line) => `.ctxignore line ${line} is no pattern and was left out`));
  return rules;
}

/** What is wrong with some patterns, in a few lines. */
export function complaints(rules: IgnoreRules, sentence: (line: number) => string): readonly string[] {
  const { broken, excess } = rules;
  const told = broken.slice(0, BROKEN_TOLD).map(({ line, text }) => `${sentence(line)}: ${quoted(text)}`);
  const more = broken.length - told.length;
  if (more > 0) told.push(`${more} more lines are no patterns and were left out`);
  if (excess > 0) told.push(`${excess} patterns were left out: there are more than can be looked at quickly`);
  return told;
}

function quoted(text: string): string {
  return JSON.stringify(oneLine(text.slice(0, TOLD_CHARACTERS)));
}
