// Finds the frameworks that a project uses by its manifests, for the linker, for tasks and for `knap init`.
import { folderOf } from '../model/paths.ts';
import type { DetectionFile, Framework } from './framework.ts';
import { FRAMEWORKS } from './index.ts';

// Deep manifests are mostly those of fixtures and examples, so only the shallowest are read.
const MANIFESTS_MAX = 80;

/** A framework in use at and below a folder; the empty folder is the root. */
export interface FrameworkRoot {
  readonly framework: Framework;
  readonly folder: string;
}

/** Returns the frameworks in use anywhere among these files, in the order of the list. */
export async function detectFrameworks(
  files: Iterable<string>,
  read: (path: string) => Promise<string | null>,
): Promise<readonly Framework[]> {
  const roots = await findFrameworkRoots(FRAMEWORKS, files, read);
  return FRAMEWORKS.filter((framework) => roots.some((root) => root.framework === framework));
}

/** Finds the folders in which each framework is in use, shallowest first. */
export async function findFrameworkRoots(
  frameworks: readonly Framework[],
  files: Iterable<string>,
  read: (path: string) => Promise<string | null>,
): Promise<readonly FrameworkRoot[]> {
  const wanted = new Set(frameworks.flatMap(({ detectedBy: signs }) => signs.map(({ file }) => file)));
  const manifests = [...files].filter((path) => wanted.has(path.slice(path.lastIndexOf('/') + 1)));
  manifests.sort((a, b) => a.split('/').length - b.split('/').length || (a < b ? -1 : 1));
  const shallowest = manifests.slice(0, MANIFESTS_MAX);
  const texts = await Promise.all(shallowest.map((path) => (needsText(frameworks, path) ? read(path) : null)));
  return frameworks.flatMap((framework) => {
    const folders = shallowest.flatMap((path, index) =>
      framework.detectedBy.some((file) => isShownBy(file, path, texts[index] ?? null)) ? [folderOf(path)] : [],
    );
    return [...new Set(folders)].map((folder) => ({ framework, folder }));
  });
}

function needsText(frameworks: readonly Framework[], path: string): boolean {
  return frameworks.some(({ detectedBy: signs }) =>
    signs.some(({ file, contains }) => contains !== null && hasName(path, file)),
  );
}

function isShownBy({ file, contains }: DetectionFile, path: string, text: string | null): boolean {
  if (!hasName(path, file)) return false;
  return contains === null || (text !== null && contains.test(text));
}

function hasName(path: string, name: string): boolean {
  return path === name || path.endsWith(`/${name}`);
}
