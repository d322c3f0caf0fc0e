import { oneLine, visible } from '../../model/visible-text.ts';

const MARK = '=';
const MARK_LEAST = 3;
const RUN_AT_START = /^=+/gm;
// Looks like a line of ours from its start, or holds what stands between our own clauses.
const TELLING = /^[=|>*#(-]|["·]| [(=]|: /;

/**
 * Text that cannot leave its place: the line above and the line below start with a run of marks that is longer than
 * any at the start of a line of it. `facts` are lines of ours between heading and text.
 */
export function bounded(heading: string, text: string, facts: readonly string[] = []): string {
  const inside = [...facts, visible(text)].join('\n');
  const mark = markFor(inside);
  return `${mark} ${heading} ${mark}\n${inside}\n${mark}`;
}

/** The same between two lines of marks, where the heading has a shape of its own. */
export function between(text: string): string {
  const quoted = visible(text);
  const mark = markFor(quoted);
  return `${mark}\n${quoted}\n${mark}`;
}

/** A name or a path inside a line of ours; in quotes where it could pass for more than that. */
export function named(text: string, max?: number): string {
  const line = oneLine(text, max);
  return TELLING.test(line) ? JSON.stringify(line) : line;
}

function markFor(text: string): string {
  const longest = (text.match(RUN_AT_START) ?? []).reduce((most, run) => Math.max(most, run.length), 0);
  return MARK.repeat(Math.max(MARK_LEAST, longest + 1));
}
