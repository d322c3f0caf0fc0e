// Reads the files of the page once, when the server starts.
import { readdirSync } from 'node:fs';
import { extname, join } from 'node:path';
import { DEFAULTS } from '../../config/defaults.ts';
import { packageFile } from '../../config/this-package.ts';
import { ContextError } from '../../model/errors.ts';
import { readPlainFile } from '../../reading/plain-file.ts';

export interface AssetFile {
  readonly bytes: Uint8Array<ArrayBuffer>;
  readonly type: string;
}

const TYPES: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
};

/** Reads all files of the page at once, by their URL path, so that no request can name a file on the disk. */
export function readPageFiles(): ReadonlyMap<string, AssetFile> {
  const folder = packageFile('dist/page');
  const names = namesIn(folder);
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

function namesIn(folder: string): readonly string[] {
  try {
    return readdirSync(folder, { recursive: true, encoding: 'utf8' });
  } catch {
    // The missing index.html reports the fault.
    return [];
  }
}
