import type { Formatter } from '../../ports/formatter.ts';
import { contextLayout } from './context-layout.ts';
import { f63Layout } from './f63-layout.ts';
import { packLayout } from './pack-layout.ts';
import { queryLayout } from './query-layout.ts';
import { referenceElement, showLayout } from './show-layout.ts';

/** XML that parses whatever it quotes. */
export const xml: Formatter = {
  name: 'xml',
  extension: 'xml',
  layouts: { pack: packLayout, query: queryLayout, 'f6.3': f63Layout },
  show: showLayout,
  showReference: referenceElement,
  context: contextLayout,
};
