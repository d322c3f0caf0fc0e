// This file parses JSON, and tells its objects apart from other values, because they have no types.

/** An object read from JSON, with values of any kind. */
export type JsonRecord = Readonly<Record<string, unknown>>;

/** Whether a value is an object that is no list. */
export function isRecord(value: unknown): value is JsonRecord {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Parses a text as JSON; null if that fails. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    // The caller decides what an unreadable text means.
    return null;
  }
}
