// A query of a language marks definitions, comments, imports and calls in a syntax tree. This file sorts these captures
// and keeps only their offsets, so that the tree can be freed.
import type { Query, QueryCapture } from 'web-tree-sitter';
import type { EntityKind } from '../../../../model/entity.ts';

export interface Captures {
  readonly definitions: readonly DefinitionSpan[];
  readonly scopes: readonly ScopeSpan[];
  readonly wraps: readonly Span[];
  readonly leads: readonly Lead[];
  readonly imports: readonly ImportSpan[];
  readonly froms: readonly Span[];
  readonly imported: readonly Span[];
  /** The offset of each name that is called or referred to. */
  readonly calls: readonly number[];
  readonly packageName: Span | null;
  /** The offset of the first text that the grammar could not read. */
  readonly firstError: number | null;
}

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
type CaptureSink = ReturnType<typeof emptySink>;

/** Sorts the matches of a query by their captures; reads only the offsets it needs from the memory of the grammar. */
export function collectCaptures(matches: readonly QueryMatch[]): Captures {
  const sink = emptySink();
  for (const { captures } of matches) {
    const first = captures[0];
    if (first === undefined) continue;
    if (first.name === 'call') sink.calls.push(first.node.startIndex);
    else collectOther(captures, sink);
  }
  return sink;
}

function emptySink() {
  return {
    definitions: [] as DefinitionSpan[],
    scopes: [] as ScopeSpan[],
    wraps: [] as Span[],
    leads: [] as Lead[],
    imports: [] as ImportSpan[],
    froms: [] as Span[],
    imported: [] as Span[],
    calls: [] as number[],
    packageName: null as Span | null,
    firstError: null as number | null,
  };
}

function collectOther(captures: readonly QueryCapture[], sink: CaptureSink): void {
  for (const capture of captures) {
    const [label, suffix] = capture.name.split('.', 2) as [string, string | undefined];
    if (KINDS.has(label)) sink.definitions.push(...readDefinition(captures, capture, label as EntityKind, suffix));
    else if (label === 'scope') {
      sink.scopes.push({ ...spanOfCapture(capture), name: findSpan(captures, 'name'), isType: suffix === 'type' });
    } else collectSpan(label, suffix, capture, sink);
  }
}

function readDefinition(
  captures: readonly QueryCapture[],
  whole: QueryCapture,
  kind: EntityKind,
  suffix: string | undefined,
): readonly DefinitionSpan[] {
  const name = findSpan(captures, 'name');
  if (name === null) return [];
  const condition = suffix === 'inner' || suffix === 'long' || suffix === 'upper' ? suffix : null;
  const body = findSpan(captures, 'body');
  const { start, end } = spanOfCapture(whole);
  // Some grammars put the body beside the signature, not inside it.
  const wholeEnd = Math.max(end, body?.end ?? end);
  return [
    { start, end: wholeEnd, kind, condition, name, bodyStart: body?.start ?? null, owner: findSpan(captures, 'owner') },
  ];
}

function collectSpan(label: string, suffix: string | undefined, capture: QueryCapture, sink: CaptureSink): void {
  // These are parts of a definition, or names that only a predicate of the query uses.
  if (label === 'name' || label === 'body' || label === 'owner' || label.startsWith('_')) return;
  const place = spanOfCapture(capture);
  if (label === 'comment') sink.leads.push({ ...place, isComment: true });
  else if (label === 'lead') sink.leads.push({ ...place, isComment: false });
  else if (label === 'wrap') sink.wraps.push(place);
  else if (label === 'import') sink.imports.push({ ...place, form: importForm(suffix) });
  else if (label === 'from') sink.froms.push(place);
  else if (label === 'imported') sink.imported.push(place);
  else if (label === 'package') sink.packageName ??= place;
  else if (label === 'error') sink.firstError = Math.min(place.start, sink.firstError ?? place.start);
}

function importForm(suffix: string | undefined): ImportSpan['form'] {
  return suffix === 'child' || suffix === 'file' || suffix === 'relative' ? suffix : 'plain';
}

function findSpan(captures: readonly QueryCapture[], name: string): Span | null {
  const capture = captures.find((candidate) => candidate.name === name);
  return capture === undefined ? null : spanOfCapture(capture);
}

function spanOfCapture({ node }: QueryCapture): Span {
  return { start: node.startIndex, end: node.endIndex };
}
