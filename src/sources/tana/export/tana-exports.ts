// This file reads an export of Tana for the index.
import type { GraphRow } from '../../../model/graph.ts';
import type { GraphReading } from '../../../ports/graph.ts';
import { inBatches } from '../../graphs/batches.ts';
import { makeRows } from './fields-and-tags.ts';
import { readExport } from './read-export.ts';
import { decideVisible } from './tana-doc.ts';

/** Fields with more values are lists that Tana uses itself. */
const FIELD_VALUES_MAX = 50;
const NAME_CHARACTERS_MAX = 20_000;

/** Reads an export of Tana as rows, in batches. */
export async function* readTana(path: string, call: GraphReading): AsyncGenerator<readonly GraphRow[]> {
  const docs = await readExport(path, call, { nameCharactersMax: NAME_CHARACTERS_MAX });
  const circles = decideVisible([...docs.values()]);
  if (circles > 0) call.notes.push(`${circles} circles of owners were cut`);
  yield* inBatches(makeRows(docs, { fieldValuesMax: FIELD_VALUES_MAX }), call);
}
