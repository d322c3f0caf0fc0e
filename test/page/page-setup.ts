import { join } from 'node:path';
import { buildPage } from '../../scripts/build-page.ts';
import { builtOr } from '../worlds/built.ts';

const BUILT = join(import.meta.dirname, '../../dist/page');

/** Before any file of tests: the page as its sources are now, and the browser out of its package, once for all of them. */
export async function setup(): Promise<void> {
  if (!builtOr('page/index.html', 'page/index.html').startsWith(BUILT)) await buildPage(BUILT);
  const { default: packed } = await import('@sparticuz/chromium');
  // Where it cannot be unpacked the tests try others, and say which.
  await packed.executablePath().catch(() => undefined);
}
