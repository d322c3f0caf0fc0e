import { basename } from 'node:path';
import { DEFAULTS } from '../../config/defaults.ts';
import { didYouMean } from '../../config/did-you-mean.ts';
import type { Config } from '../../config/schema.ts';
import { ContextError } from '../../model/errors.ts';
import type { GraphOrigin } from '../../ports/graph.ts';
import type { LocalApiBackend } from '../../sources/tana/local-api/local-api-backend.ts';
import type { LiveWorkspace } from '../../sources/tana/local-api/workspace-reader.ts';

/** How a running Tana is reached; only the user's own configuration and the environment say it. */
export type LiveTanaSettings = Pick<Config, 'tanaLive' | 'tanaUrl' | 'tanaToken' | 'tanaTimeoutMs'>;

interface OpeningLive {
  readonly workspace: string | undefined;
  /** Where the imported graph of that name came from. */
  readonly origin: GraphOrigin | null;
  readonly signal?: AbortSignal | undefined;
}

interface OpenedLive {
  readonly backend: LocalApiBackend;
  readonly workspace: string;
  readonly notes: readonly string[];
}

/** The live interface over the life of an engine: it remembers that it was healthy, or that it failed, for a while. */
export interface LiveTana {
  /** Why it is not to be asked: switched off, no token; null otherwise. */
  reasonUnset(): string | null;
  /** The same, or that it failed a moment ago. */
  reasonAgainst(): string | null;
  open(opening: OpeningLive): Promise<OpenedLive>;
  /** It failed: it is left alone for a while. */
  rest(failure: ContextError): void;
}

export function openLiveTana(settings: LiveTanaSettings, now: () => number): LiveTana {
  let failed: { readonly message: string; readonly atMs: number } | null = null;
  let healthy: { readonly workspaces: readonly LiveWorkspace[]; readonly atMs: number } | null = null;
  const isYoung = (atMs: number) => now() - atMs < DEFAULTS.tana.restMs;
  const reasonUnset = () => {
    if (!settings.tanaLive) return 'the Local API is switched off';
    return settings.tanaToken === undefined ? 'no token is set for the Local API (KNAP_TANA_TOKEN)' : null;
  };
  return {
    reasonUnset,
    reasonAgainst: () => reasonUnset() ?? (failed && isYoung(failed.atMs) ? failed.message : null),
    open: async ({ workspace, origin, signal }) => {
      const { createLocalApi } = await import('../../sources/tana/local-api/local-api.ts');
      const { createLocalApiBackend } = await import('../../sources/tana/local-api/local-api-backend.ts');
      const { liveWorkspaces } = await import('../../sources/tana/local-api/workspace-reader.ts');
      const { tanaUrl: url, tanaToken: token = '', tanaTimeoutMs: timeoutMs } = settings;
      const api = createLocalApi({ ...DEFAULTS.tana, url, token, timeoutMs, signal });
      if (!healthy || !isYoung(healthy.atMs)) {
        const workspaces = await liveWorkspaces(api, DEFAULTS.tana.healthTimeoutMs);
        healthy = { workspaces, atMs: now() };
      }
      const { chosen, notes } = chooseWorkspaces(healthy.workspaces, { workspace, origin });
      const workspaceIds = chosen.map(({ id }) => id);
      const backend = createLocalApiBackend(api, { ...DEFAULTS.tana, workspaceIds });
      return { backend, workspace: chosen.length === 1 ? chosen[0]!.name : DEFAULTS.graphs.workspace, notes };
    },
    rest: (failure) => {
      healthy = null;
      failed = { message: clauseOf(failure), atMs: now() };
    },
  };
}

/** The message of an error as a part of a sentence. */
export const clauseOf = ({ message }: ContextError): string =>
  message.replace(/^The (?=Local API)/, 'the ').replace(/\.$/, '');

/**
 * Which of Tana's workspaces an alias means: the one its export is named after, else the one of that name, else the only
 * one, else all of them together.
 */
function chooseWorkspaces(
  workspaces: readonly LiveWorkspace[],
  { workspace, origin }: Pick<OpeningLive, 'workspace' | 'origin'>,
): { readonly chosen: readonly LiveWorkspace[]; readonly notes: readonly string[] } {
  const exported = origin ? /^([\w-]+)@/.exec(basename(origin.path))?.[1] : undefined;
  const wanted = workspace?.toLowerCase();
  const named =
    workspaces.find(({ id }) => id === exported || id === workspace) ??
    workspaces.find(({ name }) => aliasOf(name) === wanted);
  if (named) return { chosen: [named], notes: [] };
  // A name somebody gave must be somebody's; the default is nobody's in particular.
  if (origin === null && wanted !== undefined && wanted !== DEFAULTS.graphs.workspace) {
    const aliases = workspaces.map(({ name }) => aliasOf(name));
    const hint = didYouMean(wanted, aliases) || `; it has ${aliases.join(', ')}`;
    throw new ContextError('NO_SUCH_WORKSPACE', `Tana has no workspace "${workspace}"${hint}`);
  }
  if (workspaces.length === 1) return { chosen: workspaces, notes: [] };
  const names = workspaces.map(({ name }) => name).join(', ');
  return { chosen: workspaces, notes: [`all workspaces of Tana were asked: ${names}`] };
}

const aliasOf = (name: string): string =>
  name
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, '-')
    .replace(/^-|-$/g, '');
