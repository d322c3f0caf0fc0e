import { realpathSync } from 'node:fs';
import { basename } from 'node:path';
import { DEFAULTS } from '../../config/defaults.ts';
import { didYouMean } from '../../config/did-you-mean.ts';
import { ContextError } from '../../model/errors.ts';
import { insideOf } from '../../reading/confine.ts';
import { checkAlias, type GraphMaker } from './graph-files.ts';

/** The graph that is meant: the one named, else the default, else the only one there is. */
export function chooseGraph(named: string | undefined, known: readonly string[]): string {
  if (named !== undefined && known.includes(checkAlias(named))) return named;
  if (known.length === 0) throw new ContextError('NO_GRAPH', 'No knowledge graph is imported here.');
  if (named !== undefined)
    throw new ContextError('NO_SUCH_WORKSPACE', `There is no graph "${named}"${didYouMean(named, known)}`);
  if (known.includes(DEFAULTS.graphs.workspace)) return DEFAULTS.graphs.workspace;
  if (known.length === 1) return known[0]!;
  throw new ContextError('NO_SUCH_WORKSPACE', `Say which graph is meant with --workspace: ${known.join(', ')}.`);
}

export interface Holder {
  readonly configured: GraphMaker | null;
  /** What the graph of that name was made from so far. */
  readonly origin: GraphMaker | null;
  readonly isReplacing: boolean;
}

/** A name holds one body of knowledge; another does not slip into its place. */
export function refuseTaken(alias: string, maker: GraphMaker, { configured, origin, isReplacing }: Holder): void {
  if (configured) {
    if (configured.path === maker.path && configured.source === maker.source) return;
    throw new ContextError(
      'WORKSPACE_TAKEN',
      `Your configuration makes "${alias}" from ${configured.path}; change it there, or give another --workspace.`,
    );
  }
  if (!origin || isReplacing || isSameBody(origin, maker)) return;
  throw new ContextError(
    'WORKSPACE_TAKEN',
    `"${alias}" holds ${origin.source} ${origin.path}; give another --workspace, or --replace to put this in its place.`,
  );
}

// Exports of one workspace are named after it and their day: `abc@2026-01-14.json`, then `abc@2026-01-15.json`.
const DATED = /@\d{4}-?\d\d-?\d\d[^@]*$/;

function isSameBody(a: GraphMaker, b: GraphMaker): boolean {
  if (a.source !== b.source) return false;
  if (a.path === b.path) return true;
  return DATED.test(a.path) && DATED.test(b.path) && bodyOf(a.path) === bodyOf(b.path);
}

const bodyOf = (path: string): string => basename(path).replace(DATED, '');

/** A configured path inside the workspace stays there, links included: a repository may have named it. */
export function confinedPath(root: string, path: string): string {
  if (insideOf(root, path) === null) return path;
  try {
    if (insideOf(realpathSync.native(root), realpathSync.native(path)) !== null) return path;
  } catch {
    // It is not there; whoever reads it says so.
    return path;
  }
  throw new ContextError('OUTSIDE_ROOT', `${path} leads out of the workspace.`);
}
