// These types describe an entity on its way into a pack: its evidence, then also its text, then its score and reasons.
import type { EdgeKind } from './edge.ts';
import type { Entity, EntityId } from './entity.ts';
import type { ContentFacts, LineRange } from './facts.ts';

export interface Candidate {
  readonly id: EntityId;
  /** The file or document that contains the entity; the entity's own id if it is a file. */
  readonly path: string;
  readonly signals: readonly Signal[];
  /** The number of steps from the nearest candidate that was found directly; 0 for such a candidate. */
  readonly distance: number;
  /** The edges from that candidate to this one. */
  readonly via: readonly Step[];
}

interface Step {
  readonly from: string;
  readonly kind: EdgeKind;
}

/** The redacted text of one file. */
export interface SourceText {
  readonly path: string;
  readonly hash: string;
  /** The lines of the file, or of its diff if there are `numbers`. */
  readonly lines: readonly string[];
  /** Whether the text is not that of the file on the disk, which could not be read or keeps changing. */
  readonly isStale: boolean;
  readonly facts: ContentFacts;
  /** A remark that is printed with every quote of the text. */
  readonly caveat?: string;
  /** Lines that are never quoted. */
  readonly hidden?: readonly LineRange[];
  /** For a file that is shown as its diff: the number of each line in the file; null for lines that the file lacks. */
  readonly numbers?: readonly (number | null)[] | undefined;
  /** Lines on which a secret was replaced. */
  readonly redacted?: readonly number[];
}

export interface Enriched extends Candidate {
  readonly entity: Entity;
  /** Null if neither the disk nor the store has the text. */
  readonly text: SourceText | null;
}

export interface Scored extends Enriched {
  /** 0..1 */
  readonly score: number;
  /** 0..1: how likely the reader needs it, on the same scale in every task; null if the ranker cannot say. */
  readonly likelihood: number | null;
  /** Whether the task names it or a person pinned it, so that other candidates cannot displace it. */
  readonly isPinned: boolean;
  /** The position that a pin, the order of a caller or a question for a name gives; absent for others. */
  readonly givenPosition?: number;
  /** Lines of the entity that the evidence points at. */
  readonly matches: readonly LineRange[];
  /** Lists the parts of the score, the most telling first; computed on demand, because few candidates are shown. */
  readonly listReasons: () => readonly Reason[];
}

/** Returns the log-odds of a likelihood, within bounds. */
export function logOddsOf(likelihood: number): number {
  const inside = Math.min(0.999, Math.max(0.001, likelihood));
  return Math.log(inside / (1 - inside));
}

/** The evidence fields of a candidate that no finder found. */
export const NO_EVIDENCE = {
  signals: [],
  listReasons: () => [],
  matches: [],
  via: [],
  distance: 0,
  likelihood: null,
  isPinned: false,
} satisfies Partial<Scored>;

/** One piece of evidence for an entity. */
export interface Signal {
  readonly kind: string;
  /** 0..1 */
  readonly value: number;
  /** The reason as a clause for a person: `defines handleWebhook`. */
  readonly because: string;
  /** The lines of the evidence; absent for evidence about the whole file. */
  readonly evidence?: readonly Evidence[];
}

/** The signal of a test, document or configuration file that probably changes along with the likeliest code. */
export const PARTNER_SIGNAL = 'partner';

export function partnerSignal({ signals }: Pick<Candidate, 'signals'>): Signal | undefined {
  return signals.find(({ kind }) => kind === PARTNER_SIGNAL);
}

/** Lines a signal points at, and how strongly (0..1). */
export interface Evidence {
  readonly lines: LineRange;
  readonly value: number;
  /** Set if the task names what these lines hold, so that they are quoted before others. */
  readonly isNamed?: true;
  /** A remark that every quote prints behind the first of these lines. */
  readonly mark?: string;
}

/** A signal with its weight in the score. */
export interface Reason {
  readonly signal: string;
  readonly value: number;
  readonly weight: number;
  readonly because: string;
  /** Set for a reason that tells a reader little, such as the distance of its file from the best. */
  readonly isWeak?: true;
}

/** Returns a reason without `isWeak`, which callers do not see. */
export function toPlainReason({ signal, value, weight, because }: Reason): Reason {
  return { signal, value, weight, because };
}

/** Returns the clause of the first reason that has one and is not weak; else an empty text. */
export function strongestClause(reasons: readonly Reason[]): string {
  return reasons.find(({ isWeak, because }) => !isWeak && because !== '')?.because ?? '';
}
