import type { LineRange } from '../../model/facts.ts';
import { hashOf } from '../../reading/read-file.ts';
import type { Conversation, Message } from './conversation.ts';

/** A conversation as a document that can be quoted by lines. */
export interface ConversationText {
  /** Ends in a newline. */
  readonly text: string;
  /** The lines of each message, its heading included, in the order of the messages. */
  readonly messages: readonly LineRange[];
  readonly lineCount: number;
  /** Of the text, as the hash of a file is of its bytes. */
  readonly hash: string;
}

/** How many lines stand before the words of a message, under its range. */
export const MESSAGE_HEADING_LINES = 1;
const SPEAKERS = { user: 'User', assistant: 'Assistant', tool: 'Tool', system: 'System' } as const;

/**
 * Writes a conversation out. What is said later never moves what was said before, so a session that goes on keeps the
 * line numbers it was quoted by.
 */
export function conversationText(conversation: Pick<Conversation, 'title' | 'messages'>): ConversationText {
  const lines = [`# ${conversation.title}`];
  const ranges = conversation.messages.map((message): LineRange => {
    lines.push('');
    const first = lines.length + 1;
    lines.push(...messageText(message).split('\n'));
    return [first, lines.length];
  });
  const text = `${lines.join('\n')}\n`;
  return { text, messages: ranges, lineCount: lines.length, hash: hashOf(Buffer.from(text)) };
}

/** One message as it is quoted: who, when, and the words. */
function messageText({ role, timeMs, text }: Pick<Message, 'role' | 'timeMs' | 'text'>): string {
  const time = timeMs === null ? '' : `, ${minuteOf(timeMs)}`;
  return `## ${SPEAKERS[role]}${time}\n${text}`;
}

/** A time for readers, in universal time. */
export function minuteOf(timeMs: number): string {
  return `${new Date(timeMs).toISOString().slice(0, 16).replace('T', ' ')} UTC`;
}
