// A conversation enters the index as a file of its own path (`conversation:codex/…`). This file reads the conversations
// of one file on disk, keeps those of the workspace, and writes each out as a text with symbols, without secrets.
import { hash } from 'node:crypto';
import { lstatSync } from 'node:fs';
import { join, posix } from 'node:path';
import type { ImportFact, LineRange, SymbolFacts } from '../../model/facts.ts';
import { clip } from '../../model/visible-text.ts';
import type { FileText, Redact } from '../../ports/reader.ts';
import { type FileStamp, hashOf, stampOf } from '../../reading/read-file.ts';
import { nameHoldsSecret } from '../../reading/redaction/redact.ts';
import type { Conversation, Mentions, Message, ReadOptions } from './conversation.ts';
import { decisionsOf } from './decisions.ts';
import { readConversationFile } from './formats/index.ts';
import { isFault } from './transcript/left-out.ts';

/** A file of a configured folder of conversations. */
export interface ConversationPlace {
  readonly realRoot: string;
  readonly file: string;
  /** Whether everything in the folder belongs to the workspace. */
  readonly isWhole: boolean;
}

export interface ConversationPlaceOptions extends ReadOptions {
  /** The workspace, with its links resolved. */
  readonly root: string;
  readonly fileBytesMax: number;
  readonly redact: Redact;
}

/** Reads the conversations of a file that belong to the workspace, by path, and the faults of the file. */
export async function readPlace(
  { realRoot, file, isWhole }: ConversationPlace,
  options: ConversationPlaceOptions,
): Promise<{ readonly texts: Map<string, FileText>; readonly faults: readonly string[] }> {
  const read = readConversationFile(realRoot, file, options);
  if (typeof read === 'string') return { texts: new Map(), faults: [read] };
  const { conversations, notes } = read;
  const ofWorkspace = conversations.filter((conversation) => isWhole || isHeldIn(options.root, conversation));
  const texts = new Map<string, FileText>();
  for (const conversation of ofWorkspace) {
    const text = await makeFileText(conversation, options.root, options.redact);
    texts.set(text.path, text);
  }
  // The contents of a file without conversations of this workspace concern others, so its faults are not reported.
  const told = ofWorkspace.length === 0 ? [] : [notes, ...ofWorkspace.map((conversation) => conversation.notes)].flat();
  return { texts, faults: [...new Set(told.filter(isFault))] };
}

/** Returns the key under which the index remembers a file; `isWhole` is part of it, because it decides what is kept. */
export function placeKey(place: ConversationPlace): string {
  const path = join(place.realRoot, place.file);
  // The index stores the key, so it holds no secret.
  return `${place.isWhole ? 'whole' : 'held'}:${nameHoldsSecret(path) ? hash('sha256', path) : path}`;
}

/** Returns the present stamp of the file; null when there is none to read. */
export function stampAt(place: ConversationPlace): FileStamp | null {
  try {
    return stampOf(lstatSync(join(place.realRoot, place.file)));
  } catch {
    // The file was removed or forbidden since it was listed; the store still has the messages.
    return null;
  }
}

/** Returns whether a conversation was held in a folder or below it. */
export function isHeldIn(root: string, { folder }: Pick<Conversation, 'folder'>): boolean {
  return folder !== null && pathWithin(folder, root) !== null;
}

/** Returns the path below the root that a conversation mentions; null for the root itself and a path outside. */
export function resolveMention(mention: string, folder: string | null, root: string): string | null {
  const path = isAbsolute(mention) ? mention : `${folder ?? root}/${mention}`;
  return pathWithin(path, root) || null;
}

/** Returns an absolute path relative to a root; empty for the root itself, null for a path outside. */
function pathWithin(path: string, root: string): string | null {
  if (!isAbsolute(path) || !isAbsolute(root)) return null;
  const [whole, base] = [normalizePath(path), normalizePath(root)];
  // Windows ignores case in paths; a drive letter shows that this is Windows.
  const fold = (text: string) => (/^[a-z]:/i.test(base) ? text.toLowerCase() : text);
  if (fold(whole) === fold(base)) return '';
  const prefix = base.endsWith('/') ? base : `${base}/`;
  return fold(whole).startsWith(fold(prefix)) ? whole.slice(prefix.length) : null;
}

const isAbsolute = (path: string): boolean => /^(?:\/|[A-Za-z]:[\\/]|\\\\)/.test(path);

function normalizePath(path: string): string {
  const isWindows = /^(?:[A-Za-z]:|\\\\)/.test(path);
  const forward = isWindows ? path.replaceAll('\\', '/') : path;
  const clean = posix.normalize(forward);
  return clean.length > 1 ? clean.replace(/(?<!\/)\/+$/, '') : clean;
}

// A session gets edges to at most this number of files.
const PATHS_MAX = 200;

async function makeFileText(original: Conversation, root: string, redact: Redact): Promise<FileText> {
  const conversation = await redactConversation(original, redact);
  const path = conversationPath(conversation);
  const { text } = writeConversation(conversation);
  const given = {
    symbols: symbolsOfConversation(conversation),
    imports: importsOf(conversation, root),
    notes: conversation.notes,
  };
  // The symbols count too: a markdown file with the same text must not get the hash of a conversation.
  return { path, text, hash: hashOf(Buffer.from(JSON.stringify([text, given]))), given };
}

// Redacts the whole text at once, because a secret may span lines; redaction never moves a line.
async function redactConversation(conversation: Conversation, redact: Redact): Promise<Conversation> {
  const { text, messages: ranges } = writeConversation(conversation);
  const clean = await redact(text, conversationPath(conversation));
  if (clean.findings.length === 0) return conversation;
  const lines = clean.text.split('\n');
  const messages = conversation.messages.map((message, index): Message => {
    const [first, last] = ranges[index]!;
    const words = lines.slice(first - 1 + MESSAGE_HEADING_LINES, last).join('\n');
    return { ...message, text: words, mentions: keepPresent(message.mentions, words) };
  });
  return { ...conversation, title: lines[0]!.slice('# '.length), messages };
}

function keepPresent({ paths, identifiers, toolPaths }: Mentions, words: string): Mentions {
  const isThere = (name: string) => words.includes(name);
  return { paths: paths.filter(isThere), identifiers: identifiers.filter(isThere), toolPaths };
}

// A conversation held outside the root is taken to be about another clone of the workspace.
function importsOf({ folder, messages }: Conversation, root: string): readonly ImportFact[] {
  const base = folder !== null && pathWithin(folder, root) === null ? folder : root;
  const named = (kind: 'toolPaths' | 'paths') => messages.flatMap(({ mentions }) => mentions[kind]);
  const paths = [...named('toolPaths'), ...named('paths')].flatMap((name) => resolveMention(name, folder, base) ?? []);
  return [...new Set(paths)].slice(0, PATHS_MAX).map((specifier) => ({ specifier, names: [], line: 1 }));
}

const NAME_CHARACTERS_MAX = 80;
const DOC_CHARACTERS_MAX = 200;
const ID_CHARACTERS_MAX = 120;

/** Returns the path of a conversation in the index: `conversation:<format>/<session>`. */
export function conversationPath({ format, id }: Pick<Conversation, 'format' | 'id'>): string {
  // The files of others give the ids: characters that would end the path or climb out of it are escaped.
  const safe = encodeURIComponent(id.toWellFormed()).replace(/^\.+$/, (dots) => '%2E'.repeat(dots.length));
  const digest = () => hash('sha256', id, 'hex').slice(0, 16);
  if (nameHoldsSecret(id)) return `conversation:${format}/~${digest()}`;
  return `conversation:${format}/${safe.length > ID_CHARACTERS_MAX ? `${safe.slice(0, 80)}~${digest()}` : safe}`;
}

/** Makes the symbols of a conversation: the session, its messages (`m3`) and their decisions (`m3-1`). */
export function symbolsOfConversation(conversation: Conversation): readonly SymbolFacts[] {
  const { text, messages: ranges } = writeConversation(conversation);
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
    // The signature shows who speaks, and the first line of the message.
    const signatureLines: LineRange = [startLine, Math.min(endLine, startLine + MESSAGE_HEADING_LINES)];
    const name = nameOf(message.text);
    const parent = symbols.length;
    symbols.push(
      symbol({ name, qualifiedName, kind: 'message', startLine, signatureLines, doc: null, parent: 0, calls }, endLine),
    );
    for (const [place, { sentence, lines: stated }] of (decisions.get(index) ?? []).entries()) {
      const [first, last] = stated.map((line) => line + startLine + MESSAGE_HEADING_LINES - 1) as [number, number];
      const named = { name: nameOf(sentence), qualifiedName: `${qualifiedName}-${place + 1}` };
      const doc = clip(sentence, DOC_CHARACTERS_MAX);
      const at = { startLine: first, signatureLines: [first, first] as const };
      symbols.push(symbol({ ...named, ...at, kind: 'decision', doc, parent, calls }, last));
    }
  }
  return symbols;
}

function nameOf(text: string): string {
  const start = text.slice(0, 4 * NAME_CHARACTERS_MAX);
  return clip(start.replace(/\s+/g, ' ').trim(), NAME_CHARACTERS_MAX);
}

/** The number of lines of a message before its words. */
const MESSAGE_HEADING_LINES = 1;
const SPEAKERS = { user: 'User', assistant: 'Assistant', tool: 'Tool', system: 'System' } as const;

/**
 * Writes a conversation as text, and returns it with the lines of each message, its heading included. Later messages
 * only add lines, so that a continued session keeps its line numbers.
 */
export function writeConversation(conversation: Pick<Conversation, 'title' | 'messages'>) {
  const lines = [`# ${conversation.title}`];
  const ranges = conversation.messages.map(({ role, timeMs, text }): LineRange => {
    const time = timeMs === null ? '' : `, ${new Date(timeMs).toISOString().slice(0, 16).replace('T', ' ')} UTC`;
    const first = lines.push('') + 1;
    return [first, lines.push(`## ${SPEAKERS[role]}${time}`, ...text.split('\n'))];
  });
  return { text: `${lines.join('\n')}\n`, messages: ranges };
}
