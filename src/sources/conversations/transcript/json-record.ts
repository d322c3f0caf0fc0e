/** An object out of JSON, of which nothing is known. */
export type JsonRecord = Readonly<Record<string, unknown>>;

/** Whether a value out of JSON is an object. */
export function isRecord(value: unknown): value is JsonRecord {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** The object under a key; an empty one when there is none. */
export function recordAt(record: JsonRecord, key: string): JsonRecord {
  const value = record[key];
  return isRecord(value) ? value : {};
}

/** The list under a key; an empty one when there is none. */
export function listAt(record: JsonRecord, key: string): readonly unknown[] {
  const value = record[key];
  return Array.isArray(value) ? value : [];
}

/** The text under a key; null when it is absent, blank or no text. */
export function textAt(record: JsonRecord, key: string): string | null {
  const value = record[key];
  return typeof value === 'string' && value.trim() !== '' ? value : null;
}
