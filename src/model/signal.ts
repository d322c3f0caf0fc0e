import type { LineRange } from './facts.ts';

/** One piece of evidence for an entity. */
export interface Signal {
  readonly kind: string;
  /** 0..1 */
  readonly value: number;
  /** A clause a person can read: `defines handleWebhook`. */
  readonly because: string;
  /** Where in the file the evidence lies, when it lies anywhere. */
  readonly evidence?: readonly Evidence[];
}

/** Lines a signal points at, and how strongly (0..1). */
export interface Evidence {
  readonly lines: LineRange;
  readonly value: number;
  /** The task names what lies there: it is quoted before what only fits. */
  readonly isNamed?: true;
  /** A remark that is written behind the first of the lines wherever it is quoted. */
  readonly mark?: string;
}

/** A signal with the weight it was scored by. */
export interface Reason {
  readonly signal: string;
  readonly value: number;
  readonly weight: number;
  readonly because: string;
  /** Counts, and convinces nobody: what it is like, or how far its file is from the best. */
  readonly isWeak?: true;
}

/**
 * Reasons are worked out when they are shown, by a getter that a copy made with `...` does not have. Declared in a class, because the compiler then
 * knows it: `{ ...one, score }` is no Scored or Rating, `{ ...one, reasons: one.reasons, score }` is.
 */
export declare class WorkedOut {
  get reasons(): readonly Reason[];
}

/** A reason as it is told to others: order alone says how it convinces. */
export function toldReason({ signal, value, weight, because }: Reason): Reason {
  return { signal, value, weight, because };
}

/** The one clause that convinces most; empty when none does. Reasons stand in the order in which they convince. */
export function tellingReason(reasons: readonly Reason[]): string {
  return reasons.find(({ isWeak, because }) => !isWeak && because !== '')?.because ?? '';
}
