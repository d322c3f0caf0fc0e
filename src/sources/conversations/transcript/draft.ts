// The readers of formats add messages to a draft, which makes a conversation of them: it merges pieces, drops repeats,
// redacts secrets, cuts long messages, and finds the files and symbols they name.
import { clip } from '../../../model/visible-text.ts';
import { redactText } from '../../../reading/redaction/redact.ts';
import { mentionsOf } from '../../markdown/body/mentions-of.ts';
import { parseIsoDate } from '../../markdown/issues.ts';
import type { Conversation, ConversationsRead, Mentions, Message, MessageRole, ReadOptions } from '../conversation.ts';
import { createLeftOut, type LeftOutCount, type LeftOutKind } from './left-out.ts';

/** A message as a reader found it. */
export interface Utterance {
  readonly id: string | null;
  readonly role: MessageRole;
  /** The time as written in the file. */
  readonly time: unknown;
  readonly text: string;
  /** The line in the file; null for formats without lines. */
  readonly line: number | null;
  readonly toolPaths?: readonly string[];
  /** Neighbours with the same value are pieces of one message. */
  readonly piecesOf?: string | null;
}

/** The facts of a conversation besides its messages. */
interface Heading extends Pick<Conversation, 'id' | 'folder' | 'format'> {
  readonly title: string | null;
}

interface DraftMessage extends Utterance {
  text: string;
  readonly toolPaths: string[];
}

const TITLE_CHARACTERS_MAX = 100;
const ESCAPES = /\x1b\[[0-9;?]*[A-Za-z]/g;
const CONTROLS = /[\x00-\x08\x0b-\x1f\x7f]/g;

export type ConversationDraft = ReturnType<typeof createDraft>;

export function createDraft(options: ReadOptions) {
  const leftOut = createLeftOut();
  let drafted: DraftMessage[] = [];
  const add = ({ toolPaths = [], ...utterance }: Utterance): void => {
    const text = tidyText(utterance.text);
    const previous = drafted.at(-1);
    const isPiece = previous && utterance.piecesOf && previous.piecesOf === utterance.piecesOf;
    // A turn that only used tools has no words; its files join the message before it.
    if (previous && (isPiece || text === '')) {
      previous.toolPaths.push(...toolPaths);
      if (text !== '') previous.text += `\n\n${text}`;
    } else if (text !== '') drafted.push({ ...utterance, text, toolPaths: [...toolPaths] });
  };
  return {
    leftOut,
    add,
    /** Removes the messages with these ids, and counts them as left out. */
    takeBack(ids: ReadonlySet<string>, kind: LeftOutKind): void {
      const others = drafted.filter(({ id }) => id === null || !ids.has(id));
      leftOut.count(kind, undefined, drafted.length - others.length);
      drafted = others;
    },
    /** Makes the conversation; returns null when it has no messages. */
    finish(heading: Heading): Conversation | null {
      const messages = messagesOf(drafted, options, leftOut);
      if (messages.length === 0) return null;
      const first = messages.find(({ role }) => role === 'user') ?? messages[0]!;
      const title = titleOf(heading.title) ?? titleOf(first.text) ?? heading.id;
      return { ...heading, title, messages, notes: leftOut.notes() };
    },
  };
}

function messagesOf(drafted: readonly DraftMessage[], options: ReadOptions, leftOut: LeftOutCount): readonly Message[] {
  const seen = new Map<string, string>();
  const fresh = drafted.filter(({ id, text }) => {
    const isRepeated = id !== null && seen.get(id) === text;
    if (isRepeated) leftOut.count('repeated');
    else if (id !== null) {
      if (seen.has(id)) leftOut.count('sameId', id);
      seen.set(id, text);
    }
    return !isRepeated;
  });
  return fresh.map((drafted) => {
    // Redacts before cutting, because half a secret would not be recognised.
    const { text } = redactText(drafted.text);
    return {
      role: drafted.role,
      timeMs: timeOf(drafted, leftOut),
      text: shorten(text, options.messageCharactersMax, leftOut),
      mentions: mentionsIn(text, drafted.toolPaths),
    };
  });
}

function timeOf({ time, line }: DraftMessage, leftOut: LeftOutCount): number | null {
  const timeMs = parseTime(time);
  if (timeMs === null && (time ?? '') !== '') leftOut.count('badTime', line === null ? undefined : `line ${line}`);
  return timeMs;
}

function shorten(text: string, charactersMax: number, leftOut: LeftOutCount): string {
  if (text.length <= charactersMax) return text;
  leftOut.count('shortened');
  const start = text.slice(0, charactersMax).toWellFormed().trimEnd();
  return `${start}\n[… the message is cut here: it has ${text.length} characters]`;
}

// Removes terminal colours, control characters and space around the text; replaces half surrogate pairs.
function tidyText(text: string): string {
  const plain = text.replace(/\r\n?/g, '\n').replace(ESCAPES, '').replace(CONTROLS, '').toWellFormed();
  return plain.replace(/^(?:[ \t]*\n)+/, '').trimEnd();
}

function titleOf(text: string | null): string | null {
  const { text: start } = redactText((text ?? '').slice(0, 20 * TITLE_CHARACTERS_MAX));
  const line = start.replace(CONTROLS, '').trimStart().split('\n', 1)[0]!.toWellFormed().replace(/\s+/g, ' ').trim();
  return line === '' ? null : clip(line, TITLE_CHARACTERS_MAX);
}

/** Collects the conversations of a file. Notes belong to the file unless its only conversation carries them. */
export function conversationsIn(drafts: readonly (Conversation | null)[], leftOut: LeftOutCount): ConversationsRead {
  const conversations = drafts.filter((draft) => draft !== null);
  const empty = drafts.length - conversations.length;
  if (empty > 0) leftOut.count('empty', undefined, empty);
  const distinct = makeIdsDistinct(conversations);
  const renamed = distinct.filter(({ id }, index) => id !== conversations[index]?.id);
  leftOut.count('sameId', renamed[0]?.id, renamed.length);
  const isCarried = drafts.length === 1 && conversations.length === 1;
  return { conversations: distinct, notes: isCarried ? [] : leftOut.notes() };
}

/** Makes ids unique: the second conversation with an id gets `~2` at its end, or a higher number if that id is taken. */
export function makeIdsDistinct(conversations: readonly Conversation[]): readonly Conversation[] {
  const given = new Set(conversations.map(({ id }) => id));
  const used = new Set<string>();
  const next = new Map<string, number>();
  return conversations.map((conversation) => {
    let { id } = conversation;
    let count = next.get(id) ?? 2;
    while (used.has(id) || (id !== conversation.id && given.has(id))) id = `${conversation.id}~${count++}`;
    next.set(conversation.id, count);
    used.add(id);
    return { ...conversation, id };
  });
}

// A time outside these years comes from a default value or a wrong clock.
const EARLIEST_MS = Date.UTC(1990, 0, 1);
const LATEST_MS = Date.UTC(2100, 0, 1);
// Numbers from here on are milliseconds: seconds reach this value in the year 5138.
const MILLISECONDS_FROM = 1e11;

/** Parses a time to milliseconds; returns null when there is none, or when it cannot be right. */
export function parseTime(value: unknown): number | null {
  const milliseconds = millisecondsOf(value);
  if (milliseconds === null || milliseconds < EARLIEST_MS || milliseconds >= LATEST_MS) return null;
  return Math.round(milliseconds);
}

function millisecondsOf(value: unknown): number | null {
  if (typeof value === 'number') return Math.abs(value) >= MILLISECONDS_FROM ? value : value * 1000;
  return typeof value === 'string' ? parseIsoDate(value) : null;
}

// A message with a pasted listing names thousands of files, and is hardly about each of them.
const MENTIONS_MAX = 100;
const LOOKED_AT_CHARACTERS = 100_000;
const CODE_SPAN = /`([^`\n]{2,200})`/g;
const FENCE = /^[ \t]*(?:```|~~~)/;
// These words are hardly prose: a path with an extension, camelCase, PascalCase, snake_case, a call without arguments.
const BARE_PATH =
  /(?<![\w/\\.:@+-])(?:[A-Za-z]:\\|[~.]{0,2}[\\/])?(?:[\w@.+-]+[\\/])+[\w@+-][\w@.+-]*\.[A-Za-z]\w{0,9}\b/g;
const BARE_NAME =
  /(?<![\w`/.@-])(?:[a-z][a-z\d]*(?:[A-Z][a-z\d]+)+|[A-Z][a-z\d]+(?:[A-Z][a-z\d]+)+|[A-Za-z][A-Za-z\d]*(?:_[A-Za-z\d]+)+|[A-Za-z_]\w*(?:(?:::|\.)[A-Za-z_]\w*)*(?=\(\)))(?![\w/-])/g;

/** Finds the files and symbols that a text names, and adds the files of its tools and attachments. */
export function mentionsIn(text: string, toolPaths: readonly string[] = []): Mentions {
  const looked = text.slice(0, LOOKED_AT_CHARACTERS);
  const prose = stripFences(looked);
  const spans = [...prose.matchAll(CODE_SPAN)].map((match) => match[1]!);
  const bare = prose.replace(CODE_SPAN, ' ');
  const named = [...spans, ...(bare.match(BARE_PATH) ?? []), ...(bare.match(BARE_NAME) ?? [])];
  const mentions = mentionsOf(named.map((name) => ({ text: useForwardSlashes(name), line: 0 })));
  const names = (kind: 'path' | 'symbol') => mentions.flatMap((one) => (one.kind === kind ? [one.name] : []));
  const drives = named.filter((name) => /^[A-Za-z]:[\\/]/.test(name)).map((name) => useForwardSlashes(name));
  return {
    paths: dropRepeats([...names('path'), ...drives]),
    identifiers: dropRepeats(names('symbol')),
    toolPaths: dropRepeats(toolPaths.map((path) => useForwardSlashes(path.trim()))),
  };
}

// Changes only Windows paths, because elsewhere a backslash joins the names of a PHP class.
const useForwardSlashes = (name: string): string =>
  /^[A-Za-z]:\\|^\.{1,2}\\|\\[\w.-]+\.\w+$/.test(name) ? name.replaceAll('\\', '/') : name;

// Removes fenced code, because a person who pastes a file does not mention each name in it.
function stripFences(text: string): string {
  if (!text.includes('```') && !text.includes('~~~')) return text;
  let isInside = false;
  const prose = text.split('\n').filter((line) => {
    const isFence = FENCE.test(line);
    if (isFence) isInside = !isInside;
    return !isInside && !isFence;
  });
  return prose.join('\n');
}

const dropRepeats = (names: readonly string[]): readonly string[] =>
  [...new Set(names.filter((name) => name !== ''))].slice(0, MENTIONS_MAX);
