import { hash } from 'node:crypto';
import { lstatSync } from 'node:fs';
import { join, posix } from 'node:path';
import type { ImportFact, SymbolFacts } from '../../model/facts.ts';
import type { FileText, Redact } from '../../ports/reader.ts';
import { type FileStamp, hashOf, stampOf } from '../../reading/read-file.ts';
import { isTellingName } from '../../reading/redaction/redact.ts';
import type { Conversation, Mentions, Message, ReadOptions } from './conversation.ts';
import {
  type ConversationEntity,
  conversationEntities,
  conversationPath,
  conversationText,
  MESSAGE_HEADING_LINES,
} from './conversation-entities.ts';
import { readConversationFile } from './formats/index.ts';
import { isFault } from './transcript/left-out.ts';

/** A file of a configured folder. */
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

/** The conversations of a file that belong to the workspace, by address, and what is wrong with it. */
export async function readPlace(
  { realRoot, file, isWhole }: ConversationPlace,
  options: ConversationPlaceOptions,
): Promise<{ readonly texts: Map<string, FileText>; readonly faults: readonly string[] }> {
  const { conversations, notes, hash } = readConversationFile(realRoot, file, options);
  const isHeldHere = belongingTo(options.root, { isConfiguredHere: false });
  const own = conversations.filter((conversation) => isWhole || isHeldHere(conversation));
  const texts = new Map<string, FileText>();
  for (const conversation of own) {
    const text = await conversationFileText(conversation, options.root, options.redact);
    texts.set(text.path, text);
  }
  if (hash === null) return { texts, faults: notes };
  // What is wrong with somebody else's conversations is none of this workspace's business.
  const faults = own.length === 0 ? [] : [...notes, ...own.flatMap((one) => one.notes)].filter(isFault);
  return { texts, faults: [...new Set(faults)] };
}

/** What distinguishes a file from all others; what is kept of it depends on whether all of it belongs here. */
export function addressOf(place: ConversationPlace): string {
  const path = pathOf(place);
  // It is kept in the index.
  return `${place.isWhole ? 'whole' : 'held'}:${isTellingName(path) ? hash('sha256', path) : path}`;
}

/** How the file is now; null when it cannot be looked at. */
export function stampAt(place: ConversationPlace): FileStamp | null {
  try {
    return stampOf(lstatSync(pathOf(place)));
  } catch {
    // Gone or forbidden since it was listed: the store still has what was said.
    return null;
  }
}

function pathOf({ realRoot, file }: ConversationPlace): string {
  return join(realRoot, file);
}

interface Belonging {
  /** Whether the folder the conversations lie in was configured for this workspace, and not for all. */
  readonly isConfiguredHere: boolean;
}

/** A filter for the conversations that belong to a workspace: held in its root or below, or said to be its own. */
export function belongingTo(
  root: string,
  { isConfiguredHere }: Belonging,
): (conversation: Pick<Conversation, 'folder'>) => boolean {
  return ({ folder }) => (folder === null ? isConfiguredHere : pathWithin(folder, root) !== null);
}

/**
 * A path that a conversation names, as a path of the workspace: relative to the root, with forward slashes. Relative
 * ones are meant from the folder of the conversation. Null when it leads outside.
 */
export function mentionedPath(mention: string, folder: string | null, root: string): string | null {
  const start = folder ?? root;
  const path = isAbsolute(mention) ? mention : `${start}/${mention}`;
  const within = pathWithin(path, root);
  return within === '' ? null : within;
}

/** The way from a root down to a path, both absolute; empty for the root itself, null for what lies outside. */
function pathWithin(path: string, root: string): string | null {
  if (!isAbsolute(path) || !isAbsolute(root)) return null;
  const [whole, base] = [normal(path), normal(root)];
  // Windows does not tell cases apart; a drive letter says that this is Windows.
  const fold = (text: string) => (/^[a-z]:/i.test(base) ? text.toLowerCase() : text);
  if (fold(whole) === fold(base)) return '';
  const prefix = base.endsWith('/') ? base : `${base}/`;
  return fold(whole).startsWith(fold(prefix)) ? whole.slice(prefix.length) : null;
}

function isAbsolute(path: string): boolean {
  return /^(?:\/|[A-Za-z]:[\\/]|\\\\)/.test(path);
}

function normal(path: string): string {
  const isWindows = /^(?:[A-Za-z]:|\\\\)/.test(path);
  const forward = isWindows ? path.replaceAll('\\', '/') : path;
  const clean = posix.normalize(forward);
  return clean.length > 1 ? clean.replace(/(?<!\/)\/+$/, '') : clean;
}

// A session that went through more files than this is about none of them.
const PATHS_MAX = 200;
const SESSION = 'session';

/** A conversation as a file of the view, without secrets: its text, its messages and decisions, the files it names. */
async function conversationFileText(original: Conversation, root: string, redact: Redact): Promise<FileText> {
  const conversation = await redacted(original, redact);
  const path = conversationPath(conversation);
  const { text } = conversationText(conversation);
  const lines = text.split('\n');
  const given = {
    symbols: symbolsOf(conversationEntities(conversation), path, lines),
    imports: importsOf(conversation, root),
    notes: conversation.notes,
  };
  // What is known beside the text counts too; and a document of the same words must not be taken for a conversation.
  return { path, text, hash: hashOf(Buffer.from(JSON.stringify([text, given]))), given };
}

// The whole at once, because a key may be spread over lines; what is replaced never moves a line.
async function redacted(conversation: Conversation, redact: Redact): Promise<Conversation> {
  const { text, messages: ranges } = conversationText(conversation);
  const clean = await redact(text, conversationPath(conversation));
  if (clean.findings.length === 0) return conversation;
  const lines = clean.text.split('\n');
  const messages = conversation.messages.map((message, index): Message => {
    const [first, last] = ranges[index]!;
    const words = lines.slice(first - 1 + MESSAGE_HEADING_LINES, last).join('\n');
    return { ...message, text: words, mentions: stillIn(message.mentions, words) };
  });
  return { ...conversation, title: lines[0]!.slice('# '.length), messages };
}

function stillIn({ paths, identifiers, touched }: Mentions, words: string): Mentions {
  const isThere = (name: string) => words.includes(name);
  return { paths: paths.filter(isThere), identifiers: identifiers.filter(isThere), touched };
}

function symbolsOf(
  entities: readonly ConversationEntity[],
  path: string,
  lines: readonly string[],
): readonly SymbolFacts[] {
  const places = new Map(entities.map(({ id }, index) => [id, index]));
  return entities.map(({ id, kind, name, location, container, doc, mentions }): SymbolFacts => {
    const { startLine, endLine } = location;
    // Of a message: who speaks, and the first line of what is said.
    const last = Math.min(endLine, kind === 'message' ? startLine + MESSAGE_HEADING_LINES : startLine);
    return {
      name,
      qualifiedName: kind === 'session' ? SESSION : id.slice(path.length + 1),
      kind,
      startLine,
      endLine,
      signatureLines: [startLine, last],
      signature: lines.slice(startLine - 1, last).join('\n'),
      doc: kind === 'decision' ? doc : null,
      parent: container === null ? null : (places.get(container) ?? null),
      calls: kind === 'session' ? [] : mentions.identifiers,
    };
  });
}

// Where the folder of a conversation is not below the root, it was another copy of the same workspace.
function importsOf({ folder, messages }: Conversation, root: string): readonly ImportFact[] {
  const base = folder !== null && pathWithin(folder, root) === null ? folder : root;
  const named = (kind: 'touched' | 'paths') => messages.flatMap(({ mentions }) => mentions[kind]);
  const paths = [...named('touched'), ...named('paths')].flatMap((name) => mentionedPath(name, folder, base) ?? []);
  return [...new Set(paths)].slice(0, PATHS_MAX).map((specifier) => ({ specifier, names: [], line: 1 }));
}
