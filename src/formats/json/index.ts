import type { Formatter } from '../../ports/formatter.ts';
import { contextLayout } from './context-layout.ts';
import { f63Layout } from './f63-layout.ts';
import { packLayout } from './pack-layout.ts';
import { queryLayout } from './query-layout.ts';
import { referenceText, showLayout } from './show-layout.ts';

/** One JSON value, for programs. */
export const json: Formatter = {
  name: 'json',
  extension: 'json',
  layouts: { pack: packLayout, query: queryLayout, 'f6.3': f63Layout },
  show: showLayout,
  showReference: referenceText,
  context: contextLayout,
};
