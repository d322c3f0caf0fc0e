import type { ImportFact, SymbolFacts } from '../../../model/facts.ts';
import type { FileText, Redact } from '../../../ports/reader.ts';
import { hashOf } from '../../../reading/read-file.ts';
import { mentionedPath, pathWithin } from '../belonging-to.ts';
import type { Conversation, Mentions, Message } from '../conversation.ts';
import { type ConversationEntity, conversationEntities, conversationPath } from '../conversation-entities.ts';
import { conversationText, MESSAGE_HEADING_LINES } from '../conversation-text.ts';

// A session that went through more files than this is about none of them.
const PATHS_MAX = 200;
const SESSION = 'session';

/** A conversation as a file of the view, without secrets: its text, its messages and decisions, the files it names. */
export async function conversationFileText(original: Conversation, root: string, redact: Redact): Promise<FileText> {
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
