import type { MentionKind } from '../../../model/task.ts';

/** A possible mention, before the index was asked. */
export interface Draft {
  readonly kind: MentionKind;
  readonly text: string;
  readonly key: string;
  readonly isExplicit: boolean;
  readonly weight: number;
  readonly line: number | null;
  /** Too vague to keep unless the index knows it. */
  readonly needsIndex: boolean;
  /** Known only under exactly this spelling: `Schema` at the start of a sentence. */
  readonly isCaseSensitive?: boolean;
  /** Known only as a member of what has this key. */
  readonly owner?: string;
  /** Files and folders, where the view already answered. */
  readonly paths?: readonly string[];
}
