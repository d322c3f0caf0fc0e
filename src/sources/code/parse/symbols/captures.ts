// A query of a language marks definitions, comments, imports and calls in a syntax tree. This file sorts these captures
// and keeps only their offsets, so that the tree can be freed.
import type { Query, QueryCapture } from 'web-tree-sitter';
import type { EntityKind } from '../../../../model/entity.ts';

/** The captures of a text by their labels. */
export type Captures = Readonly<ReturnType<typeof createSink>>;

export interface Span {
  readonly start: number;
  readonly end: number;
}

export interface DefinitionSpan extends Span {
  readonly kind: EntityKind;
  readonly condition: 'inner' | 'long' | 'upper' | null;
  readonly name: Span;
  readonly bodyStart: number | null;
  readonly owner: Span | null;
}

export interface ScopeSpan extends Span {
  readonly name: Span | null;
  /** Whether it holds the members of a type (as an `impl` block does) and not those of a namespace. */
  readonly isType: boolean;
}

export interface Lead extends Span {
  readonly isComment: boolean;
}

export interface ImportSpan extends Span {
  readonly form: 'plain' | 'child' | 'file' | 'relative';
}

const KINDS = new Set(['class', 'function', 'method', 'interface', 'type', 'enum', 'constant', 'module']);

type QueryMatch = ReturnType<Query['matches']>[number];

/** Sorts the matches of a query by their captures; reads only the offsets it needs from the memory of the grammar. */
export function collectCaptures(matches: readonly QueryMatch[]): Captures {
  const sink = createSink();
  for (const { captures } of matches) {
    const first = captures[0];
    if (first?.name === 'call') sink.calls.push(first.node.startIndex);
    else for (const capture of captures) collectOne(capture, captures, sink);
  }
  return sink;
}

function createSink() {
  return {
    definitions: [] as DefinitionSpan[],
    scopes: [] as ScopeSpan[],
    wraps: [] as Span[],
    leads: [] as Lead[],
    imports: [] as ImportSpan[],
    froms: [] as Span[],
    imported: [] as Span[],
    /** The offset of each name that is called or referred to. */
    calls: [] as number[],
    packageName: null as Span | null,
    /** The offset of the first text that the grammar could not read. */
    firstError: null as number | null,
  };
}

function collectOne(capture: QueryCapture, captures: readonly QueryCapture[], sink: ReturnType<typeof createSink>) {
  const [label, suffix] = capture.name.split('.', 2) as [string, string | undefined];
  // These are parts of a definition, or names that only a predicate of the query uses.
  if (label === 'name' || label === 'body' || label === 'owner' || label.startsWith('_')) return;
  const span = spanOfCapture(capture);
  const name = findSpan(captures, 'name');
  if (KINDS.has(label)) {
    if (name !== null) sink.definitions.push(makeDefinition(captures, { ...span, name }, label, suffix));
  } else if (label === 'scope') sink.scopes.push({ ...span, name, isType: suffix === 'type' });
  else if (label === 'comment' || label === 'lead') sink.leads.push({ ...span, isComment: label === 'comment' });
  else if (label === 'wrap') sink.wraps.push(span);
  // The queries have only the suffixes that the types name.
  else if (label === 'import') sink.imports.push({ ...span, form: (suffix ?? 'plain') as ImportSpan['form'] });
  else if (label === 'from') sink.froms.push(span);
  else if (label === 'imported') sink.imported.push(span);
  else if (label === 'package') sink.packageName ??= span;
  else if (label === 'error') sink.firstError = Math.min(span.start, sink.firstError ?? span.start);
}

function makeDefinition(
  captures: readonly QueryCapture[],
  { start, end, name }: Span & { readonly name: Span },
  kind: string,
  suffix: string | undefined,
): DefinitionSpan {
  const body = findSpan(captures, 'body');
  return {
    start,
    // Some grammars put the body beside the signature, not inside it.
    end: Math.max(end, body?.end ?? end),
    kind: kind as EntityKind,
    condition: (suffix ?? null) as DefinitionSpan['condition'],
    name,
    bodyStart: body?.start ?? null,
    owner: findSpan(captures, 'owner'),
  };
}

function findSpan(captures: readonly QueryCapture[], name: string): Span | null {
  const capture = captures.find((candidate) => candidate.name === name);
  return capture === undefined ? null : spanOfCapture(capture);
}

function spanOfCapture({ node }: QueryCapture): Span {
  return { start: node.startIndex, end: node.endIndex };
}
