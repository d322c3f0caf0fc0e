import { didYouMean } from '../../config/did-you-mean.ts';
import { ContextError } from '../../model/errors.ts';

/** A thing of a list by its name, or an error that names the nearest. */
export function pickByName<T extends { readonly name: string }>(list: readonly T[], name: string, what: string): T {
  const found = list.find((one) => one.name === name);
  if (found) return found;
  const names = list.map((one) => one.name);
  throw new ContextError(
    'BAD_INPUT',
    `There is no ${what} "${name}"${didYouMean(name, names) || `; known are ${names.join(', ')}.`}`,
  );
}
