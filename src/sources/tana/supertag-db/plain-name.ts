const NODE_REFERENCE = /<span\b[^<>]*\bdata-inlineref-node="([^"<>]+)"[^<>]*>([^<]*)<\/span>/gi;
const DATE_REFERENCE = /<span\b[^<>]*\bdata-inlineref-date="([^"<>]+)"[^<>]*>([^<]*)<\/span>/gi;
const TAG = /<\/?[a-z][^<>]*>/gi;
const ENTITIES: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'", nbsp: ' ' };

/** The nodes a name refers to inline, in order. */
export function referencesIn(name: string): readonly string[] {
  return [...name.matchAll(NODE_REFERENCE)].map((match) => match[1]!);
}

/** Whether a name is nothing but references, as the value of a field often is. */
export function isOnlyReferences(name: string): boolean {
  return referencesIn(name).length > 0 && name.replace(NODE_REFERENCE, '').replace(/[\s,;]|&nbsp;/g, '') === '';
}

/** A name in words: a reference is what the node it names is called, unless it has a text of its own. */
export function plainName(name: string, nameOf: (id: string) => string): string {
  const text = name
    .replace(DATE_REFERENCE, (_, json: string, alias: string) => alias || dateIn(decode(json)))
    .replace(NODE_REFERENCE, (_, id: string, alias: string) => alias || nameOf(id))
    .replace(/<br\s*\/?>/gi, ' ')
    .replace(TAG, '');
  return decode(text).replace(/\s+/g, ' ').trim();
}

const dateIn = (json: string): string => /"dateTimeString"\s*:\s*"([^"]+)"/.exec(json)?.[1] ?? '';

function decode(text: string): string {
  return text.replace(/&(?:(amp|lt|gt|quot|apos|nbsp)|#(\d{1,7}));/g, (whole, name?: string, code?: string) => {
    if (name !== undefined) return ENTITIES[name]!;
    return Number(code) <= 0x10ffff ? String.fromCodePoint(Number(code)) : whole;
  });
}
