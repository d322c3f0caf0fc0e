import { f098 } from './f-098-context-assembler.ts';
import { f63 } from './f6-3-context-assembly.ts';
import { f104 } from './f10-4-smart-context-assembly.ts';
import { howContextWorks } from './how-context-works.ts';
import { lat } from './lat-context-algorithm.ts';
import type { Seed } from './seed.ts';

/** The five documents knap was made from, by their files. */
export const SEEDS: Readonly<Record<string, Seed>> = {
  'lat-context-algorithm': lat,
  'how-context-works': howContextWorks,
  'f6-3-context-assembly': f63,
  'f10-4-smart-context-assembly': f104,
  'f-098-context-assembler': f098,
};
