import { test } from 'vitest';
import { LENSES } from '../../src/lenses/index.ts';
import { TANA_ROWS } from '../worlds/tana-world.ts';
import { contextIn } from './graph-world.ts';

for (const lens of LENSES)
  test(lens.name, async () => {
    const a = await contextIn(TANA_ROWS, { seeds: ['Atlas'], lens: lens.name });
    console.log(a.text, JSON.stringify(a.document.meta.excluded), a.milliseconds);
  });
