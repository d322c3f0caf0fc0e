import { join } from 'node:path';
import { build, type Rollup } from 'vite';
import { packagesOf } from './licence-notices.ts';

/** Bundles the page into a folder and returns the names of the packages in it. */
export async function buildPage(folder: string): Promise<readonly string[]> {
  const before = process.env.NODE_ENV;
  // Always builds for production; a development build would write paths of this machine into every element.
  process.env.NODE_ENV = 'production';
  const built = await build({
    root: join(import.meta.dirname, '../src/page'),
    // Ignores configuration files, so that they cannot change the build.
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
