import * as z from 'zod';
import type { Connection } from '../../../stores/sqlite/opening/connection.ts';
import { plainCode, plainText } from '../export/plain-text.ts';
import { standingOf } from '../export/system-names.ts';

/** A node as supertag keeps it; its document tells what the columns leave out. */
export interface SupertagRow {
  readonly id: string;
  /** With the markup of the editor. */
  readonly name: string;
  /** The node that listed it last: its owner, or one that refers to it. */
  readonly listedBy: string | null;
  readonly owner: string | null;
  readonly docType: string | undefined;
  readonly description: string | null;
  readonly children: readonly string[];
  readonly createdMs: number | null;
  readonly modifiedMs: number | null;
  readonly isDone: boolean | null;
}

/** Rows by id, each read once. */
export interface SupertagRows {
  get(id: string): SupertagRow | null;
  /** Brings many in at once. */
  load(ids: readonly string[]): void;
  /** Content outside of the trash and of definitions. */
  isVisible(id: string): boolean;
  /** The nearest content node it lies in. */
  ownerOf(id: string): string | null;
  nameOf(id: string): string;
}

// SQLite binds some thousands of values at most; older ones 999.
const BOUND_MAX = 900;
const OWNERS_MAX = 20;
const REFERENCES_DEEP_MAX = 3;

export function readSupertagRows(connection: Connection): SupertagRows {
  const rows = new Map<string, SupertagRow | null>();
  const load = (ids: readonly string[]): void => {
    const unknown = [...new Set(ids)].filter((id) => !rows.has(id));
    for (let start = 0; start < unknown.length; start += BOUND_MAX) {
      const chunk = unknown.slice(start, start + BOUND_MAX);
      for (const id of chunk) rows.set(id, null);
      const marks = chunk.map(() => '?').join(', ');
      for (const row of connection.all<Columns>(`SELECT ${COLUMNS} FROM nodes WHERE id IN (${marks})`, ...chunk))
        rows.set(row.id, rowOf(row));
    }
  };
  const get = (id: string): SupertagRow | null => {
    if (!rows.has(id)) load([id]);
    return rows.get(id) ?? null;
  };
  const owners = function* (id: string): Generator<SupertagRow> {
    const seen = new Set([id]);
    for (let row = get(id); row?.owner && seen.size <= OWNERS_MAX && !seen.has(row.owner); ) {
      seen.add(row.owner);
      row = get(row.owner);
      if (row) yield row;
    }
  };
  const nameAt = (id: string, depth: number): string | null => {
    const row = get(id);
    if (!row || depth > REFERENCES_DEEP_MAX) return null;
    if (row.docType === CODE) return plainCode(row.name);
    return plainText(row.name, (inner) => nameAt(inner, depth + 1)).text;
  };
  return {
    get,
    load,
    isVisible: (id) => {
      const row = get(id);
      if (!row || standingOf(id, row.docType) !== null) return false;
      // What a field holds as mere text is told with the field.
      if (row.owner !== null && get(row.owner)?.docType === TUPLE && row.children.length === 0) return false;
      const holders = [...owners(id)];
      const top = holders.at(-1) ?? row;
      return (
        holders.every((owner) => standingOf(owner.id, owner.docType) !== 'hidden') &&
        (top.owner === null || standingOf(top.owner, undefined) !== 'hidden')
      );
    },
    ownerOf: (id) => {
      for (const owner of owners(id)) if (standingOf(owner.id, owner.docType) === null) return owner.id;
      return null;
    },
    nameOf: (id) => nameAt(id, 0) ?? '',
  };
}

const CODE = 'codeblock';
const TUPLE = 'tuple';

const COLUMNS = 'id, name, parent_id, node_type, created, updated, done_at, raw_data';

interface Columns {
  readonly id: string;
  readonly name: string | null;
  readonly parent_id: string | null;
  readonly node_type: string | null;
  readonly created: number | null;
  readonly updated: number | null;
  readonly done_at: number | null;
  readonly raw_data: string | null;
}

const document = z.object({
  props: z
    .object({
      description: z.string().optional().catch(undefined),
      _ownerId: z.string().optional().catch(undefined),
      _docType: z.string().optional().catch(undefined),
      _done: z.union([z.number(), z.boolean()]).optional().catch(undefined),
      done: z.union([z.number(), z.boolean()]).optional().catch(undefined),
    })
    .catch({}),
  children: z.array(z.string()).optional().catch(undefined),
});

// Rows that supertag itself marks as no content.
const TYPES_SHOWN = [null, 'node'];

function rowOf(row: Columns): SupertagRow | null {
  if (!TYPES_SHOWN.includes(row.node_type)) return null;
  const { props, children } = documentOf(row.raw_data);
  const done = props._done ?? props.done ?? row.done_at ?? undefined;
  return {
    id: row.id,
    name: row.name ?? '',
    listedBy: row.parent_id,
    owner: props._ownerId ?? row.parent_id,
    docType: props._docType,
    description: props.description?.trim() || null,
    children: children ?? [],
    createdMs: row.created || null,
    modifiedMs: row.updated || null,
    isDone: done === undefined ? null : done !== false,
  };
}

function documentOf(raw: string | null): z.output<typeof document> {
  try {
    const parsed = document.safeParse(JSON.parse(raw ?? '{}'));
    if (parsed.success) return parsed.data;
  } catch {
    // A document that does not parse tells nothing; the columns beside it still do.
  }
  return { props: {} };
}
