import { DOC_TYPES, isSystemId, isTrashId, PLACES, type Standing } from './export/system-names.ts';

/** Whether a node is one of Tana's own, and what that means for what it owns; null for what a person wrote. */
export function standingOf(id: string, docType: string | undefined): Standing | null {
  if (isTrashId(id) || isSystemId(id)) return 'hidden';
  const byType = docType === undefined ? undefined : DOC_TYPES.get(docType);
  return byType ?? PLACES.find(([ending]) => id.endsWith(ending))?.[1] ?? null;
}
