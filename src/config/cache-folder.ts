import { homedir } from 'node:os';
import { isAbsolute, join } from 'node:path';

type Environment = Readonly<Record<string, string | undefined>>;

// Where each system keeps what can be made again.
const PLACES: Readonly<Partial<Record<NodeJS.Platform, (env: Environment, home: string) => string>>> = {
  darwin: (_, home) => join(home, 'Library', 'Caches', 'knap'),
  win32: ({ LOCALAPPDATA }, home) => join(LOCALAPPDATA || join(home, 'AppData', 'Local'), 'knap', 'Cache'),
};

/** Where knap keeps what it fetched for a user: `XDG_CACHE_HOME`, where that is said, on every system. */
export function cacheFolder(env: Environment, platform: NodeJS.Platform = process.platform): string {
  if (env.XDG_CACHE_HOME && isAbsolute(env.XDG_CACHE_HOME)) return join(env.XDG_CACHE_HOME, 'knap');
  const home = env.HOME || env.USERPROFILE || homedir();
  return PLACES[platform]?.(env, home) ?? join(home, '.cache', 'knap');
}

/** Repositories from elsewhere. */
export const repositoriesFolder = (env: Environment): string => join(cacheFolder(env), 'repositories');
