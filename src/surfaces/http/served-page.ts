import type { Route } from './routes.ts';

/** What a browser is given besides answers: the files of a page, and what only that page asks. */
export interface ServedPage {
  /** Whether a path is given without a token: it tells nothing of the workspace. */
  isOpen(path: string): boolean;
  /** Null where the request is for somebody else; whether the index has been made is for the page to know. */
  answer(request: Request, isReady: boolean): Promise<Response | null>;
  /** Operations that only the page asks. */
  readonly routes: readonly Route[];
}
