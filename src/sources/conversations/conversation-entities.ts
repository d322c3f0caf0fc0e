import { hash } from 'node:crypto';
import { CONVERSATIONS, type Entity, entityId } from '../../model/entity.ts';
import type { LineRange } from '../../model/facts.ts';
import { hashOf } from '../../reading/read-file.ts';
import { isTellingName } from '../../reading/redaction/redact.ts';
import { clip } from '../markdown/document-text.ts';
import type { Conversation, Mentions, Message, MessageRole } from './conversation.ts';
import { decisionsOf } from './decisions/decisions-of.ts';

/** A session, message or decision, with what a conversation knows beyond any entity. */
export interface ConversationEntity extends Entity {
  readonly kind: 'session' | 'message' | 'decision';
  /** When it was said; of a session, when it began. */
  readonly timeMs: number | null;
  /** Null for a session. */
  readonly author: MessageRole | null;
  /** Of a session, those of all its messages. */
  readonly mentions: Mentions;
}

const NAME_CHARACTERS_MAX = 80;
const DOC_CHARACTERS_MAX = 200;
const ID_CHARACTERS_MAX = 120;

/** The address of a conversation's text: `conversation:<format>/<session>`. It is no path of a disk. */
export function conversationPath({ format, id }: Pick<Conversation, 'format' | 'id'>): string {
  // Ids come from outside: what would end or climb out of an address is written in another way, one to one.
  const safe = encodeURIComponent(id.toWellFormed()).replace(/^\.+$/, (dots) => '%2E'.repeat(dots.length));
  const digest = () => hash('sha256', id, 'hex').slice(0, 16);
  if (isTellingName(id)) return `conversation:${format}/~${digest()}`;
  return `conversation:${format}/${safe.length > ID_CHARACTERS_MAX ? `${safe.slice(0, 80)}~${digest()}` : safe}`;
}

/** The session, its messages (`…#m3`) and their decisions (`…#m3-1`), with lines of `conversationText`. */
export function conversationEntities(conversation: Conversation): readonly ConversationEntity[] {
  const document = conversationText(conversation);
  const path = conversationPath(conversation);
  const shared = { source: CONVERSATIONS, language: null, role: 'docs', signature: null, hash: document.hash } as const;
  const session: ConversationEntity = {
    ...shared,
    id: entityId(path),
    kind: 'session',
    name: conversation.title,
    qualifiedName: conversation.title,
    location: { path, startLine: 1, endLine: document.lineCount },
    container: null,
    doc: docOf(conversation),
    timeMs: conversation.startedMs,
    author: null,
    mentions: allMentions(conversation),
  };
  const decisions = Map.groupBy(decisionsOf(conversation), (decision) => decision.message);
  const spoken = conversation.messages.flatMap((message, index): readonly ConversationEntity[] => {
    const [startLine, endLine] = document.messages[index]!;
    const name = nameOf(message.text);
    const common = { ...shared, timeMs: message.timeMs, author: message.role, mentions: message.mentions, doc: null };
    const id = entityId(`${path}#m${index + 1}`);
    const stated = (decisions.get(index) ?? []).map((decision, place): ConversationEntity => {
      const before = startLine + MESSAGE_HEADING_LINES - 1;
      const label = nameOf(decision.sentence);
      return {
        ...common,
        id: entityId(`${id}-${place + 1}`),
        kind: 'decision',
        name: label,
        qualifiedName: `${conversation.title}: ${label}`,
        location: { path, startLine: before + decision.lines[0], endLine: before + decision.lines[1] },
        container: id,
        doc: clip(decision.sentence, DOC_CHARACTERS_MAX),
      };
    });
    const said = { ...common, id, name, qualifiedName: `${conversation.title}: ${name}`, container: session.id };
    return [{ ...said, kind: 'message', location: { path, startLine, endLine } }, ...stated];
  });
  return [session, ...spoken];
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

function docOf({ startedMs, messages }: Conversation): string {
  const begun = startedMs === null ? '' : `, begun ${minuteOf(startedMs)}`;
  return `${messages.length === 1 ? '1 message' : `${messages.length} messages`}${begun}`;
}

function allMentions({ messages }: Conversation): Mentions {
  const all = (kind: keyof Mentions) => [...new Set(messages.flatMap(({ mentions }) => mentions[kind]))];
  return { paths: all('paths'), identifiers: all('identifiers'), touched: all('touched') };
}

/** A conversation as a document that can be quoted by lines. */
interface ConversationText {
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
function minuteOf(timeMs: number): string {
  return `${new Date(timeMs).toISOString().slice(0, 16).replace('T', ' ')} UTC`;
}
