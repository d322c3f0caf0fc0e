import { join } from 'node:path';
import { build, type Rollup } from 'vite';
import { packagesOf } from './licence-notices.ts';

/** Bundles the page into a folder and names the packages whose code is in it. */
export async function buildPage(folder: string): Promise<readonly string[]> {
  const before = process.env.NODE_ENV;
  // Whatever the caller is for: else the paths of this machine would stand in every element.
  process.env.NODE_ENV = 'production';
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
  }).finally(() => {
    if (before === undefined) delete process.env.NODE_ENV;
    else process.env.NODE_ENV = before;
  });
  const outputs = (Array.isArray(built) ? built : [built as Rollup.RollupOutput]).flatMap(({ output }) => output);
  const inputs = outputs.flatMap((file) => (file.type === 'chunk' ? file.moduleIds : []));
  return packagesOf(inputs);
}
