import { DEFAULTS } from '../../config/defaults.ts';
import { ContextError } from '../../model/errors.ts';

const MILLION = 1_000_000;

/** Refuses a question that nobody could answer in time, or that goes so deep that nobody could walk through it. */
export function refuseLarge(given: unknown): void {
  const { questionCharactersMax: most, questionDepthMax: deepest } = DEFAULTS.serving;
  // Stops counting once it is too much: what is sent decides how deep and how wide it goes.
  const open = [{ value: given, depth: 0 }];
  let characters = 0;
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    const { value, depth } = next;
    characters += typeof value === 'string' ? value.length : 1;
    if (characters > most)
      throw new ContextError('TOO_LARGE', `A question may have ${most / MILLION} million characters in all.`);
    if (depth > deepest) throw new ContextError('BAD_INPUT', `A question may be ${deepest} lists or objects deep.`);
    if (typeof value !== 'object' || value === null) continue;
    for (const [key, inner] of Object.entries(value)) {
      characters += key.length;
      open.push({ value: inner, depth: depth + 1 });
    }
  }
}
