import { DEFAULTS } from '../../config/defaults.ts';
import { detectFrameworks } from '../../frameworks/detect-frameworks.ts';
import type { Framework } from '../../frameworks/framework.ts';
import { createReader } from '../../reading/reader.ts';
import { scan } from '../../sources/code/scan/scan.ts';
import { STACKS, type Stack } from './init-stacks.ts';

/** What a workspace is built with. */
export interface Workspace {
  readonly stacks: readonly Stack[];
  readonly frameworks: readonly Framework[];
}

/** Looks at the files a pack could hold, and at nothing else. */
export async function detectWorkspace(root: string): Promise<Workspace> {
  const { files } = await scan(root, DEFAULTS.scan);
  const paths = files.map(({ path }) => path);
  const names = paths.filter((path) => !path.includes('/'));
  const stacks = STACKS.filter(({ marks }) => names.some((name) => marks.some((mark) => mark.test(name))));
  const reader = createReader({ root, ...DEFAULTS.scan, cachedBytesMax: 0 });
  // A manifest that vanished since the scan says nothing.
  const read = async (path: string) => (await reader.read(path))?.text ?? null;
  return { stacks, frameworks: await detectFrameworks(paths, read) };
}
