// The folders in which agents keep settings, of a user and of a workspace.
import { existsSync } from 'node:fs';
import { join } from 'node:path';

export const SCOPES = ['user', 'project'] as const;
export type Scope = (typeof SCOPES)[number];

/** The folders of a user and of a workspace. */
export interface UserPlaces {
  readonly root: string;
  readonly home: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly platform: NodeJS.Platform;
}

type PlaceOf = (places: UserPlaces) => string;

export const inHome =
  (...parts: readonly string[]): PlaceOf =>
  ({ home }) =>
    join(home, ...parts);
export const inRoot =
  (...parts: readonly string[]): PlaceOf =>
  ({ root }) =>
    join(root, ...parts);
export const inXdg =
  (...parts: readonly string[]): PlaceOf =>
  (places) =>
    join(xdg(places), ...parts);
/** A path in the settings folder of desktop programs. */
export const inSettings =
  (...parts: readonly string[]): PlaceOf =>
  (places) =>
    join((SETTINGS[places.platform] ?? xdg)(places), ...parts);

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
const xdg: PlaceOf = ({ env, home }) => env.XDG_CONFIG_HOME || join(home, '.config');
