import { clip } from '../../../model/visible-text.ts';
import { redactText } from '../../../reading/redaction/redact.ts';
import { mentionsOf } from '../../markdown/body/mentions-of.ts';
import { isoMilliseconds } from '../../markdown/issues.ts';
import type { Conversation, ConversationsRead, Mentions, Message, MessageRole, ReadOptions } from '../conversation.ts';
import { createLeftOut, type LeftOutCount, type LeftOutKind } from './left-out.ts';

/** One utterance as a reader found it. */
export interface Utterance {
  readonly id: string | null;
  readonly role: MessageRole;
  /** As written in the file. */
  readonly time: unknown;
  readonly text: string;
  readonly line: number | null;
  readonly touched?: readonly string[];
  /** Neighbours with the same key are pieces of one message. */
  readonly piecesOf?: string | null;
}

/** What is known of a conversation besides its messages. */
interface Heading {
  readonly id: string;
  readonly title: string | null;
  readonly folder: string | null;
  readonly format: string;
  /** As written in the file; used when no message has a time. */
  readonly created?: unknown;
  readonly updated?: unknown;
}

/** A conversation in the making. */
export interface ConversationDraft {
  readonly leftOut: LeftOutCount;
  add(utterance: Utterance): void;
  /** Removes the messages with these ids. */
  takeBack(ids: ReadonlySet<string>, kind: LeftOutKind): void;
  /** Null when there are no messages. */
  finish(heading: Heading): Conversation | null;
}

interface Spoken extends Omit<Utterance, 'line' | 'touched'> {
  first: number | null;
  last: number | null;
  text: string;
  touched: string[];
}

const TITLE_CHARACTERS_MAX = 100;
const ESCAPES = /\x1b\[[0-9;?]*[A-Za-z]/g;
const CONTROLS = /[\x00-\x08\x0b-\x1f\x7f]/g;

/** An empty draft. */
export function createDraft(options: ReadOptions): ConversationDraft {
  const leftOut = createLeftOut();
  let spoken: Spoken[] = [];
  const add = ({ line, touched = [], ...utterance }: Utterance) => {
    const text = tidy(utterance.text);
    const previous = spoken.at(-1);
    const isPiece = previous && utterance.piecesOf && previous.piecesOf === utterance.piecesOf;
    // A turn without words, in which only tools were used, adds its files to the message before it.
    if (previous && (isPiece || text === '')) {
      previous.touched.push(...touched);
      if (text === '') return;
      previous.text += `\n\n${text}`;
      previous.last = line ?? previous.last;
    } else if (text !== '') spoken.push({ ...utterance, text, first: line, last: line, touched: [...touched] });
  };
  return {
    leftOut,
    add,
    takeBack(ids, kind) {
      const others = spoken.filter(({ id }) => id === null || !ids.has(id));
      leftOut.count(kind, undefined, spoken.length - others.length);
      spoken = others;
    },
    finish(heading) {
      const messages = messagesOf(spoken, options, leftOut);
      if (messages.length === 0) return null;
      const times = messages.flatMap(({ timeMs }) => (timeMs === null ? [] : [timeMs]));
      const first = messages.find(({ role }) => role === 'user') ?? messages[0]!;
      return {
        id: heading.id,
        title: titleOf(heading.title) ?? titleOf(first.text) ?? heading.id,
        format: heading.format,
        startedMs: extreme(times, Math.min) ?? timeOrNull(heading.created),
        endedMs: extreme(times, Math.max) ?? timeOrNull(heading.updated) ?? timeOrNull(heading.created),
        folder: heading.folder,
        messages,
        notes: leftOut.notes(),
      };
    },
  };
}

function messagesOf(spoken: readonly Spoken[], options: ReadOptions, leftOut: LeftOutCount): readonly Message[] {
  const seen = new Map<string, string>();
  const fresh = spoken.filter(({ id, text }) => {
    const isRepeated = id !== null && seen.get(id) === text;
    if (isRepeated) leftOut.count('repeated');
    else if (id !== null) {
      if (seen.has(id)) leftOut.count('sameId', id);
      seen.set(id, text);
    }
    return !isRepeated;
  });
  const ids = distinctIds(fresh.map(({ id }, index) => id ?? String(index + 1)));
  return fresh.map(({ role, time, text: said, first, last, touched }, index) => {
    // Redacts before anything is cut, so that no half of a secret stays.
    const { text } = redactText(said);
    return {
      id: ids[index]!,
      role,
      timeMs: timeOf(time, leftOut, first),
      text: shortened(text, options.messageCharactersMax, leftOut),
      lines: first === null || last === null ? null : [first, last],
      mentions: mentionsIn(text, touched),
    };
  });
}

function timeOf(value: unknown, leftOut: LeftOutCount, line: number | null): number | null {
  const instant = instantOf(value);
  if (instant === 'odd') leftOut.count('badTime', line === null ? undefined : `line ${line}`);
  return typeof instant === 'number' ? instant : null;
}

function shortened(text: string, charactersMax: number, leftOut: LeftOutCount): string {
  if (text.length <= charactersMax) return text;
  leftOut.count('shortened');
  const start = text.slice(0, charactersMax).toWellFormed().trimEnd();
  return `${start}\n[… the message is cut here: it has ${text.length} characters]`;
}

// Removes terminal colours, control characters and half surrogate pairs.
function tidy(text: string): string {
  const plain = text.replace(/\r\n?/g, '\n').replace(ESCAPES, '').replace(CONTROLS, '');
  return plain
    .toWellFormed()
    .replace(/^(?:[ \t]*\n)+/, '')
    .trimEnd();
}

function titleOf(text: string | null): string | null {
  const start = redactText((text ?? '').slice(0, 20 * TITLE_CHARACTERS_MAX))
    .text.replace(CONTROLS, '')
    .trimStart();
  const line = start.split('\n', 1)[0]!.toWellFormed().replace(/\s+/g, ' ').trim();
  return line === '' ? null : clip(line, TITLE_CHARACTERS_MAX);
}

function extreme(times: readonly number[], choose: (a: number, b: number) => number): number | null {
  return times.length === 0 ? null : times.reduce((a, b) => choose(a, b));
}

/** What a file held. Without a conversation to carry them, the notes become those of the file. */
export function conversationsIn(drafts: readonly (Conversation | null)[], leftOut: LeftOutCount): ConversationsRead {
  const conversations = drafts.filter((draft) => draft !== null);
  const empty = drafts.length - conversations.length;
  if (empty > 0) leftOut.count('empty', undefined, empty);
  const distinct = withDistinctIds(conversations);
  const renamed = distinct.filter(({ id }, index) => id !== conversations[index]?.id);
  leftOut.count('sameId', renamed[0]?.id, renamed.length);
  const isCarried = drafts.length === 1 && conversations.length === 1;
  return { conversations: distinct, notes: isCarried ? [] : leftOut.notes() };
}

/** Makes ids unique: the second of an id gets `~2`, the third `~3`. */
function distinctIds(ids: readonly string[]): readonly string[] {
  const taken = new Set(ids);
  const given = new Set<string>();
  const next = new Map<string, number>();
  return ids.map((id) => {
    let name = id;
    let count = next.get(id) ?? 2;
    while (given.has(name) || (name !== id && taken.has(name))) name = `${id}~${count++}`;
    next.set(id, count);
    given.add(name);
    return name;
  });
}

/** Conversations whose ids are unique within their format, in the order given: for those of several files. */
export function withDistinctIds(conversations: readonly Conversation[]): readonly Conversation[] {
  const ids = distinctIds(conversations.map(({ format, id }) => `${format}/${id}`));
  return conversations.map((conversation, index) => {
    const id = ids[index]!.slice(conversation.format.length + 1);
    return id === conversation.id ? conversation : { ...conversation, id };
  });
}

// A time outside these years is a default value or a wrong clock, and would distort every comparison.
const EARLIEST_MS = Date.UTC(1990, 0, 1);
const LATEST_MS = Date.UTC(2100, 0, 1);
// Seconds reach this in the year 5138, milliseconds reached it in 1973.
const MILLISECONDS_FROM = 1e11;

/** A time of a transcript: milliseconds, `absent` when there is none, or `odd` when it cannot be believed. */
function instantOf(value: unknown): number | 'absent' | 'odd' {
  if (value === undefined || value === null || value === '') return 'absent';
  const milliseconds = millisecondsOf(value);
  if (milliseconds === null || milliseconds < EARLIEST_MS || milliseconds >= LATEST_MS) return 'odd';
  return Math.round(milliseconds);
}

/** Like `instantOf`, for callers that need no reason. */
export function timeOrNull(value: unknown): number | null {
  const instant = instantOf(value);
  return typeof instant === 'number' ? instant : null;
}

function millisecondsOf(value: unknown): number | null {
  if (typeof value === 'number') return Math.abs(value) >= MILLISECONDS_FROM ? value : value * 1000;
  return typeof value === 'string' ? isoMilliseconds(value) : null;
}

// Enough for any message a person reads; a pasted listing names thousands of files and is about none of them.
const MENTIONS_MAX = 100;
const LOOKED_AT_CHARACTERS = 100_000;
const CODE_SPAN = /`([^`\n]{2,200})`/g;
const FENCE = /^[ \t]*(?:```|~~~)/;
// Bare words that can hardly be prose: a path with an extension, a call, camelCase, snake_case, a qualified name.
const BARE_PATH =
  /(?<![\w/\\.:@+-])(?:[A-Za-z]:\\|[~.]{0,2}[\\/])?(?:[\w@.+-]+[\\/])+[\w@+-][\w@.+-]*\.[A-Za-z]\w{0,9}\b/g;
const BARE_NAME =
  /(?<![\w`/.@-])(?:[a-z][a-z\d]*(?:[A-Z][a-z\d]+)+|[A-Z][a-z\d]+(?:[A-Z][a-z\d]+)+|[A-Za-z][A-Za-z\d]*(?:_[A-Za-z\d]+)+|[A-Za-z_]\w*(?:(?:::|\.)[A-Za-z_]\w*)*(?=\(\)))(?![\w/-])/g;

/** The files and symbols a text names; `touched` are those its tools were pointed at. */
export function mentionsIn(text: string, touched: readonly string[] = []): Mentions {
  const looked = text.slice(0, LOOKED_AT_CHARACTERS);
  const prose = withoutFences(looked);
  const spans = [...prose.matchAll(CODE_SPAN)].map((match) => match[1]!);
  const bare = prose.replace(CODE_SPAN, ' ');
  const named = [...spans, ...matches(bare, BARE_PATH), ...matches(bare, BARE_NAME)];
  const mentions = mentionsOf(named.map((name) => ({ text: forward(name), line: 0 })));
  const names = (kind: 'path' | 'symbol') => mentions.flatMap((one) => (one.kind === kind ? [one.name] : []));
  const drives = named.filter((name) => /^[A-Za-z]:[\\/]/.test(name)).map((name) => forward(name));
  return {
    paths: once([...names('path'), ...drives]),
    identifiers: once(names('symbol')),
    touched: once(touched.map((path) => forward(path.trim()))),
  };
}

function matches(text: string, pattern: RegExp): readonly string[] {
  return [...text.matchAll(pattern)].map((match) => match[0]);
}

// Windows paths only: in other places a backslash joins the names of a PHP class.
function forward(name: string): string {
  return /^[A-Za-z]:\\|^\.{1,2}\\|\\[\w.-]+\.\w+$/.test(name) ? name.replaceAll('\\', '/') : name;
}

// Removes fenced code, because a person who pastes a file does not mention each name in it.
function withoutFences(text: string): string {
  if (!text.includes('```') && !text.includes('~~~')) return text;
  let isInside = false;
  const prose = text.split('\n').map((line) => {
    const isFence = FENCE.test(line);
    if (isFence) isInside = !isInside;
    return isInside || isFence ? '' : line;
  });
  return prose.join('\n');
}

function once(names: readonly string[]): readonly string[] {
  return [...new Set(names.filter((name) => name !== ''))].slice(0, MENTIONS_MAX);
}
