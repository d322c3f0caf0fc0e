// The operation `import`: brings a knowledge graph, from an export or a folder, into the index.
import { resolve } from 'node:path';
import * as z from 'zod';
import { ContextError } from '../../model/errors.ts';
import type { GraphImportAnswer } from '../../ports/graph.ts';
import { GRAPH_SOURCES } from '../../sources/graph-sources.ts';
import { dataFormat, joinWithOr } from '../input/fields.ts';
import { answer, defineOperation, field, optional } from '../operation.ts';

const sources = GRAPH_SOURCES.map(({ name }) => name);

export const importGraph = defineOperation({
  input: z.strictObject({
    what: field(
      z
        .array(z.string().min(1))
        .optional()
        .describe(`Source and path: ${GRAPH_SOURCES.map(({ name, takes }) => `${name} and ${takes}`).join(', ')}`),
      { placeholder: 'SOURCE PATH', isLocal: true },
    ),
    workspace: optional.text('Name for the graph: lower-case letters, digits, dashes', { placeholder: 'NAME' }),
    replace: optional.yesNo('Replace a graph of the same name from another source'),
    format: dataFormat,
  }),
  positional: 'what',
  details:
    'Each page or tagged node becomes a document of the index; only changed documents are written. If the export cannot be read to its end, the index stays as it was. A Logseq folder inside the workspace needs no import.',
  examples: ['knap import tana ~/Downloads/export.json', 'knap import tana team.json --workspace team'],
  async run(call, { what = [], workspace, replace, format }) {
    const [source, path] = checkInput(what);
    const engine = await call.engine();
    const graph = { source, path: resolve(call.cwd, path), workspace, isReplacing: replace };
    const report = await engine.importGraph(graph);
    return answer(report, { text: reportText(report), format, notes: report.notes, warnings: report.notes });
  },
});

const example = (source: string): string =>
  source === 'logseq' ? 'knap import logseq ~/notes' : 'knap import tana EXPORT.json';

function checkInput(what: readonly string[]): readonly [source: string, path: string] {
  const [source, path, ...more] = what;
  if (source === undefined) throw new ContextError('BAD_INPUT', 'Say what to import: knap import tana EXPORT.json');
  if (path === undefined) {
    const fault = sources.includes(source)
      ? `where the ${source} graph lies`
      : `what "${source}" is: ${joinWithOr(sources)}`;
    throw new ContextError('BAD_INPUT', `Say ${fault}, as in: ${example(source)}`);
  }
  if (more.length > 0) throw new ContextError('BAD_INPUT', 'One graph at a time: knap import SOURCE PATH');
  return [source, path];
}

function reportText({ workspace, source, nodes, added, changed, removed, milliseconds }: GraphImportAnswer): string {
  const changes = `${added} documents added, ${changed} changed, ${removed} removed`;
  return `${workspace}: ${nodes} nodes from ${source} (${changes}) in ${(milliseconds / 1000).toFixed(2)} s`;
}
