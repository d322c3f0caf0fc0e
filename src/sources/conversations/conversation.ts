// These types describe a conversation, its messages, and the formats in which clients keep them.

/** Who speaks in a message. */
export const MESSAGE_ROLES = ['user', 'assistant', 'tool', 'system'] as const;
export type MessageRole = (typeof MESSAGE_ROLES)[number];

/** One session with a model, with the messages that can be quoted. */
export interface Conversation {
  /** The id that the client gave it, or one that the reader made; unique among the conversations of one file. */
  readonly id: string;
  /** One line; never empty. */
  readonly title: string;
  /** The name of the format it was read from. */
  readonly format: string;
  /** The folder it was held in, as the client wrote it; null when the format does not tell. */
  readonly folder: string | null;
  /** At least one. */
  readonly messages: readonly Message[];
  /** A sentence for each kind of content that was left out or could not be read. */
  readonly notes: readonly string[];
}

export interface Message {
  readonly role: MessageRole;
  readonly timeMs: number | null;
  /** Never empty; lines end in `\n`, and besides tabs there are no control characters of ASCII. */
  readonly text: string;
  readonly mentions: Mentions;
}

/** The files and symbols a message names, each once. */
export interface Mentions {
  /** Paths with forward slashes. */
  readonly paths: readonly string[];
  readonly identifiers: readonly string[];
  /** Files that tools of the model worked on, or that were attached, with forward slashes. */
  readonly toolPaths: readonly string[];
}

export interface ReadOptions {
  /** Longer lines, and longer conversations of an export, are left out. */
  readonly recordBytesMax: number;
  /** Longer messages are cut and end with a sentence that says so. */
  readonly messageCharactersMax: number;
  /** Whether answers of tools become messages of the role `tool`. */
  readonly keepToolResults: boolean;
  /** Whether the thinking of a model is kept, marked with `(thinking)`. */
  readonly keepThinking: boolean;
}

/** The bytes of a file in pieces, so that it need not fit into memory. */
export interface ConversationBytes {
  /** The path; readers look only at the name in it. */
  readonly path: string;
  readonly pieces: Iterable<Buffer>;
}

/** The conversations of a file. Readers never throw because of its content: they note what they cannot read. */
export interface ConversationsRead {
  readonly conversations: readonly Conversation[];
  readonly notes: readonly string[];
}

/** A format in which clients keep conversations, with its reader. */
export interface ConversationFormat {
  readonly name: string;
  /** Returns whether a file has this format, by its name and first bytes, which may end anywhere. */
  recognises(path: string, firstBytes: Buffer): boolean;
  read(file: ConversationBytes, options: ReadOptions): ConversationsRead;
}
