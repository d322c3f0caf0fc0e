import { DEFAULTS } from '../../config/defaults.ts';
import type { PackAnswer } from '../../ports/engine.ts';

const { nothingMax, confidenceMin, scoreMin } = DEFAULTS.hook;

/** Whether it is likely enough that anything in a pack matters to who asked, who did not ask for it. */
export function isLikely({ pack: { task, files }, nothing }: Pick<PackAnswer, 'pack' | 'nothing'>): boolean {
  // Some rankers cannot say: then what the task names must do, and how strong the best is.
  const isFound = nothing === null ? (files[0]?.score ?? 0) >= scoreMin : nothing <= nothingMax;
  return isFound && task.confidence >= confidenceMin;
}
