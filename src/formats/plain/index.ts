import type { Formatter } from '../../ports/formatter.ts';
import { contextLayout } from './context-layout.ts';
import { f63Layout } from './f63-layout.ts';
import { packLayout } from './pack-layout.ts';
import { queryLayout } from './query-layout.ts';
import { referenceLine, showLayout } from './show-layout.ts';

/** Text without markup. */
export const plain: Formatter = {
  name: 'plain',
  extension: 'txt',
  layouts: { pack: packLayout, query: queryLayout, 'f6.3': f63Layout },
  show: showLayout,
  showReference: referenceLine,
  context: contextLayout,
};
