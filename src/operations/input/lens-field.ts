import * as z from 'zod';
import { didYouMean } from '../../config/did-you-mean.ts';
import type { Config } from '../../config/schema.ts';
import { allLenses, LENSES } from '../../lenses/index.ts';
import { ContextError } from '../../model/errors.ts';
import { field } from '../operation.ts';
import { either } from './fields.ts';

/** A lens by its name; which there are, the configuration says. */
export const lens = field(
  z
    .string()
    .min(1)
    .optional()
    .describe(`A way of looking at the graph: ${either(LENSES.map(({ name }) => name))}, or one of your own`),
  { placeholder: 'NAME', isFine: true },
);

/** Refuses a lens nobody knows before anything is opened for it. */
export function checkLens(name: string | undefined, { lenses }: Pick<Config, 'lenses'>): void {
  const names = allLenses(lenses).map((one) => one.name);
  if (name === undefined || names.includes(name)) return;
  const hint = didYouMean(name, names) || `; known are ${names.join(', ')}.`;
  throw new ContextError('BAD_INPUT', `There is no lens "${name}"${hint}`);
}
