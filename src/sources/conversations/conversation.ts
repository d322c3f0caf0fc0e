import type { LineRange } from '../../model/facts.ts';

/** Who speaks in a message. */
export const MESSAGE_ROLES = ['user', 'assistant', 'tool', 'system'] as const;
export type MessageRole = (typeof MESSAGE_ROLES)[number];

/** One session with a model, with the messages worth quoting. */
export interface Conversation {
  /** As the client calls it; unique among the conversations of one file. */
  readonly id: string;
  /** One line; never empty. */
  readonly title: string;
  /** The name of the format it was read from. */
  readonly format: string;
  /** Of the earliest and the latest believable time; null when no message has one. */
  readonly startedMs: number | null;
  readonly endedMs: number | null;
  /** The folder it was held in, as the client wrote it; null when the format does not say. */
  readonly folder: string | null;
  /** At least one. */
  readonly messages: readonly Message[];
  /** What was left out and what could not be read, a sentence each. */
  readonly notes: readonly string[];
}

export interface Message {
  /** Unique in its conversation. */
  readonly id: string;
  readonly role: MessageRole;
  readonly timeMs: number | null;
  /** Never empty; lines end in `\n`, without control characters. */
  readonly text: string;
  /** Where it stands in its file; null for formats without lines. */
  readonly lines: LineRange | null;
  readonly mentions: Mentions;
}

/** What a message names, each once, in the order of appearance. */
export interface Mentions {
  /** As written, without line numbers. */
  readonly paths: readonly string[];
  readonly identifiers: readonly string[];
  /** Files that the model's tools were pointed at in this turn, as written. */
  readonly touched: readonly string[];
}

/** How a file is read. */
export interface ReadOptions {
  /** A longer line, or a longer conversation of an export, is left out. */
  readonly recordBytesMax: number;
  /** A longer message is cut, and says so. */
  readonly messageCharactersMax: number;
  /** What tools answered becomes messages of the role `tool`. */
  readonly keepToolResults: boolean;
  /** What a model thought before it answered becomes part of its answer. */
  readonly keepThinking: boolean;
}

/** The bytes of a file, piece by piece, so that none has to be held whole. */
export interface ConversationBytes {
  /** Only its name is looked at. */
  readonly path: string;
  readonly pieces: Iterable<Buffer>;
}

/** What a file holds. Readers never throw over its content: what cannot be read is a note. */
export interface ConversationsRead {
  readonly conversations: readonly Conversation[];
  readonly notes: readonly string[];
}

/** One way in which clients keep conversations. */
export interface ConversationFormat {
  readonly name: string;
  /** Told by the name and the first bytes, which may end anywhere. */
  recognises(path: string, firstBytes: Buffer): boolean;
  read(file: ConversationBytes, options: ReadOptions): ConversationsRead;
}
