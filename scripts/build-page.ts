import { join } from 'node:path';
import { build, type Rollup } from 'vite';
import { packagesOf } from './licence-notices.ts';

/** Bundles the page into a folder and names the packages whose code is in it. */
export async function buildPage(folder: string): Promise<readonly string[]> {
  const built = await build({
    root: join(import.meta.dirname, '../src/page'),
    // Only what stands here counts: nobody's settings change what is shipped.
    configFile: false,
    envDir: false,
    logLevel: 'warn',
    base: './',
    oxc: { jsx: { runtime: 'automatic', importSource: 'preact' } },
    build: {
      outDir: folder,
      emptyOutDir: true,
      target: 'es2022',
      modulePreload: { polyfill: false },
      assetsInlineLimit: 0,
    },
  });
  const outputs = (Array.isArray(built) ? built : [built as Rollup.RollupOutput]).flatMap(({ output }) => output);
  const inputs = outputs.flatMap((file) => (file.type === 'chunk' ? file.moduleIds : []));
  return packagesOf(inputs);
}
