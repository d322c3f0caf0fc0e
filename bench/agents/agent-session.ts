import type { LineRange } from '../../src/model/facts.ts';

/** What an agent called a tool for. */
export type CallKind = 'read' | 'search' | 'edit' | 'other';

/** Where a call read or wrote. An edit that names the text it replaces has `replaced` instead of lines. */
export interface CallPlace {
  /** As in the call; if a command changed its folder first, joined with that folder. */
  readonly path: string;
  /** Null for the whole file, or if `replaced` says the place. */
  readonly lines: LineRange | null;
  readonly replaced?: Replaced;
}

/** Text of a file that an edit names, and which of its lines (from 0) the edit changes. */
export interface Replaced {
  readonly text: string;
  readonly first: number;
  readonly last: number;
}

/** The purpose and the places of a call. */
export interface CallTold {
  readonly kind: CallKind;
  readonly places: readonly CallPlace[];
}

/** One call of a tool with its answer. */
export interface AgentCall extends CallTold {
  /** The number of the answer of the model with this call, from 1; parallel calls share it. */
  readonly turn: number;
  /** The input of the call and the answer of the tool, because the model reads both. */
  readonly text: string;
}

/** The work of an agent as its transcript has it. */
export interface AgentSession {
  readonly id: string;
  readonly format: string;
  readonly folder: string | null;
  readonly startedMs: number | null;
  /** The commit that the transcript names. */
  readonly commit: string | null;
  /** The first prompt; null without one. */
  readonly prompt: string | null;
  readonly calls: readonly AgentCall[];
}
