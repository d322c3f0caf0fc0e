import { mkdirSync, renameSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { type Files, makeWorld } from '../worlds/world.ts';

/** Puts a tree where workers of a queue look for it. */
export function addTree(trees: string, name: string, files: Files): void {
  const world = makeWorld(files);
  mkdirSync(dirname(join(trees, name)), { recursive: true });
  renameSync(world.root, join(trees, name));
}
