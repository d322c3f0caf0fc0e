import type { Layout } from '../ports/formatter.ts';

/** For pages on which every block names its source itself. */
export const NO_SOURCES: Layout['sources'] = {
  opening: '',
  separator: '',
  closing: '',
  none: '',
  max: 0,
  item: () => '',
  more: () => '',
};
