import type { Scored } from '../model/candidate.ts';
import type { Task } from '../model/task.ts';
import { byText } from '../model/terms.ts';

/** Whether a task is a diff without words, or with words that only speak of the diff. */
export function saysOnlyDiff({ changes, keywords, mentions, traces }: Task): boolean {
  return changes.length > 0 && keywords.length + mentions.length + traces.length === 0;
}

/** The changed files with what changed in them. How likely anything is was learned from words, of which there are none. */
export function changedAlone(scored: readonly Scored[], changedKind: string): readonly Scored[] {
  const isChanged = ({ signals }: Scored) =>
    signals.some(({ kind, evidence = [] }) => kind === changedKind && evidence.length > 0);
  return scored.filter(isChanged).map((one) => ({ ...one, reasons: one.reasons, likelihood: null }));
}

/** What was found with what a change touches; a file stands no lower than the best in it that is touched. */
export function withTouched(scored: readonly Scored[], users: readonly Scored[]): readonly Scored[] {
  if (users.length === 0) return scored;
  const best = new Map<string, Scored>();
  for (const user of users) if (user.score > (best.get(user.path)?.score ?? 0)) best.set(user.path, user);
  const byId = new Map(users.map((user) => [user.id, user]));
  const raised = scored.map((one) => {
    const user = byId.get(one.id) ?? (one.entity.container === null ? best.get(one.path) : undefined);
    byId.delete(one.id);
    if (user === undefined) return one;
    // How likely it was by words says nothing of what a change does to it.
    if (user.score <= one.score) return { ...one, reasons: one.reasons, likelihood: null };
    const touched = { ...one, score: user.score, likelihood: null, signals: [...one.signals, ...user.signals] };
    return { ...touched, reasons: [...user.reasons, ...one.reasons] };
  });
  return [...raised, ...byId.values()].sort((a, b) => b.score - a.score || byText(a.id, b.id));
}
