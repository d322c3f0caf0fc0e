import { DEFAULTS } from '../../config/defaults.ts';
import type { FormatName } from '../../formats/index.ts';
import type { Budgeted } from '../../model/budget.ts';
import { ContextError } from '../../model/errors.ts';
import type { Truncator } from '../../ports/truncator.ts';
import type { TokenizerName } from '../../tokenizers/index.ts';
import { type TruncatorName, truncatorNamed } from '../../truncators/index.ts';

/** How assembled results are printed. */
export interface FormatOptions extends Budgeted {
  readonly format?: FormatName | undefined;
  /** The page: that of `knap query`, or the older one with groups and a list of sources. */
  readonly layout?: 'query' | 'f6.3' | undefined;
  readonly includeSources?: boolean | undefined;
  readonly includeCodeContent?: boolean | undefined;
  readonly groupByType?: boolean | undefined;
  readonly tokenizer?: TokenizerName | undefined;
}

/** How results of somebody else's search become a page. */
export interface AssemblerOptions extends FormatOptions {
  readonly includeImports?: boolean | undefined;
  readonly contextLines?: number | undefined;
  /** Nothing outside this folder is read; without one, the folder the process runs in. */
  readonly projectRoot?: string | undefined;
  /** One that knap has, by its name, or your own. */
  readonly truncator?: TruncatorName | Truncator | undefined;
  readonly query?: string | undefined;
}

/** Refuses options that mean nothing, before anything is read. */
export function checkOptions<Options extends FormatOptions>(options: Options): Options {
  if (typeof options !== 'object' || options === null) throw bad(`Options must be an object, not ${String(options)}`);
  for (const [name, isRight, wanted] of CHECKS) {
    const value = (options as Readonly<Record<string, unknown>>)[name];
    if (value !== undefined && !isRight(value)) throw bad(`${name} must be ${wanted}, not ${String(value)}`);
  }
  return options;
}

/** The truncator of a name, or the caller's own. */
export function truncatorOf(given: TruncatorName | Truncator | undefined): Truncator {
  return typeof given === 'object' ? checkedTruncator(given) : truncatorNamed(given ?? DEFAULTS.budget.truncator);
}

const isBoolean = (value: unknown) => typeof value === 'boolean';
const isText = (value: unknown) => typeof value === 'string';
const isTruncator = (value: unknown) =>
  isText(value) || (isRecord(value) && isText(value.name) && typeof value.truncate === 'function');
const CHECKS: readonly (readonly [name: string, isRight: (value: unknown) => boolean, wanted: string])[] = [
  ['contextLines', (value) => Number.isSafeInteger(value) && Number(value) >= 0, 'a whole number of lines, 0 or more'],
  ['projectRoot', isText, 'the path of a folder'],
  ['query', isText, 'a text'],
  ['format', isText, 'the name of a format'],
  ['layout', isText, 'the name of a layout'],
  ['tokenizer', isText, 'the name of a tokenizer'],
  ['truncator', isTruncator, 'a name, or an object with `name` and `truncate`'],
  ...['includeSources', 'includeCodeContent', 'groupByType', 'includeImports'].map(
    (name) => [name, isBoolean, 'true or false'] as const,
  ),
];

// Whoever writes a truncator learns from one line what it must give back.
function checkedTruncator(own: Truncator): Truncator {
  return {
    name: own.name,
    truncate: (input, fits) => {
      const cut: unknown = own.truncate(input, fits);
      if (cut === null || cut === undefined) return null;
      if (isRecord(cut) && typeof cut.text === 'string' && Array.isArray(cut.kept) && cut.kept.every(isRange))
        return { text: cut.text, kept: cut.kept };
      throw bad(`The truncator "${own.name}" must give { text, kept: [[first, last], …] } or null`);
    },
  };
}

function isRange(value: unknown): boolean {
  return Array.isArray(value) && value.length === 2 && value.every((line) => Number.isSafeInteger(line) && line >= 1);
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null;
}

function bad(fault: string): ContextError {
  return new ContextError('BAD_INPUT', `${fault}.`);
}
