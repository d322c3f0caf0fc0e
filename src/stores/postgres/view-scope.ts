// The keys that identify one view of one workspace in all tables.
import { keyOf } from './keys.ts';

/** Identifies one view of one workspace. */
export interface ViewScope {
  readonly workspace: string;
  readonly view: string;
  readonly workspaceName: string;
  readonly viewName: string;
}

/** Computes the keys of a workspace and a view from their names. */
export function scopeOf(workspaceName: string, viewName: string): ViewScope {
  return { workspace: keyOf(workspaceName), view: keyOf(viewName), workspaceName, viewName };
}

/** The owner of the terms of contents; a view owns the terms of its commit messages. */
export const CONTENT_TERMS = '0';
