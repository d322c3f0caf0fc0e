// This file lists the frameworks that knap knows, finds those that a project uses by its manifests, and names the usual
// methods of controllers. A new framework is a row in a file beside this one, and a name in the list.
import { folderOf, nameOf } from '../model/paths.ts';
import type { DetectionFile, Framework } from './framework.ts';
import { EXPRESS, NESTJS, NEXT, REACT } from './javascript.ts';
import { DJANGO, LARAVEL, RAILS, SPRING } from './server-side.ts';

export const FRAMEWORKS: readonly Framework[] = [LARAVEL, NESTJS, NEXT, REACT, EXPRESS, DJANGO, RAILS, SPRING];

const ACTIONS: Readonly<Record<string, readonly string[]>> = {
  GET: ['index', 'show', 'list', 'findAll', 'findOne'],
  POST: ['store', 'create'],
  PUT: ['update'],
  PATCH: ['update'],
  DELETE: ['destroy', 'delete', 'remove'],
};

/** Returns the usual names of controller methods for the HTTP methods that a text names in capitals. */
export function actionsOf(text: string): readonly string[] {
  return Object.entries(ACTIONS).flatMap(([verb, names]) => (text.split(/\W+/).includes(verb) ? names : []));
}

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

/** Finds the folders in which each framework is in use, framework by framework, the shallowest folder first. */
export async function findFrameworkRoots(
  frameworks: readonly Framework[],
  files: Iterable<string>,
  read: (path: string) => Promise<string | null>,
): Promise<readonly FrameworkRoot[]> {
  const signs = frameworks.flatMap(({ detectedBy }) => detectedBy);
  const wanted = new Set(signs.map(({ file }) => file));
  const manifests = [...files].filter((path) => wanted.has(nameOf(path)));
  manifests.sort((a, b) => a.split('/').length - b.split('/').length || (a < b ? -1 : 1));
  const shallowest = manifests.slice(0, MANIFESTS_MAX);
  const withText = new Set(signs.flatMap(({ file, contains }) => (contains === null ? [] : [file])));
  const texts = await Promise.all(shallowest.map((path) => (withText.has(nameOf(path)) ? read(path) : null)));
  const isShown = ({ file, contains }: DetectionFile, path: string, index: number): boolean =>
    nameOf(path) === file && (contains?.test(texts[index] ?? '') ?? true);
  return frameworks.flatMap((framework) => {
    const shown = shallowest.filter((path, index) => framework.detectedBy.some((sign) => isShown(sign, path, index)));
    return [...new Set(shown.map(folderOf))].map((folder) => ({ framework, folder }));
  });
}
