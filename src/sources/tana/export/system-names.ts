// table
// Tana uses these ids and types for its own documents. The tables say which documents are hidden.

const SYSTEM_PREFIX = 'SYS_';
const TRASH = 'TRASH';

export const isSystemId = (id: string): boolean => id.startsWith(SYSTEM_PREFIX);
export const isTrashId = (id: string): boolean => id.includes(TRASH);

/** The label of the tuple that applies tags, and the marks of tuples that define a tag or a field. */
export const TAG_LABEL = 'SYS_A13';
export const TAG_DEFINITION = 'SYS_T01';
export const FIELD_DEFINITION = 'SYS_T02';
/** The label of the tuple that gives a tag or a node a checkbox. */
export const CHECKBOX_LABEL = 'SYS_A55';
const YES = 'SYS_V03';
const NO = 'SYS_V04';
export const isYes = (id: string): boolean => id === YES;

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
  [NO, 'No'],
]);

/** `hidden`: the document is hidden with everything it owns; `passed`: it is hidden; its owner gets what it owns. */
export type Standing = 'hidden' | 'passed';

const withStanding = (standing: Standing, names: string) => names.split(' ').map((name) => [name, standing] as const);

/** Types of documents that no person wrote. A person wrote documents of any other type. */
export const DOC_TYPES: ReadonlyMap<string, Standing> = new Map([
  ...withStanding('passed', 'tuple search group visual workspace'),
  ...withStanding('hidden', 'metanode viewDef command hotkey tagDef attrDef associatedData chatbot'),
]);

/** The ends of the ids that the fixed places of a workspace have. */
const PLACES = [
  ...withStanding('passed', '_WORKSPACE _STASH _INBOX _QUICK_ADD _PINS _SEARCHES'),
  ...withStanding('hidden', '_SCHEMA _SIDEBAR_AREAS _TRAILING_SIDEBAR _AVATAR _USERS _CHATDRAFTS _MOVETO'),
];

/** Returns the standing of a fixed place of a workspace; null for any other document. */
export const placeOf = (id: string): Standing | null => PLACES.find(([ending]) => id.endsWith(ending))?.[1] ?? null;

/** Returns the standing of a node that belongs to Tana itself; null if a person wrote it. */
export function standingOf(id: string, docType: string | undefined): Standing | null {
  if (isTrashId(id) || isSystemId(id)) return 'hidden';
  const byType = docType === undefined ? undefined : DOC_TYPES.get(docType);
  return byType ?? placeOf(id);
}
