import { DEFAULTS } from '../../../src/config/defaults.ts';
import { createLocalApi, type LocalApiOptions } from '../../../src/sources/tana/local-api/local-api.ts';
import { createLocalApiBackend } from '../../../src/sources/tana/local-api/local-api-backend.ts';

/** The client with pauses a test can wait for. */
export function openApi(url: string, more: Partial<LocalApiOptions> = {}) {
  return createLocalApi({ ...DEFAULTS.tana, url, token: 'secret', backoffMs: 1, retryAfterMaxMs: 20, ...more });
}

export function openLive(url: string, more: Partial<LocalApiOptions> = {}) {
  return createLocalApiBackend(openApi(url, more), { ...DEFAULTS.tana, workspaceIds: ['ws1'] });
}
