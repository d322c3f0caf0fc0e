import { basename } from 'node:path';
import { DEFAULTS } from '../../config/defaults.ts';
import type { Config } from '../../config/schema.ts';
import { FILE_SOURCES } from '../../engine/source-names.ts';
import { FORMATTERS } from '../../formats/index.ts';
import { allLenses } from '../../lenses/index.ts';
import { QUOTING_AIMS } from '../../model/budget.ts';
import { GRAPH_SOURCES } from '../../sources/graph-sources.ts';

/** What the page lets one choose from, and what it starts with. */
export interface PageChoices {
  readonly workspace: string;
  readonly root: string;
  readonly formats: readonly string[];
  readonly aims: readonly string[];
  readonly lenses: readonly { readonly name: string; readonly description: string }[];
  readonly sources: readonly string[];
  readonly budget: number;
  readonly format: string;
  /** The index has been brought up to date since the start. */
  readonly isReady: boolean;
}

export function choicesOf(root: string, config: Config): Omit<PageChoices, 'isReady'> {
  return {
    workspace: basename(root),
    root,
    formats: FORMATTERS.map(({ name }) => name),
    aims: QUOTING_AIMS,
    lenses: allLenses(config.lenses).map(({ name, description }) => ({ name, description })),
    sources: [...FILE_SOURCES, ...GRAPH_SOURCES].map(({ name }) => name),
    budget: config.budget,
    format: config.format ?? DEFAULTS.pack.format,
  };
}
