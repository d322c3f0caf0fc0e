// table
/** What Tana calls things of its own. Everything here is hidden from a reader, or named for him. */

const SYSTEM_PREFIX = 'SYS_';
const TRASH = 'TRASH';

export const isSystemId = (id: string): boolean => id.startsWith(SYSTEM_PREFIX);
export const isTrashId = (id: string): boolean => id.includes(TRASH);

/** The tuple that applies tags, and what makes it define a tag or a field instead. */
export const TAG_LABEL = 'SYS_A13';
export const TAG_DEFINITION = 'SYS_T01';
export const FIELD_DEFINITION = 'SYS_T02';
/** The tuple of a tag or a node that says whether it has a checkbox. */
export const CHECKBOX_LABEL = 'SYS_A55';
const YES = 'SYS_V03';
const NO = 'SYS_V04';
export const isYes = (id: string): boolean => id === YES;

/** Fields that Tana brings along and that say something to a reader. */
export const SYSTEM_FIELDS: ReadonlyMap<string, string> = new Map([
  ['SYS_A61', 'Due date'],
  ['SYS_A78', 'URL'],
  ['SYS_A90', 'Date'],
  ['SYS_A142', 'Attendees'],
  ['SYS_A150', 'Speaker'],
  ['SYS_A199', 'Transcript'],
]);

export const SYSTEM_VALUES: ReadonlyMap<string, string> = new Map([
  [YES, 'Yes'],
  [NO, 'No'],
]);

/** `hidden`: it and all it owns are Tana's own; `passed`: it is not shown, what it owns belongs to whoever owns it. */
export type Standing = 'hidden' | 'passed';

/** Kinds of documents that are not nodes a person wrote. What has no row here is. */
export const DOC_TYPES: ReadonlyMap<string, Standing> = new Map([
  ['tuple', 'passed'],
  ['search', 'passed'],
  ['group', 'passed'],
  ['visual', 'passed'],
  ['workspace', 'passed'],
  ['metanode', 'hidden'],
  ['viewDef', 'hidden'],
  ['command', 'hidden'],
  ['hotkey', 'hidden'],
  ['tagDef', 'hidden'],
  ['attrDef', 'hidden'],
  ['associatedData', 'hidden'],
  ['chatbot', 'hidden'],
]);

/** How the ids of the fixed places of a workspace end. The library, the inboxes and the top are places for content. */
export const PLACES: readonly (readonly [ending: string, standing: Standing])[] = [
  ['_WORKSPACE', 'passed'],
  ['_STASH', 'passed'],
  ['_INBOX', 'passed'],
  ['_QUICK_ADD', 'passed'],
  ['_PINS', 'passed'],
  ['_SEARCHES', 'passed'],
  ['_SCHEMA', 'hidden'],
  ['_SIDEBAR_AREAS', 'hidden'],
  ['_TRAILING_SIDEBAR', 'hidden'],
  ['_AVATAR', 'hidden'],
  ['_USERS', 'hidden'],
  ['_CHATDRAFTS', 'hidden'],
  ['_MOVETO', 'hidden'],
];

/** Whether a node is one of Tana's own, and what that means for what it owns; null for what a person wrote. */
export function standingOf(id: string, docType: string | undefined): Standing | null {
  if (isTrashId(id) || isSystemId(id)) return 'hidden';
  const byType = docType === undefined ? undefined : DOC_TYPES.get(docType);
  return byType ?? PLACES.find(([ending]) => id.endsWith(ending))?.[1] ?? null;
}
