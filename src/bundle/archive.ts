import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import { createTar } from 'nanotar';
import type { BundlePage } from './excerpt-pages.ts';

// Nothing of the machine or the moment goes into an archive: the same pages give the same bytes.
const ATTRIBUTES = { mtime: 0, uid: 0, gid: 0, mode: '644' } as const;

const FOLDER = 'context-pack';
// An archive ends in two empty blocks; the library leaves them out when the last record happens to be full.
const END = new Uint8Array(1024);

/** `ctx.tgz`: all pages of a pack below one folder. It is packed in another thread. */
export async function archive(pages: readonly BundlePage[]): Promise<Uint8Array> {
  const encoder = new TextEncoder();
  const files = pages.map(({ name, content }) => ({
    name: `${FOLDER}/${name}`,
    data: encoder.encode(content),
    attrs: ATTRIBUTES,
  }));
  const zipped = await promisify(gzip)(Buffer.concat([createTar(files), END]), { level: 9 });
  // The byte that names the operating system.
  zipped[9] = 255;
  return zipped;
}
