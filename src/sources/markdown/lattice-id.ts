const LENIENT = /^L[A-Z0-9]{4,}$/i;
// The alphabet of RFC 4648, in which 0, 1, 8 and 9 do not occur.
const STRICT = /^L[A-Z2-7]{4,}$/;

/** The id in a text, in upper case; null when it cannot be one. Lenient: identifiers in use do not all keep to the alphabet. */
export function latticeId(text: string): string | null {
  const trimmed = text.trim();
  return LENIENT.test(trimmed) ? trimmed.toUpperCase() : null;
}

/** What is wrong with an id by the strict rules; null when nothing is. */
export function idFault(text: string): string | null {
  const id = text.trim().toUpperCase();
  if (!id.startsWith('L')) return 'an ID starts with L';
  if (id.length < 5) return 'an ID has at least 5 characters';
  if (STRICT.test(id)) return null;
  const wrong = [...id].find((character) => !/[A-Z2-7]/.test(character));
  return `an ID consists of A–Z and 2–7, not "${wrong}"`;
}
