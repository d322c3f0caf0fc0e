import type { Lens } from '../model/lens.ts';
import { LENSES } from './index.ts';

/** The built-in lenses and a user's own. */
export function allLenses(own: Readonly<Record<string, Omit<Lens, 'name'>>>): readonly Lens[] {
  return [...LENSES, ...Object.entries(own).map(([name, lens]) => ({ name, ...lens }))];
}
