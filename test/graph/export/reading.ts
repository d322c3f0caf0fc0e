import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import type { GraphRow } from '../../../src/model/graph.ts';
import { tanaExports } from '../../../src/sources/graph-sources.ts';

export interface SampleDoc {
  readonly id: string;
  readonly props?: Readonly<Record<string, unknown>>;
  readonly children?: readonly unknown[];
  readonly [more: string]: unknown;
}

/** A document: its id, its props, what it lists. */
export const doc = (id: string, props: SampleDoc['props'] = {}, ...children: string[]): SampleDoc => ({
  id,
  props: { name: id, ...props },
  children,
});

/** A tuple of an owner: a label and its values, or whatever else stands in one. */
export const tuple = (id: string, owner: string, ...children: string[]): SampleDoc => ({
  id,
  props: { _docType: 'tuple', _ownerId: owner },
  children,
});

/** What makes a node tagged: its metanode and the tuple that applies tags. */
export const tagging = (node: string, ...tags: string[]): readonly SampleDoc[] => [
  { id: `${node}-meta`, props: { _docType: 'metanode', _ownerId: node }, children: [`${node}-tags`] },
  tuple(`${node}-tags`, `${node}-meta`, 'SYS_A13', ...tags),
];

export const tagDef = (name: string, ...extended: string[]): readonly SampleDoc[] => [
  doc(name, { _docType: 'tagDef', _ownerId: 'ws_SCHEMA' }),
  ...tagging(name, 'SYS_T01', ...extended),
];

/** A file in a folder that is gone when the test is over. */
export function fileWith(text: string | Buffer, name = 'export.json'): string {
  const folder = mkdtempSync(join(tmpdir(), 'knap-export-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true, maxRetries: 3 }));
  writeFileSync(join(folder, name), text);
  return join(folder, name);
}

export interface Read {
  readonly rows: readonly GraphRow[];
  readonly notes: readonly string[];
  readonly row: (id: string) => GraphRow | undefined;
}

export async function readText(text: string | Buffer): Promise<Read> {
  const notes: string[] = [];
  const rows = [...(await tanaExports.read(fileWith(text), { notes }))];
  return { rows, notes, row: (id) => rows.find((one) => one.id === id) };
}

export const readDocs = (docs: readonly SampleDoc[]): Promise<Read> => readText(JSON.stringify({ docs }));
