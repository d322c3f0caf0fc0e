// The formats of a page. A new format is a folder here, and its name in `BY_NAME`.
import { ContextError } from '../model/errors.ts';
import type { ContextPage, Formatter, Layout, LayoutOptions, ShowParts } from '../ports/formatter.ts';
import { json } from './json/index.ts';
import { fillLayout } from './layout.ts';
import { markdown } from './markdown/index.ts';
import { plain } from './plain/index.ts';
import { xml } from './xml/index.ts';

const BY_NAME = { markdown, xml, plain, json } as const;
export type FormatName = keyof typeof BY_NAME;
export const FORMATTERS: readonly Formatter[] = Object.values(BY_NAME);

/** The layouts that a caller may name; those of `context` and `show` have functions of their own below. */
export const LAYOUT_NAMES = ['pack', 'prompt', 'query', 'f6.3'] as const;

export function findFormatter(name: string): Formatter {
  const formatter = FORMATTERS.find((each) => each.name === name);
  if (formatter) return formatter;
  throw new ContextError('BAD_INPUT', `No format "${name}". There are: ${Object.keys(BY_NAME).join(', ')}.`);
}

export function findLayout(format: string, layout: string, options: LayoutOptions): Layout {
  const { pages } = findFormatter(format);
  const name = LAYOUT_NAMES.find((each) => each === layout);
  if (name) return fillLayout(pages[name](options));
  const names = LAYOUT_NAMES.join(', ');
  throw new ContextError('BAD_INPUT', `The format ${format} has no layout "${layout}". It has: ${names}.`);
}

export function contextLayout({ pages }: Formatter, page: ContextPage): Layout {
  return fillLayout(pages.context(page));
}

/** Returns the layout of one of several targets, with the text around and between their pages. */
export function showLayout({ pages, shows }: Formatter, page: ShowParts): Layout {
  const { opening, separator, closing } = shows(page.count);
  const layout = fillLayout(pages.show(page));
  return {
    ...layout,
    opening: (head) => (page.index === 0 ? opening : separator) + layout.opening(head),
    closing: (tail) => layout.closing(tail) + (page.index === page.count - 1 ? closing : ''),
  };
}
