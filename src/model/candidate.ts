// These types describe an entity on its way into a pack. The steps of the pipeline add facts to a candidate: its text,
// its score, its reasons.
import type { EdgeKind } from './edge.ts';
import type { Entity, EntityId } from './entity.ts';
import type { ContentFacts, LineRange } from './facts.ts';

/** An entity on its way into a pack; each step adds, none removes. */
export interface Candidate {
  readonly id: EntityId;
  /** The file (or document) it lies in; its own id for a file. */
  readonly path: string;
  readonly signals: readonly Signal[];
  /** Steps from the nearest directly found candidate; 0 for those themselves. */
  readonly distance: number;
  readonly via: readonly Step[];
}

interface Step {
  readonly from: string;
  readonly kind: EdgeKind;
}

/** The text of one file, read and redacted for this run. */
export interface SourceText {
  readonly path: string;
  readonly hash: string;
  /** Redacted; as many lines as the file has. */
  readonly lines: readonly string[];
  /** True when the disk could not be asked and the stored text stands in. */
  readonly isStale: boolean;
  readonly facts: ContentFacts;
  /** A remark that is printed with every quotation from it. */
  readonly caveat?: string;
  /** Lines that are never quoted. */
  readonly hidden?: readonly LineRange[];
  /** Of a file read as its diff, the line of the file that each line is; null for those it does not have. */
  readonly numbers?: readonly (number | null)[] | undefined;
  /** Lines on which a secret was replaced. */
  readonly redacted?: readonly number[];
}

export interface Enriched extends Candidate {
  readonly entity: Entity;
  /** Null when neither disk nor store could give the text. */
  readonly text: SourceText | null;
}

export interface Scored extends Enriched, WorkedOut {
  /** 0..1 */
  readonly score: number;
  /** 0..1: how likely one needs it, the same scale in every task; null where nobody learned it. */
  readonly likelihood: number | null;
  /** Named by the task: cannot be crowded out. */
  readonly isPinned: boolean;
  /** A person asked for it: as the first, the second … */
  readonly byHand?: number;
  /** Lines inside the entity the evidence points at. */
  readonly matches: readonly LineRange[];
}

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

/** The signal of a test, document or configuration that probably changes along with the likeliest code; its value is how likely that is. */
export const PARTNER_SIGNAL = 'partner';

/** The signal that a file changes along with the likeliest code, if there is one. */
export function partnerSignal({ signals }: Pick<Candidate, 'signals'>): Signal | undefined {
  return signals.find(({ kind }) => kind === PARTNER_SIGNAL);
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

/** Returns a reason as callers see it: only the order says how strong it is. */
export function toPlainReason({ signal, value, weight, because }: Reason): Reason {
  return { signal, value, weight, because };
}

/** Returns the clause of the strongest reason; an empty text when there is none. Reasons are sorted by strength. */
export function strongestClause(reasons: readonly Reason[]): string {
  return reasons.find(({ isWeak, because }) => !isWeak && because !== '')?.because ?? '';
}
