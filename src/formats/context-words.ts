import { oneLine } from '../model/visible-text.ts';
import type { ContextMeta, ContextNode } from '../ports/context.ts';
import type { Head, LeftOut } from '../ports/formatter.ts';
import { clause, score, shortHash } from './describe.ts';
import { thousands } from './page.ts';

const QUERY_MAX = 200;
export const BRIEF_QUERY_MAX = 60;
export const NAME_MAX = 200;
const TAG_MAX = 60;
const NOTE_MAX = 300;
const BECAUSE_MAX = 300;

/** How much of the head is printed where there is little room. */
export type HeadDetail = 'full' | 'brief' | 'least';

export function detailOf({ isBrief, text }: Head): HeadDetail {
  return isBrief ? (text === '' ? 'least' : 'brief') : 'full';
}

/** The head as a title and the lines below it. */
export function headWords(meta: ContextMeta, detail: HeadDetail): readonly [title: string, ...lines: string[]] {
  if (detail === 'least') return ['Context'];
  if (detail === 'brief') return [`Context: ${questionOf(meta, BRIEF_QUERY_MAX)}`, tokensOf(meta)];
  return [`Context: ${questionOf(meta)}`, ...headLines(meta)];
}

/** How many nodes are not even named. */
export function unnamed(rest: LeftOut): number {
  return Object.values(rest).reduce((sum, count) => sum + count, 0);
}

/** The question on one line; shorter where there is little room. */
export function questionOf(meta: ContextMeta, max = QUERY_MAX): string {
  return oneLine(meta.query, max);
}

/** How the document was made, as lines of plain words. */
function headLines(meta: ContextMeta): readonly string[] {
  const { depth, tokens, dataFrom } = meta;
  const steps = `${depth.used} ${depth.used === 1 ? 'step' : 'steps'}`;
  const from = dataFrom === null ? 'live' : `as of ${oneLine(dataFrom)}`;
  const reason = clause(meta.backendReason, NOTE_MAX);
  const listed = tokens.nodesSummarized === 0 ? '' : `, ${thousands(tokens.nodesSummarized)} only named`;
  return [
    `${clause(meta.lens)} lens, ${steps} · workspace ${clause(meta.workspace)} · ${clause(meta.backend)} ${from}: ${reason}`,
    `assembled ${oneLine(meta.assembledAt)} · ${tokensOf(meta)} · ${nodesOf(tokens.nodesIncluded)}${listed}`,
    ...meta.notes.map((note) => `Note: ${oneLine(note, NOTE_MAX)}`),
  ];
}

/** `3,842 of 4,000 tokens` */
function tokensOf({ tokens }: ContextMeta): string {
  return `${thousands(tokens.used)} of ${thousands(tokens.budget)} tokens`;
}

/** Why a node is here, how well it scores, where it lies, and what a reader must know of a quoted file. */
export function aboutNode(node: ContextNode) {
  return {
    because: clause(node.because, BECAUSE_MAX),
    score: `score ${score(node.score)}`,
    source: oneLine(node.source),
    marks: [
      ...(node.hash === undefined ? [] : [`sha ${shortHash(node.hash)}`]),
      ...(node.note === undefined ? [] : [clause(node.note)]),
      ...(node.isStale ? ['stale: from the index, not from disk'] : []),
    ],
  };
}

/** `Atlas #project #client-work`; `harmless` is what the format does to words of others. */
export function titleOf({ name, tags }: Pick<ContextNode, 'name' | 'tags'>, harmless = (text: string) => text): string {
  const marks = tags.map((tag) => `#${oneLine(tag, TAG_MAX).replaceAll(' ', '-')}`);
  return [harmless(oneLine(name, NAME_MAX)) || '(no name)', ...marks.map(harmless)].join(' ');
}

/** Field names with their values on one line each. */
export function fieldLines({ fields }: ContextNode): readonly (readonly [name: string, value: string])[] {
  return Object.entries(fields ?? {}).map(([name, value]) => [
    oneLine(name, NAME_MAX),
    oneLine(typeof value === 'string' ? value : value.join(', ')),
  ]);
}

function nodesOf(count: number): string {
  return count === 1 ? '1 node' : `${thousands(count)} nodes`;
}
