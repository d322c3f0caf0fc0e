import type { LineRange } from '../../../model/facts.ts';
import type { Conversation, MessageRole } from '../conversation.ts';
import { sentencesOf } from './sentences-of.ts';
import { statesDecision } from './states-decision.ts';

/** A sentence of a conversation that states a decision. */
export interface Decision {
  /** Place of the message in its conversation, from 0. */
  readonly message: number;
  readonly sentence: string;
  readonly timeMs: number | null;
  readonly role: MessageRole;
  /** 1-based lines of the message's text. */
  readonly lines: LineRange;
}

// Somebody who decides more than this in one message is quoting a list.
const PER_MESSAGE_MAX = 12;

/** The decisions of a conversation, in order, each stated once. Only people and models decide; tools do not. */
export function decisionsOf(conversation: Pick<Conversation, 'messages'>): readonly Decision[] {
  const stated = new Set<string>();
  return conversation.messages.flatMap(({ role, text, timeMs }, message) => {
    if (role !== 'user' && role !== 'assistant') return [];
    const decisions = sentencesOf(text).filter((sentence) => {
      const key = sentence.text.toLowerCase();
      if (stated.has(key) || !statesDecision(sentence)) return false;
      stated.add(key);
      return true;
    });
    return decisions
      .slice(0, PER_MESSAGE_MAX)
      .map((sentence) => ({ message, sentence: sentence.text, timeMs, role, lines: sentence.lines }));
  });
}
