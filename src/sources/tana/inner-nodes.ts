/** Kinds of nodes that hold how a workspace works, not what is in it. */
const INNER_TYPES = new Set(
  (
    'tuple metanode viewDef search command hotkey tagDef attrDef associatedData visual group chatbot workspace ' +
    'systemTool settings'
  ).split(' '),
);

/** Containers a content node may well lie in: a value lies in a tuple. */
const THROUGH = new Set(['tuple', 'metanode', 'workspace']);

const INNER_ID =
  /^SYS_|TRASH|_(?:WORKSPACE|SCHEMA|STASH|INBOX|CAPTURE_INBOX|SEARCHES|QUICK_ADD|SIDEBAR_AREAS|AVATAR|USERS|CHATDRAFTS|MOVETO|PINS|TRAILING_SIDEBAR)$/;

export const isInnerType = (docType: string | undefined): boolean => docType !== undefined && INNER_TYPES.has(docType);
export const isInnerId = (id: string): boolean => INNER_ID.test(id);

/** Whether what lies in such a node is hidden with it: the trash, definitions, saved searches. */
export const hidesContent = (id: string, docType: string | undefined): boolean =>
  id.includes('TRASH') || id.endsWith('_SCHEMA') || (isInnerType(docType) && !THROUGH.has(docType!));
