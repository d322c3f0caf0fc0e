import { ContextError } from '../model/errors.ts';
import type { Formatter, Layout, LayoutOptions } from '../ports/formatter.ts';
import { json } from './json/index.ts';
import { markdown } from './markdown/index.ts';
import { plain } from './plain/index.ts';
import { xml } from './xml/index.ts';

const FORMAT_NAMES = ['markdown', 'xml', 'plain', 'json'] as const;
export type FormatName = (typeof FORMAT_NAMES)[number];
const BY_NAME: Readonly<Record<FormatName, Formatter>> = { markdown, xml, plain, json };

/** Every format. */
export const FORMATTERS: readonly Formatter[] = FORMAT_NAMES.map((name) => BY_NAME[name]);

/** The formatter of a name. */
export function formatterNamed(name: string): Formatter {
  const formatter = FORMATTERS.find((each) => each.name === name);
  if (formatter) return formatter;
  throw new ContextError(
    'BAD_INPUT',
    `No format "${name}". There are: ${FORMATTERS.map((each) => each.name).join(', ')}.`,
  );
}

/** A page of a format, ready to make pieces. */
export function layoutNamed(format: string, layout: string, options: LayoutOptions): Layout {
  const formatter = formatterNamed(format);
  const make = Object.hasOwn(formatter.layouts, layout) ? formatter.layouts[layout] : undefined;
  if (make) return make(options);
  const names = Object.keys(formatter.layouts).join(', ');
  throw new ContextError('BAD_INPUT', `The format ${format} has no layout "${layout}". It has: ${names}.`);
}
