import type { DocumentSection } from '../../../model/document.ts';
import type { LineRange } from '../../../model/facts.ts';
import { textOf } from '../../markdown/frontmatter/values.ts';
import { readContent } from '../../markdown/read-document.ts';
import { timeOrNull } from '../transcript/draft.ts';

/** What a decision record says. */
export interface DocumentDecision {
  readonly title: string;
  /** In lower case: proposed, accepted, superseded by 12 …; null when it is not said. */
  readonly status: string | null;
  /** The text under the heading of the decision. */
  readonly decision: string;
  /** Lines of that text in the document. */
  readonly lines: LineRange;
  readonly dateMs: number | null;
}

const DECISION = /^(?:the )?decisions?(?: outcome| made| drivers?)?$/i;
const DRIVERS = /drivers?$/i;
const CONTEXT =
  /^(?:context|problem|issue|background|considered (?:options|alternatives)|options considered|consequences|alternatives|rationale)\b/i;
const STATUS = /^status$/i;
// `Status: accepted`, `* Status: accepted`, `**Status**: accepted`.
const FIELD = (name: string) => new RegExp(`^[ \\t]*(?:[-*+][ \\t]+)?\\**${name}\\**[ \\t]*:\\**[ \\t]*(\\S.*)$`, 'im');
const DAY = /\d{4}-\d{2}-\d{2}/;
// A template has decided nothing: `Chosen option: "{title of option 1}"`.
const PLACEHOLDER = /\{[a-z][^{}\n]{3,}\}|\[[a-z][^\][\n]{3,}\](?![([])/i;
const HEAD_CHARACTERS = 120;
const STATUS_CHARACTERS_MAX = 100;

/**
 * The decision of a document in the manner of Nygard (Status, Context, Decision, Consequences) or MADR (Context and
 * Problem Statement, Decision Outcome); null for any other document.
 */
export function decisionOfDocument(text: string): DocumentDecision | null {
  const content = readContent(text);
  const lines = text.split(/\r?\n/);
  const decided = content.sections.find(({ title }) => DECISION.test(bare(title)) && !DRIVERS.test(bare(title)));
  if (!decided || !content.sections.some(({ title }) => CONTEXT.test(bare(title)))) return null;
  const body = bodyOf(decided, lines);
  if (body === null || PLACEHOLDER.test(body.text.slice(0, HEAD_CHARACTERS))) return null;
  const head = lines.slice(0, decided.startLine - 1).join('\n');
  const status =
    textOf(content.frontmatter, 'status') ??
    sectionLine(content.sections, lines) ??
    FIELD('status').exec(head)?.[1] ??
    null;
  const date = textOf(content.frontmatter, 'date') ?? FIELD('date').exec(head)?.[1] ?? '';
  return {
    title: titleOf(content.givenTitle ?? content.firstHeading ?? content.sections[0]?.title ?? ''),
    status: status === null ? null : plain(status),
    decision: body.text,
    lines: body.lines,
    dateMs: timeOrNull(DAY.exec(date)?.[0] ?? null),
  };
}

// Some number their headings, and some mark them: `## 3. Decision`, `## ✅ Decision:`.
function bare(title: string): string {
  return title.replace(/^[^\p{L}]+|[^\p{L})]+$/gu, '');
}

function titleOf(heading: string): string {
  return heading.replace(/^(?:ADR[ -]?)?\d{1,5}\s*[.:–—-]\s*/i, '').trim() || heading.trim();
}

function bodyOf(
  { startLine, endLine, isSetext }: DocumentSection,
  lines: readonly string[],
): { text: string; lines: LineRange } | null {
  let first = startLine + (isSetext ? 2 : 1);
  let last = Math.min(endLine, lines.length);
  while (first <= last && lines[first - 1]!.trim() === '') first++;
  while (last >= first && lines[last - 1]!.trim() === '') last--;
  return first > last ? null : { text: lines.slice(first - 1, last).join('\n'), lines: [first, last] };
}

function sectionLine(sections: readonly DocumentSection[], lines: readonly string[]): string | null {
  const section = sections.find(({ title }) => STATUS.test(bare(title)));
  const body = section ? bodyOf(section, lines) : null;
  return body?.text.split('\n')[0] ?? null;
}

function plain(status: string): string {
  const looked = status.slice(0, 4 * STATUS_CHARACTERS_MAX);
  const text = looked.replace(/\[([^\]]*)\]\([^)]*\)/g, '$1').replace(/[*_`>]|^[-+][ \t]+/g, '');
  return text.replace(/\s+/g, ' ').trim().slice(0, STATUS_CHARACTERS_MAX).replace(/\.$/, '').toLowerCase();
}
