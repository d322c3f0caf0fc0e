import type { GraphRow } from '../../src/model/graph.ts';

export const NOW_MS = Date.UTC(2026, 2, 1, 12);
export const DAY_MS = 86_400_000;

/** A node as a test writes it. `[[id]]` in a text is that node, by its name. */
export interface Sketch {
  readonly name: string;
  readonly description?: string;
  readonly tags?: readonly string[];
  readonly fields?: Readonly<Record<string, string | readonly string[]>>;
  /** `@id` owns that node, `[[id]]` lists it, a list is the children of the text before it; other texts are plain lines. */
  readonly children?: readonly Child[];
  /** Days since it was touched. */
  readonly age?: number | null;
  readonly done?: boolean;
  readonly form?: GraphRow['form'];
}
export type Child = string | readonly Child[];

/** Rows as an importer hands them over. */
export function rowsOf(sketches: Readonly<Record<string, Sketch>>): readonly GraphRow[] {
  const plain: GraphRow[] = [];
  const owner = new Map<string, string>();
  const nameOf = (id: string): string =>
    sketches[id]?.name.replace(/\[\[([^\]]+)\]\]/g, (_, inner) => nameOf(inner)) ?? id;
  const refs = (text: string) => [...text.matchAll(/\[\[([^\]]+)\]\]/g)].map((match) => match[1]!);
  const said = (text: string) => text.replace(/\[\[([^\]]+)\]\]/g, (_, id) => nameOf(id));
  const touched = (age: number | null | undefined) => (age === null ? null : NOW_MS - (age ?? 10) * DAY_MS);
  const childrenOf = (id: string, children: readonly Child[], age: number | null | undefined) => {
    const listed: { id: string; isReference: boolean }[] = [];
    children.forEach((child, index) => {
      if (typeof child !== 'string') return;
      const own = /^@(.+)$/.exec(child)?.[1];
      const reference = /^\[\[([^\]]+)\]\]$/.exec(child)?.[1];
      if (own !== undefined) owner.set(own, id);
      if (own !== undefined || reference !== undefined) {
        listed.push({ id: own ?? reference!, isReference: reference !== undefined });
        return;
      }
      const line = `${id}-${index + 1}`;
      const below = children[index + 1];
      owner.set(line, id);
      listed.push({ id: line, isReference: false });
      plain.push({
        ...{ id: line, name: said(child), description: null, tags: [], fields: [], parent: id, isDone: null },
        ...{ createdMs: touched(age), modifiedMs: touched(age), form: 'text', references: refs(child) },
        children: typeof below === 'object' ? childrenOf(line, below, age) : [],
      });
    });
    return listed;
  };
  const rows = Object.entries(sketches).map(([id, sketch]): GraphRow => {
    const { name, description, tags, fields, children, age, done, form } = sketch;
    return {
      ...{ id, name: said(name), description: description === undefined ? null : said(description) },
      ...{ tags: tags ?? [], parent: null, createdMs: touched(age), modifiedMs: touched(age) },
      ...{ isDone: done ?? null, form: form ?? 'text', references: refs(`${name} ${description ?? ''}`) },
      fields: Object.entries(fields ?? {}).map(([field, value]) => ({
        name: field,
        values: [value]
          .flat()
          .map((text) => ({ text: said(text), node: /^\[\[([^\]]+)\]\]$/.exec(text)?.[1] ?? null })),
      })),
      children: childrenOf(id, children ?? [], age),
    };
  });
  return [...rows, ...plain].map((row) => ({ ...row, parent: owner.get(row.id) ?? row.parent }));
}
