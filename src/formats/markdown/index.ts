import type { Formatter } from '../../ports/formatter.ts';
import { contextLayout } from './context-layout.ts';
import { f63Layout } from './f63-layout.ts';
import { packLayout } from './pack-layout.ts';
import { queryLayout } from './query-layout.ts';
import { referenceLine, showLayout } from './show-layout.ts';

/** Markdown, for people and models alike. */
export const markdown: Formatter = {
  name: 'markdown',
  extension: 'md',
  layouts: { pack: packLayout, query: queryLayout, 'f6.3': f63Layout },
  show: showLayout,
  showReference: referenceLine,
  context: contextLayout,
};
