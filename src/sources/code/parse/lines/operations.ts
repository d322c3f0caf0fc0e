import type { SymbolFacts } from '../../../../model/facts.ts';
import type { LineIndex } from '../symbols/line-index.ts';

const HEAD_CHARACTERS = 3000;
const SAYS_SO = /^[\s{]*["']?(?:openapi|swagger)["']?\s*:\s*["']?\d/m;
const METHODS = new Set(['get', 'put', 'post', 'delete', 'patch', 'head', 'options', 'trace']);
const FIELD = /^\s*["']?(operationId|summary)["']?\s*:\s*["']?([^\s"'][^"'\n]{0,400}?)["']?,?\s*$/;
// An operation says what it is called near its top.
const LINES_READ_MAX = 400;

/** Whether a text describes an interface by its operations (OpenAPI, Swagger). */
export function isInterface(text: string): boolean {
  return SAYS_SO.test(text.slice(0, HEAD_CHARACTERS));
}

/** Keys of such a text, with its operations as functions: known by their id, their method and their path. */
export function withOperations(index: LineIndex, symbols: readonly SymbolFacts[]): readonly SymbolFacts[] {
  return symbols.map((symbol) => {
    const path = symbols[symbol.parent ?? -1];
    const isOperation = METHODS.has(symbol.name) && symbols[path?.parent ?? -1]?.name === 'paths';
    return isOperation ? operationOf(index, symbol, path?.name ?? '') : symbol;
  });
}

function operationOf(index: LineIndex, symbol: SymbolFacts, path: string): SymbolFacts {
  const fields = new Map<string, string>();
  const last = Math.min(symbol.endLine, symbol.startLine + LINES_READ_MAX);
  for (let line = symbol.startLine; line <= last; line++) {
    const [, key, value] = FIELD.exec(index.lineText(line)) ?? [];
    if (key !== undefined && value !== undefined && !fields.has(key)) fields.set(key, value);
  }
  const called = `${symbol.name.toUpperCase()} ${path}`;
  const name = fields.get('operationId') ?? symbol.name;
  return {
    ...symbol,
    kind: 'function',
    name,
    qualifiedName: called,
    signature: called,
    doc: fields.get('summary') ?? null,
  };
}
