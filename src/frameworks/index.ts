import { folderOf } from '../model/paths.ts';
import type { Framework, Sign } from './framework.ts';
import { EXPRESS, NESTJS, NEXT, REACT } from './javascript.ts';
import { DJANGO, LARAVEL, RAILS, SPRING } from './server-side.ts';

/** Every supported framework. */
export const FRAMEWORKS: readonly Framework[] = [LARAVEL, NESTJS, NEXT, REACT, EXPRESS, DJANGO, RAILS, SPRING];

/** Usual names of controller methods for each HTTP method. */
const ACTIONS: Readonly<Record<string, readonly string[]>> = {
  GET: ['index', 'show', 'list', 'findAll', 'findOne'],
  POST: ['store', 'create'],
  PUT: ['update'],
  PATCH: ['update'],
  DELETE: ['destroy', 'delete', 'remove'],
};

/** The usual names of controller methods for the HTTP methods in a text. */
export function actionsOf(text: string): readonly string[] {
  return Object.entries(ACTIONS).flatMap(([verb, names]) => (text.split(/\W+/).includes(verb) ? names : []));
}

// Deep manifests are mostly fixtures and examples, so only the shallowest are read.
const MANIFESTS_MAX = 80;

/** A framework in use at and below a folder; the empty folder is the root. */
export interface FrameworkRoot {
  readonly framework: Framework;
  readonly folder: string;
}

/** The frameworks in use anywhere in the tree, in the order of the list. */
export async function detectFrameworks(
  files: Iterable<string>,
  read: (path: string) => Promise<string | null>,
): Promise<readonly Framework[]> {
  const roots = await findFrameworkRoots(FRAMEWORKS, files, read);
  return FRAMEWORKS.filter((framework) => roots.some((root) => root.framework === framework));
}

/** Where each framework is in use, shallowest first. */
export async function findFrameworkRoots(
  frameworks: readonly Framework[],
  files: Iterable<string>,
  read: (path: string) => Promise<string | null>,
): Promise<readonly FrameworkRoot[]> {
  const wanted = new Set(frameworks.flatMap(({ signs }) => signs.map(({ file }) => file)));
  const manifests = [...files].filter((path) => wanted.has(path.slice(path.lastIndexOf('/') + 1)));
  manifests.sort((a, b) => a.split('/').length - b.split('/').length || (a < b ? -1 : 1));
  const shallowest = manifests.slice(0, MANIFESTS_MAX);
  const texts = await Promise.all(shallowest.map((path) => (needsText(frameworks, path) ? read(path) : null)));
  return frameworks.flatMap((framework) => {
    const folders = shallowest.flatMap((path, index) =>
      framework.signs.some((sign) => shows(sign, path, texts[index] ?? null)) ? [folderOf(path)] : [],
    );
    return [...new Set(folders)].map((folder) => ({ framework, folder }));
  });
}

function needsText(frameworks: readonly Framework[], path: string): boolean {
  return frameworks.some(({ signs }) => signs.some(({ file, contains }) => contains !== null && isNamed(path, file)));
}

function shows({ file, contains }: Sign, path: string, text: string | null): boolean {
  if (!isNamed(path, file)) return false;
  return contains === null || (text !== null && contains.test(text));
}

function isNamed(path: string, name: string): boolean {
  return path === name || path.endsWith(`/${name}`);
}
