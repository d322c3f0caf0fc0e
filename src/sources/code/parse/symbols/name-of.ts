import type { Span } from './captures.ts';

const NAME_CHARACTERS_MAX = 200;

export interface Name {
  readonly name: string;
  /** With the owner that the definition itself names: `Shop.pay`. */
  readonly qualified: string;
}

/** The name of a definition without quotes, type arguments and the ways a module says `exports`; null when it has none. */
export function nameOf(text: string, span: Span | null, owner: Span | null, isWhole = false): Name | null {
  if (span === null || span.end - span.start > NAME_CHARACTERS_MAX) return null;
  const written = text.slice(span.start, span.end);
  if (isWhole) {
    const name = unquoted(written);
    return { name, qualified: name };
  }
  // Operators keep their signs: a dot or a bracket in them separates nothing.
  const isOperator = written.includes('operator') || !/[\p{L}\p{N}_$]/u.test(written);
  const parts = isOperator ? written.split('::') : partsOf(written);
  const name = parts.at(-1);
  if (name === undefined || name === '' || /\s|^_$/.test(name)) return null;
  const owners = owner === null ? parts.slice(0, -1) : [text.slice(owner.start, owner.end), ...parts.slice(0, -1)];
  return { name, qualified: [...owners, name].join('.') };
}

function partsOf(written: string): readonly string[] {
  const bare = unquoted(written);
  // The name of an ambient module is a path; it stays whole.
  if (bare !== written) return [bare];
  return bare
    .replace(/^([^<]*)<.*>/s, '$1')
    .replace(/^(?:module\.)?exports\./, '')
    .replace(/^module\.exports$/, 'exports')
    .replace(/\.prototype(?=\.|$)/, '')
    .replace(/^(?:this|self)\.|^(?:script|global|local|private):(?!:)/i, '')
    .split(/::|\??\./);
}

function unquoted(written: string): string {
  return written.replace(/^['"`](.*)['"`]$/s, '$1');
}
