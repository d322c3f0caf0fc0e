import { DEFAULTS } from '../../config/defaults.ts';
import type { Pack } from '../../model/pack.ts';

const { confidenceMin, scoreMin } = DEFAULTS.hook;

/** Whether it is likely enough that anything in a pack matters to who asked, who did not ask for it. */
export function isLikely({ task, files }: Pick<Pack, 'task' | 'files'>): boolean {
  return task.confidence >= confidenceMin && (files[0]?.score ?? 0) >= scoreMin;
}
