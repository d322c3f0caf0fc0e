import { hash } from 'node:crypto';
import { lstatSync } from 'node:fs';
import { join } from 'node:path';
import type { FileText, Redact } from '../../ports/reader.ts';
import { type FileStamp, stampOf } from '../../reading/read-file.ts';
import { isTellingName } from '../../reading/redaction/redact.ts';
import { belongingTo } from './belonging-to.ts';
import type { ReadOptions } from './conversation.ts';
import { conversationFileText } from './files/conversation-file-text.ts';
import { readConversationFile } from './files/read-conversation-file.ts';
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
