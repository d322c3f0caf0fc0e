// Documents and sections may have ids such as `LK3PQ7`. This file reads them leniently for links, and strictly for
// `knap check`.

const LENIENT = /^L[A-Z0-9]{4,}$/i;
// The alphabet of base 32 (RFC 4648), which does not have 0, 1, 8 and 9.
const STRICT = /^L[A-Z2-7]{4,}$/;

/** Returns the id in upper case; null when the text cannot be one. It accepts every digit, because ids in use have them. */
export function parseLatticeId(text: string): string | null {
  const trimmed = text.trim();
  return LENIENT.test(trimmed) ? trimmed.toUpperCase() : null;
}

/** Returns what is wrong with an id by the strict rules; null when the id is correct. */
export function explainIdFault(text: string): string | null {
  const id = text.trim().toUpperCase();
  if (!id.startsWith('L')) return 'an ID starts with L';
  if (id.length < 5) return 'an ID has at least 5 characters';
  if (STRICT.test(id)) return null;
  const wrong = [...id].find((character) => !/[A-Z2-7]/.test(character));
  return `an ID consists of A–Z and 2–7, not "${wrong}"`;
}
