import { DEFAULTS } from '../../config/defaults.ts';
import { ContextError } from '../../model/errors.ts';

const MILLION = 1_000_000;

/** Refuses a question that nobody could answer in time. */
export function refuseLarge(given: unknown): void {
  const most = DEFAULTS.serving.questionCharactersMax;
  if (charactersOf(given, most) > most)
    throw new ContextError('TOO_LARGE', `A question may have ${most / MILLION} million characters in all.`);
}

// Stops counting once it is too much: what is sent decides how deep and how wide it goes.
function charactersOf(value: unknown, most: number): number {
  const open = [value];
  let characters = 0;
  while (open.length > 0 && characters <= most) {
    const next = open.pop();
    characters += typeof next === 'string' ? next.length : 1;
    if (typeof next !== 'object' || next === null) continue;
    for (const [key, inner] of Object.entries(next)) {
      characters += key.length;
      open.push(inner);
    }
  }
  return characters;
}
