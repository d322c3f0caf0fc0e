import { hash } from 'node:crypto';
import type { LineRange, SymbolFacts } from '../../model/facts.ts';
import { clip } from '../../model/visible-text.ts';
import { isTellingName } from '../../reading/redaction/redact.ts';
import type { Conversation, Message } from './conversation.ts';
import { decisionsOf } from './decisions.ts';

const NAME_CHARACTERS_MAX = 80;
const DOC_CHARACTERS_MAX = 200;
const ID_CHARACTERS_MAX = 120;

/** The path of a conversation in the index: `conversation:<format>/<session>`. No disk has such a path. */
export function conversationPath({ format, id }: Pick<Conversation, 'format' | 'id'>): string {
  // Ids come from files of others: signs that would end the path or climb out of it are escaped.
  const safe = encodeURIComponent(id.toWellFormed()).replace(/^\.+$/, (dots) => '%2E'.repeat(dots.length));
  const digest = () => hash('sha256', id, 'hex').slice(0, 16);
  if (isTellingName(id)) return `conversation:${format}/~${digest()}`;
  return `conversation:${format}/${safe.length > ID_CHARACTERS_MAX ? `${safe.slice(0, 80)}~${digest()}` : safe}`;
}

/** A conversation as symbols of its text: the session, its messages (`m3`) and their decisions (`m3-1`). */
export function conversationSymbols(conversation: Conversation): readonly SymbolFacts[] {
  const { text, messages: ranges } = conversationText(conversation);
  const lines = text.slice(0, -1).split('\n');
  const symbol = (facts: Omit<SymbolFacts, 'signature' | 'endLine'>, endLine: number): SymbolFacts => {
    const [first, last] = facts.signatureLines;
    return { ...facts, endLine, signature: lines.slice(first - 1, last).join('\n') };
  };
  const session = { name: conversation.title, qualifiedName: 'session', kind: 'session' as const, startLine: 1 };
  const symbols = [symbol({ ...session, signatureLines: [1, 1], doc: null, parent: null, calls: [] }, lines.length)];
  const decisions = Map.groupBy(decisionsOf(conversation), (decision) => decision.message);
  for (const [index, message] of conversation.messages.entries()) {
    const [startLine, endLine] = ranges[index]!;
    const qualifiedName = `m${index + 1}`;
    const calls = message.mentions.identifiers;
    // Who speaks, and the first line of what is said.
    const signatureLines: LineRange = [startLine, Math.min(endLine, startLine + MESSAGE_HEADING_LINES)];
    const name = nameOf(message.text);
    const parent = symbols.length;
    symbols.push(
      symbol({ name, qualifiedName, kind: 'message', startLine, signatureLines, doc: null, parent: 0, calls }, endLine),
    );
    for (const [place, { sentence, lines: stated }] of (decisions.get(index) ?? []).entries()) {
      const [first, last] = stated.map((line) => line + startLine + MESSAGE_HEADING_LINES - 1) as [number, number];
      const named = {
        name: nameOf(sentence),
        qualifiedName: `${qualifiedName}-${place + 1}`,
        kind: 'decision' as const,
      };
      const doc = clip(sentence, DOC_CHARACTERS_MAX);
      symbols.push(symbol({ ...named, startLine: first, signatureLines: [first, first], doc, parent, calls }, last));
    }
  }
  return symbols;
}

function nameOf(text: string): string {
  return clip(
    text
      .slice(0, 4 * NAME_CHARACTERS_MAX)
      .replace(/\s+/g, ' ')
      .trim(),
    NAME_CHARACTERS_MAX,
  );
}

/** A conversation as a document that can be quoted by lines. */
interface ConversationText {
  /** Ends in a newline. */
  readonly text: string;
  /** The lines of each message, its heading included, in the order of the messages. */
  readonly messages: readonly LineRange[];
}

/** How many lines of a message stand before its words. */
export const MESSAGE_HEADING_LINES = 1;
const SPEAKERS = { user: 'User', assistant: 'Assistant', tool: 'Tool', system: 'System' } as const;

/** Writes a conversation out. Later messages only add lines, so that a session that goes on keeps its line numbers. */
export function conversationText(conversation: Pick<Conversation, 'title' | 'messages'>): ConversationText {
  const lines = [`# ${conversation.title}`];
  const ranges = conversation.messages.map((message): LineRange => {
    lines.push('');
    const first = lines.length + 1;
    lines.push(...messageText(message).split('\n'));
    return [first, lines.length];
  });
  return { text: `${lines.join('\n')}\n`, messages: ranges };
}

/** One message as it is quoted: who, when, and the words. */
function messageText({ role, timeMs, text }: Pick<Message, 'role' | 'timeMs' | 'text'>): string {
  const time = timeMs === null ? '' : `, ${new Date(timeMs).toISOString().slice(0, 16).replace('T', ' ')} UTC`;
  return `## ${SPEAKERS[role]}${time}\n${text}`;
}
