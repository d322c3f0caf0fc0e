// Serves the page: its files, session and choices, and the routes that only it uses.
import { randomBytes } from 'node:crypto';
import { existsSync, readdirSync } from 'node:fs';
import { basename, extname, join } from 'node:path';
import * as z from 'zod';
import { DEFAULTS } from '../../config/defaults.ts';
import type { Config } from '../../config/schema.ts';
import { packageFile } from '../../config/this-package.ts';
import { FILE_SOURCES } from '../../engine/file-filters.ts';
import { FORMATTERS } from '../../formats/index.ts';
import { allLenses } from '../../lenses/index.ts';
import { PACK_AIMS } from '../../model/budget.ts';
import { ContextError } from '../../model/errors.ts';
import { readPlainFile } from '../../reading/plain-file.ts';
import { GRAPH_SOURCES } from '../../sources/graph-sources.ts';
import { Refusal } from '../http/http-errors.ts';
import { type Route, readBody, type ServedPage } from '../http/routes.ts';
import { cleanData } from '../serving/clean-lines.ts';

const SESSION_PATH = '/ui/session';
const CHOICES_PATH = '/ui/choices';

// The OpenAPI document leaves these routes out, so they may change with the page.
const PAGE_ROUTES: readonly Route[] = [
  post('/ui/lines', 'lines', async () => (await import('./page-operations.ts')).readWithColors),
  post('/ui/paths', 'paths', async () => (await import('./page-operations.ts')).findPaths),
  post('/ui/list', 'list'),
  post('/ui/links', 'links'),
  post('/ui/packs', 'packs list'),
  post('/ui/packs/open', 'packs open'),
];

function post(path: string, operation: string, load?: Route['load']): Route {
  return { method: 'post', path, operation, load };
}

const HEADERS = {
  'Content-Security-Policy':
    "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; img-src 'self' data:; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
  'Referrer-Policy': 'no-referrer',
  'Cross-Origin-Opener-Policy': 'same-origin',
  'Cross-Origin-Resource-Policy': 'same-origin',
  'X-Content-Type-Options': 'nosniff',
  'Cache-Control': 'no-store',
} as const;

/** Adapts the page to the HTTP surface. `exchange` gives the token for a code. */
export function pageOf(
  files: ReadonlyMap<string, AssetFile>,
  choices: ReturnType<typeof choicesOf>,
  exchange: (code: string) => string | null,
): ServedPage {
  return {
    routes: PAGE_ROUTES,
    isOpen: (path) => files.has(path) || path === SESSION_PATH,
    async answer(request, isReady) {
      const { pathname } = new URL(request.url);
      if (pathname === CHOICES_PATH && request.method === 'GET')
        return Response.json({ ...(await cleanData(choices)), isReady });
      if (pathname === SESSION_PATH && request.method === 'POST')
        return Response.json({ token: await tokenFor(request, exchange) }, { headers: HEADERS });
      const file = request.method === 'GET' ? files.get(pathname) : undefined;
      return file ? new Response(file.bytes, { headers: { ...HEADERS, 'Content-Type': file.type } }) : null;
    },
  };
}

const exchangeSchema = z.strictObject({ code: z.string().max(100) });

async function tokenFor(request: Request, exchange: (code: string) => string | null): Promise<string> {
  const { data } = exchangeSchema.safeParse(await readBody(request));
  const token = data ? exchange(data.code) : null;
  if (token === null) throw new Refusal('NO_TOKEN', 'This address was already used, or another run printed it.');
  return token;
}

const BYTES = 24;
const secret = (): string => randomBytes(BYTES).toString('base64url');

/**
 * Creates the token and codes of one run. Other users of this machine can see the arguments of the browser, so the code
 * in the address works once; the page exchanges it for the token, which is not printed.
 */
export function createSession() {
  const token = secret();
  let waiting: string | null = null;
  return {
    token,
    /** A fresh code; it invalidates the one before. */
    nextCode: () => (waiting = secret()),
    /** The token for the code; null if the code is wrong or was used. */
    exchange(code: string) {
      if (waiting === null || code !== waiting) return null;
      waiting = null;
      return token;
    },
  };
}

export type PageSession = ReturnType<typeof createSession>;

/** What the page offers and begins with, and whether the index has been up to date once since the start. */
export type PageChoices = ReturnType<typeof choicesOf> & { readonly isReady: boolean };

export function choicesOf(root: string, config: Config) {
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

interface AssetFile {
  readonly bytes: Uint8Array<ArrayBuffer>;
  readonly type: string;
}

const TYPES: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
};

/** Reads the files of the page at the start, by their URL path, so that no request can name a file on the disk. */
export function readPageFiles(): ReadonlyMap<string, AssetFile> {
  const folder = packageFile('dist/page');
  const names = existsSync(folder) ? readdirSync(folder, { recursive: true, encoding: 'utf8' }) : [];
  const files = names.flatMap((name) => {
    const type = TYPES[extname(name)];
    const bytes = readPlainFile(join(folder, name), { bytesMax: DEFAULTS.ui.fileBytesMax });
    const path = `/${name.replaceAll('\\', '/')}`;
    return type === undefined || typeof bytes === 'string' ? [] : [[path, { bytes: new Uint8Array(bytes), type }]];
  }) as [string, AssetFile][];
  const all = new Map(files);
  const index = all.get('/index.html');
  if (!index) throw new ContextError('BAD_INPUT', 'The page is not built: run npm run build.');
  return all.set('/', index);
}
