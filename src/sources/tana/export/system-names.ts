// table
// Tana uses these ids and types for its own documents. The tables say which documents are not shown.

export const isSystemId = (id: string): boolean => id.startsWith('SYS_');
export const isTrashId = (id: string): boolean => id.includes('TRASH');

/** The label of the tuple that applies tags, and the marks of tuples that define a tag or a field. */
export const TAG_LABEL = 'SYS_A13';
export const TAG_DEFINITION = 'SYS_T01';
export const FIELD_DEFINITION = 'SYS_T02';
/** The label of the tuple that gives a tag or a node a checkbox. */
export const CHECKBOX_LABEL = 'SYS_A55';
export const YES = 'SYS_V03';

/** Fields of Tana itself that are useful to a reader. */
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
  ['SYS_V04', 'No'],
]);

/** `hidden`: neither the document nor what it owns is shown; `passed`: it is not shown; its owner gets what it owns. */
export type Standing = 'hidden' | 'passed';

const withStanding = (standing: Standing, names: string) => names.split(' ').map((name) => [name, standing] as const);

/** The types of documents that are not shown as nodes. */
export const DOC_TYPES: ReadonlyMap<string, Standing> = new Map([
  ...withStanding('passed', 'tuple search group visual workspace'),
  ...withStanding('hidden', 'metanode viewDef command hotkey tagDef attrDef associatedData chatbot'),
]);

/** The ends of the ids that the fixed places of a workspace have. */
const PLACES = [
  ...withStanding('passed', '_WORKSPACE _STASH _INBOX _QUICK_ADD _PINS _SEARCHES'),
  ...withStanding('hidden', '_SCHEMA _SIDEBAR_AREAS _TRAILING_SIDEBAR _AVATAR _USERS _CHATDRAFTS _MOVETO'),
];

/** Returns the standing of a document of Tana itself or of the trash; null for any other document. */
export function standingOf(id: string, docType: string | null): Standing | null {
  if (isTrashId(id)) return 'hidden';
  const byType = DOC_TYPES.get(docType ?? '');
  if (byType !== undefined) return byType;
  // System documents are not hidden with all they own, because one may own the top of a workspace.
  return isSystemId(id) ? 'passed' : (PLACES.find(([ending]) => id.endsWith(ending))?.[1] ?? null);
}
