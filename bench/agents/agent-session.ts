import type { LineRange } from '../../src/model/facts.ts';

/** What an agent called a tool for. */
export type CallKind = 'read' | 'search' | 'edit' | 'other';

/** Where a call read or wrote; what it wrote over is told by the text that stood there. */
export interface CallPlace {
  /** As written, or from the folder of the session where a command went elsewhere first. */
  readonly path: string;
  /** Null for all of the file. */
  readonly lines: LineRange | null;
  readonly replaced?: Replaced;
}

/** Text of a file that an edit names, and which of its lines (from 0) the edit changes. */
export interface Replaced {
  readonly text: string;
  readonly first: number;
  readonly last: number;
}

/** What a call was for, and where. */
export interface CallTold {
  readonly kind: CallKind;
  readonly places: readonly CallPlace[];
}

/** One call of a tool with its answer. */
export interface AgentCall extends CallTold {
  /** The answer of the model it stands in, from 1; calls side by side share it. */
  readonly turn: number;
  /** What was sent and what came back: both are read by the model. */
  readonly text: string;
}

/** What a transcript tells of the work of an agent. */
export interface AgentSession {
  readonly id: string;
  readonly format: string;
  readonly folder: string | null;
  readonly startedMs: number | null;
  /** The commit that the client wrote down. */
  readonly commit: string | null;
  /** What the person said first; null where nobody said anything. */
  readonly prompt: string | null;
  readonly calls: readonly AgentCall[];
}
