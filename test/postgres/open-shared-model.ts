import { DEFAULTS } from '../../src/config/defaults.ts';
import { openPostgresStore } from '../../src/stores/shared-stores.ts';
import type { OpenModelStore } from '../model/indexed-world.ts';

/** Stores of one server for the model: each world is a workspace, which everybody who opens its path shares. */
export const openSharedModel =
  (url: string): OpenModelStore =>
  (path, limits) =>
    openPostgresStore({ ...DEFAULTS.postgres, ...DEFAULTS.queue, ...limits, url, workspace: path, view: 'main' });
