import { keyOf } from './keys.ts';

/** What a store is about: one view of one workspace. */
export interface ViewScope {
  readonly workspace: string;
  readonly view: string;
  readonly workspaceName: string;
  readonly viewName: string;
}

/** The keys of a workspace and a view of it, which follow from their names. */
export function scopeOf(workspaceName: string, viewName: string): ViewScope {
  return { workspace: keyOf(workspaceName), view: keyOf(viewName), workspaceName, viewName };
}

/** The owner of the terms of contents; those of messages belong to their view. */
export const CONTENT_TERMS = '0';
