// Makes the paths of agents' settings, in folders of a user and of a workspace.
import { existsSync } from 'node:fs';
import { join } from 'node:path';

export const SCOPES = ['user', 'project'] as const;
export type Scope = (typeof SCOPES)[number];

/** What the paths of settings depend on. */
export interface UserPlaces {
  readonly root: string;
  readonly home: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly platform: NodeJS.Platform;
}

type PlaceOf = (places: UserPlaces) => string;

export const inHome = below(({ home }) => home);
export const inRoot = below(({ root }) => root);
export const inCodex = below(({ env, home }) => env.CODEX_HOME || join(home, '.codex'));
export const inCopilot = below(({ env, home }) => env.COPILOT_HOME || join(home, '.copilot'));
export const inXdg = below(xdg);
/** A path in the settings folder of desktop programs. */
export const inSettings = below((places) => (SETTINGS[places.platform] ?? xdg)(places));

function below(folder: PlaceOf): (...parts: readonly string[]) => PlaceOf {
  return (...parts) =>
    (places) =>
      join(folder(places), ...parts);
}

function xdg({ env, home }: UserPlaces): string {
  return env.XDG_CONFIG_HOME || join(home, '.config');
}

/** The first existing path, else the last. */
export const firstThere =
  (...all: readonly [PlaceOf, ...PlaceOf[]]): PlaceOf =>
  (places) => {
    const paths = all.map((place) => place(places));
    return paths.find((path) => existsSync(path)) ?? paths.at(-1)!;
  };

const SETTINGS: Readonly<Partial<Record<NodeJS.Platform, PlaceOf>>> = {
  darwin: ({ home }) => join(home, 'Library', 'Application Support'),
  win32: ({ env, home }) => env.APPDATA || join(home, 'AppData', 'Roaming'),
};
