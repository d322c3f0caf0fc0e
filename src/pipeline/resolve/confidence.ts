import type { Change, DomainMatch, Keyword, Mention, MentionKind, StackTrace } from '../../model/task.ts';

/**
 * What each ingredient adds; the sum is capped at 1. `known` is for what the index confirms, `unknown` for what is only
 * named. Keywords and domains count in any task, so that even vague ones differ.
 */
const INGREDIENTS = {
  file: { known: 0.35, unknown: 0.1 },
  trace: { known: 0.35, unknown: 0.1 },
  change: { known: 0.35, unknown: 0.35 },
  class: { known: 0.25, unknown: 0.05 },
  method: { known: 0.2, unknown: 0.05 },
  route: { known: 0.15, unknown: 0.15 },
  errorCode: { known: 0.1, unknown: 0.1 },
  keyword: { each: 0.04, most: 0.2 },
  domain: { most: 0.15 },
} as const;

export interface TaskEvidence {
  readonly mentions: readonly Mention[];
  readonly traces: readonly StackTrace[];
  readonly changes: readonly Change[];
  readonly keywords: readonly Keyword[];
  readonly domains: readonly DomainMatch[];
  /** Whether the view has this path. */
  readonly hasPath: (path: string) => boolean;
}

const MENTION_INGREDIENTS: Readonly<Record<MentionKind, 'file' | 'class' | 'method' | 'route' | 'errorCode'>> = {
  file: 'file',
  path: 'file',
  class: 'class',
  method: 'method',
  identifier: 'method',
  route: 'route',
  'error-code': 'errorCode',
};

/** 0..1: how sure one can be that the task names what it is about. */
export function confidenceOf({ mentions, traces, changes, keywords, domains, hasPath }: TaskEvidence): number {
  const parts = new Map<string, number>();
  // Ten classes are no surer than one: each ingredient counts once, at its best.
  const add = (ingredient: string, value: number) => parts.set(ingredient, Math.max(parts.get(ingredient) ?? 0, value));
  for (const mention of mentions) {
    const ingredient = MENTION_INGREDIENTS[mention.kind];
    add(ingredient, INGREDIENTS[ingredient][mention.isKnown ? 'known' : 'unknown'] * (mention.weight ?? 1));
  }
  const frames = traces.flatMap((trace) => trace.frames);
  if (frames.length > 0)
    add('trace', INGREDIENTS.trace[frames.some((frame) => hasPath(frame.path)) ? 'known' : 'unknown']);
  if (changes.length > 0) add('change', INGREDIENTS.change.known);
  add('keyword', Math.min(INGREDIENTS.keyword.most, keywords.length * INGREDIENTS.keyword.each));
  add('domain', INGREDIENTS.domain.most * Math.max(0, ...domains.map((domain) => domain.strength)));
  const sum = [...parts.values()].reduce((total, part) => total + part, 0);
  return Math.round(Math.min(1, sum) * 100) / 100;
}
