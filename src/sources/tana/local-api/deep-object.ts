type Condition = string | number | boolean | readonly Condition[] | { readonly [key: string]: Condition };

/** Adds a nested value to a query in bracket notation: `query[and][0][textContains]=plan`. */
export function addDeepObject(query: URLSearchParams, name: string, value: Condition): void {
  if (typeof value !== 'object') {
    query.set(name, String(value));
    return;
  }
  for (const [key, inner] of Object.entries(value)) addDeepObject(query, `${name}[${key}]`, inner);
}
