// A log of a conversation also holds what the user did not write or took back: other branches, replaced messages, tags
// of the client. The readers of formats leave these out with this file.
import type { JsonRecord } from '../../../model/records.ts';
import { recordAt, textAt } from '../files/read-json.ts';
import { plainText } from './content-blocks.ts';

/** Returns the nodes from the root of a tree to a leaf. A loop or a missing parent ends the way up. */
export function findBranch<Node>(
  leaf: string | null,
  nodes: ReadonlyMap<string, Node>,
  parentOf: (node: Node) => string | null,
): readonly Node[] {
  const branch: Node[] = [];
  const seen = new Set<string>();
  for (let id = leaf; id !== null && !seen.has(id); ) {
    seen.add(id);
    const node = nodes.get(id);
    if (node === undefined) break;
    branch.push(node);
    id = parentOf(node);
  }
  return branch.reverse();
}

/**
 * Finds the lines that a person took back and replaced; the log still holds them. Of several texts that a person typed
 * after the same line, only the last counts. Other forks are kept, because tools that run in parallel make them too.
 */
export function createRewoundFinder() {
  const lines = new Map<string, string | null>();
  const tries = new Map<string, string>();
  const abandoned = new Set<string>();
  return {
    /** Takes a line; callers pass all lines in order. */
    see(record: JsonRecord): void {
      const id = textAt(record, 'uuid');
      if (id === null || lines.has(id)) return;
      const parent = textAt(record, 'parentUuid') ?? textAt(record, 'logicalParentUuid');
      lines.set(id, parent);
      if (parent === null || !isTyped(record)) return;
      const previous = tries.get(parent);
      if (previous !== undefined) abandoned.add(previous);
      tries.set(parent, id);
    },
    /** Returns the ids of all replaced lines and of the lines that followed them. */
    ids(): ReadonlySet<string> {
      const ids = new Set(abandoned);
      // Parents stand before their children, so one pass finds everything that followed a replaced line.
      for (const [id, parent] of lines) if (parent !== null && ids.has(parent)) ids.add(id);
      return ids;
    },
  };
}

function isTyped(record: JsonRecord): boolean {
  const isPerson = record.type === 'user' && record.isMeta !== true && record.isSidechain !== true;
  return isPerson && stripClientTags(plainText(recordAt(record, 'message').content)) !== '';
}

/** The elements in which clients wrap what they add to the words of a person. */
const CLIENT_TAGS = [
  'system-reminder, command-name, command-message, command-contents, task-notification, bash-input, bash-stdout',
  'bash-stderr, local-command-stdout, local-command-stderr, local-command-caveat, ide_opened_file, ide_selection',
  'ide_diagnostics, environment_context, user_instructions, user_action, turn_aborted, INSTRUCTIONS',
  'permissions instructions, collaboration_mode, skills_instructions, apps_instructions, plugins_instructions',
].flatMap((names) => names.split(', '));
const REMINDER = ['<system-reminder>', '</system-reminder>'] as const;
const ARGUMENTS = /^<command-args>([\s\S]*?)<\/command-args>/;
const INSTRUCTIONS_HEADING = /^# AGENTS\.md instructions\b[^\n]*\n\s*(?=<INSTRUCTIONS>)/;

/** Removes the client's elements before the words of a person, and a reminder after them; the words may be empty. */
export function stripClientTags(text: string): string {
  let rest = text.trim();
  for (let before = ''; rest !== before; ) {
    before = rest;
    rest = stripLeadingTag(rest).trim();
  }
  return stripReminderAtEnd(rest);
}

function stripLeadingTag(text: string): string {
  const heading = INSTRUCTIONS_HEADING.exec(text);
  if (heading) return text.slice(heading[0].length);
  const given = ARGUMENTS.exec(text);
  // The arguments of a slash command are words of the person.
  if (given) return `${given[1]!.trim()}\n${text.slice(given[0].length)}`;
  const tag = CLIENT_TAGS.find((name) => text.startsWith(`<${name}>`));
  if (tag === undefined) return text;
  const end = text.indexOf(`</${tag}>`);
  return end === -1 ? text : text.slice(end + tag.length + 3);
}

function stripReminderAtEnd(text: string): string {
  const [opening, closing] = REMINDER;
  const start = text.endsWith(closing) ? text.lastIndexOf(opening) : -1;
  return start === -1 ? text : text.slice(0, start).trimEnd();
}
