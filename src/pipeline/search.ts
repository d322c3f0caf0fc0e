import type { Task } from '../model/task.ts';
import type { Question } from '../ports/signal-finder.ts';
import type { Strategy } from '../ports/strategy.ts';
import { adaptWeight, type FusedHit, fuse } from './fuse/fuse.ts';

export interface Searched {
  readonly hits: readonly FusedHit[];
  /** Strategies that could not answer or failed, and why. */
  readonly notes: readonly string[];
}

export interface SearchOptions {
  readonly strategies: readonly Strategy[];
  /** The caller named them: then it is told of each that cannot answer. */
  readonly isAsked: boolean;
  readonly limitEach: number;
}

/** Asks the strategies side by side and fuses what they found; a failure is reported, never swallowed. */
export async function search(question: Question, options: SearchOptions): Promise<Searched> {
  const notes: string[] = [];
  const able = options.strategies.filter((strategy) => {
    const reason = strategy.unavailable(question);
    if (reason !== null && (options.isAsked || strategy.name === 'semantic'))
      notes.push(`no ${strategy.name} search: ${reason}`);
    return reason === null;
  });
  const answers = await Promise.allSettled(able.map((strategy) => strategy.find(question, options.limitEach)));
  const lists = answers.flatMap((answer, index) => {
    const { name, weight } = able[index]!;
    if (answer.status === 'fulfilled')
      return [{ strategy: name, weight: adaptWeight(name, weight, question.task), hits: answer.value }];
    notes.push(
      `${name} search failed: ${answer.reason instanceof Error ? answer.reason.message : String(answer.reason)}`,
    );
    return [];
  });
  return { hits: fuse(lists), notes };
}

/** How sure it is that anything was found, whatever the best score: the share of the question's words the best hit holds. */
export function confidenceOf(task: Task, matched: readonly string[]): number {
  const total = task.keywords.reduce((sum, keyword) => sum + keyword.weight, 0);
  if (total === 0) return 0;
  const found = task.keywords
    .filter((keyword) => matched.includes(keyword.word))
    .reduce((sum, keyword) => sum + keyword.weight, 0);
  return found / total;
}
