import type { Query, QueryCapture } from 'web-tree-sitter';
import type { EntityKind } from '../../../../model/entity.ts';

/** What a language's query found in one tree, as offsets; the tree can be dropped afterwards. */
export interface Captures {
  readonly definitions: readonly DefinitionSpan[];
  readonly scopes: readonly ScopeSpan[];
  readonly wraps: readonly Span[];
  readonly leads: readonly Lead[];
  readonly imports: readonly ImportSpan[];
  readonly froms: readonly Span[];
  readonly imported: readonly Span[];
  /** Offsets at which a called or referred-to name starts. */
  readonly calls: readonly number[];
  readonly packageName: Span | null;
  /** Offset of the first thing the grammar could not make sense of. */
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
  /** A type's members (as in an `impl` block), rather than a namespace's. */
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

/** Sorts the matches of a query by their captures. It asks the grammar's memory only for the offsets it needs. */
export function collect(matches: readonly QueryMatch[]): Captures {
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
    if (KINDS.has(label)) sink.definitions.push(...definition(captures, capture, label as EntityKind, suffix));
    else if (label === 'scope') {
      sink.scopes.push({ ...span(capture), name: spanOf(captures, 'name'), isType: suffix === 'type' });
    } else collectSpan(label, suffix, capture, sink);
  }
}

function definition(
  captures: readonly QueryCapture[],
  whole: QueryCapture,
  kind: EntityKind,
  suffix: string | undefined,
): readonly DefinitionSpan[] {
  const name = spanOf(captures, 'name');
  if (name === null) return [];
  const condition = suffix === 'inner' || suffix === 'long' || suffix === 'upper' ? suffix : null;
  const body = spanOf(captures, 'body');
  const { start, end } = span(whole);
  // Some grammars put the body beside the signature, not inside it.
  const wholeEnd = Math.max(end, body?.end ?? end);
  return [
    { start, end: wholeEnd, kind, condition, name, bodyStart: body?.start ?? null, owner: spanOf(captures, 'owner') },
  ];
}

function collectSpan(label: string, suffix: string | undefined, capture: QueryCapture, sink: CaptureSink): void {
  // Parts of a definition, and names that only a predicate looks at.
  if (label === 'name' || label === 'body' || label === 'owner' || label.startsWith('_')) return;
  const place = span(capture);
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

function spanOf(captures: readonly QueryCapture[], name: string): Span | null {
  const capture = captures.find((candidate) => candidate.name === name);
  return capture === undefined ? null : span(capture);
}

function span({ node }: QueryCapture): Span {
  return { start: node.startIndex, end: node.endIndex };
}
