// Serves the page: its files, its session, and routes only for it.
import { randomBytes } from 'node:crypto';
import { basename } from 'node:path';
import * as z from 'zod';
import { DEFAULTS } from '../../config/defaults.ts';
import type { Config } from '../../config/schema.ts';
import { FILE_SOURCES } from '../../engine/file-filters.ts';
import { FORMATTERS } from '../../formats/index.ts';
import { allLenses } from '../../lenses/index.ts';
import { PACK_AIMS } from '../../model/budget.ts';
import { GRAPH_SOURCES } from '../../sources/graph-sources.ts';
import { Refusal } from '../http/http-errors.ts';
import { type Route, readBody, type ServedPage } from '../http/routes.ts';
import { cleanData } from '../serving/clean-lines.ts';
import type { AssetFile } from './page-files.ts';

const SESSION_PATH = '/ui/session';
const CHOICES_PATH = '/ui/choices';

/** Routes only for the page; their answers have no public schema and may change with the page. */
const PAGE_ROUTES: readonly Route[] = [
  {
    method: 'post',
    path: '/ui/lines',
    operation: 'lines',
    load: async () => (await import('./read-lines.ts')).readLines,
  },
  {
    method: 'post',
    path: '/ui/paths',
    operation: 'paths',
    load: async () => (await import('./read-lines.ts')).findPaths,
  },
  { method: 'post', path: '/ui/list', operation: 'list' },
  { method: 'post', path: '/ui/links', operation: 'links' },
  { method: 'post', path: '/ui/packs', operation: 'packs list' },
  { method: 'post', path: '/ui/packs/open', operation: 'packs open' },
];

/** Allows only scripts of the page and requests to this server, and forbids frames. */
const HEADERS = {
  'Content-Security-Policy':
    "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; img-src 'self' data:; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
  'Referrer-Policy': 'no-referrer',
  'Cross-Origin-Opener-Policy': 'same-origin',
  'Cross-Origin-Resource-Policy': 'same-origin',
  'X-Content-Type-Options': 'nosniff',
  'Cache-Control': 'no-store',
} as const;

export interface PageAnswers {
  readonly choices: () => Omit<PageChoices, 'isReady'>;
  readonly exchange: (code: string) => string | null;
}

/** Adapts the page to the HTTP surface. */
export function pageOf(files: ReadonlyMap<string, AssetFile>, { choices, exchange }: PageAnswers): ServedPage {
  return {
    routes: PAGE_ROUTES,
    isOpen: (path) => files.has(path) || path === SESSION_PATH,
    async answer(request, isReady) {
      const { pathname } = new URL(request.url);
      if (pathname === CHOICES_PATH && request.method === 'GET')
        return Response.json({ ...(await cleanData(choices())), isReady });
      if (pathname === SESSION_PATH && request.method === 'POST')
        return Response.json({ token: await tokenFor(request, exchange) }, { headers: HEADERS });
      const file = request.method === 'GET' ? files.get(pathname) : undefined;
      return file ? new Response(file.bytes, { headers: { ...HEADERS, 'Content-Type': file.type } }) : null;
    },
  };
}

const exchangeSchema = z.strictObject({ code: z.string().max(100) });

async function tokenFor(request: Request, exchange: PageAnswers['exchange']): Promise<string> {
  const { data } = exchangeSchema.safeParse(await readBody(request, DEFAULTS.http.bodyBytesMax));
  const token = data ? exchange(data.code) : null;
  if (token === null) throw new Refusal('NO_TOKEN', 'This address was already used, or another run printed it.');
  return token;
}

/**
 * Decides who may ask. Other users of this machine can see the printed address and the arguments of the browser, so the
 * code in the address works once; the page exchanges it for the token, which is never written.
 */
export interface PageSession {
  readonly token: string;
  /** A fresh code; it invalidates the one before. */
  nextCode(): string;
  /** The token for the code; null if the code is wrong or was used. */
  exchange(code: string): string | null;
}

const BYTES = 24;
const secret = (): string => randomBytes(BYTES).toString('base64url');

export function createSession(): PageSession {
  const token = secret();
  let waiting: string | null = null;
  return {
    token,
    nextCode: () => (waiting = secret()),
    exchange(code) {
      // Codes are too long to guess, so the comparison needs no constant time.
      if (waiting === null || code !== waiting) return null;
      waiting = null;
      return token;
    },
  };
}

/** The choices that the page offers, and its initial values. */
export interface PageChoices {
  readonly workspace: string;
  readonly root: string;
  readonly formats: readonly string[];
  readonly aims: readonly string[];
  readonly lenses: readonly { readonly name: string; readonly description: string }[];
  readonly sources: readonly string[];
  readonly budget: number;
  readonly format: string;
  /** The index has been brought up to date since the start. */
  readonly isReady: boolean;
}

export function choicesOf(root: string, config: Config): Omit<PageChoices, 'isReady'> {
  return {
    workspace: basename(root),
    root,
    formats: FORMATTERS.map(({ name }) => name),
    aims: PACK_AIMS,
    lenses: allLenses(config.lenses).map(({ name, description }) => ({ name, description })),
    sources: [...FILE_SOURCES, ...GRAPH_SOURCES].map(({ name }) => name),
    budget: config.budget,
    format: config.format ?? DEFAULTS.pack.format,
  };
}
