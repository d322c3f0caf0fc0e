import type { GraphRow } from '../../model/graph.ts';
import type { Redact } from '../../ports/reader.ts';

// Taken for a file of notes: secrets stand there without quotes.
const PATH = 'graph.md';

/**
 * Replaces secrets in what rows say before anything else sees it. All texts of a batch are searched as one, a line each:
 * searching half a million short texts one by one would take longer than all the rest of an import.
 */
export async function* redactRows(
  batches: AsyncIterable<readonly GraphRow[]>,
  redact: Redact,
  onSecret: () => void,
): AsyncGenerator<readonly GraphRow[]> {
  for await (const rows of batches) {
    const { text, findings } = await redact(rows.map(textOf).join('\n'), PATH);
    if (findings.length > 0) onSecret();
    yield findings.length === 0 ? rows : redactedRows(rows, text.split('\n'));
  }
}

// A value follows the name of its field, which may be what tells that it is a secret.
function textOf(row: GraphRow): string {
  return [
    row.name,
    row.description ?? '',
    ...row.tags,
    ...row.fields.flatMap(({ name, values }) => [name, ...values.map(({ text }) => `${name}: ${text}`)]),
  ].join('\n');
}

function redactedRows(rows: readonly GraphRow[], lines: readonly string[]): readonly GraphRow[] {
  let at = 0;
  const take = (text: string): string => {
    const from = at;
    at += text.split('\n').length;
    return lines.slice(from, at).join('\n');
  };
  return rows.map((row) => {
    const name = take(row.name);
    const description = take(row.description ?? '');
    const tags = row.tags.map(take);
    const fields = row.fields.map((field) => ({
      name: take(field.name),
      values: field.values.map(({ text, node }) => {
        const label = `${field.name}: `;
        const line = take(label + text);
        return { text: line.startsWith(label) ? line.slice(label.length) : line, node };
      }),
    }));
    return { ...row, name, description: row.description === null ? null : description, tags, fields };
  });
}
