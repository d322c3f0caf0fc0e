import type { GraphNode } from '../../model/graph.ts';
import type { Redact } from '../../ports/reader.ts';

// Taken for a file of notes: secrets stand there without quotes.
const PATH = 'graph.md';

/**
 * The same texts with secrets replaced; null where there are none. All are searched as one, a line each: searching half a
 * million short texts one by one would take longer than all the rest of an import.
 */
export async function redactTexts(texts: readonly string[], redact: Redact): Promise<readonly string[] | null> {
  const { text, findings } = await redact(texts.join('\n'), PATH);
  if (findings.length === 0) return null;
  const lines = text.split('\n');
  let at = 0;
  return texts.map((one) => {
    const from = at;
    at += one.split('\n').length;
    return lines.slice(from, at).join('\n');
  });
}

/** The same nodes with secrets replaced in what they say; null where there are none. */
export async function redactNodes<Node extends GraphNode>(
  nodes: readonly Node[],
  redact: Redact,
): Promise<readonly Node[] | null> {
  const cleaned = (await redactTexts(nodes.flatMap(textsOf), redact))?.values();
  if (cleaned === undefined) return null;
  const take = () => cleaned.next().value ?? '';
  return nodes.map((node) => {
    const [name, description] = [take(), take()];
    const tags = node.tags.map(take);
    const fields = node.fields.map((field) => ({
      name: take(),
      values: field.values.map((value) => {
        const text = take();
        const label = `${field.name}: `;
        return { ...value, text: text.startsWith(label) ? text.slice(label.length) : text };
      }),
    }));
    return { ...node, name, description: node.description === null ? null : description, tags, fields };
  });
}

// A value follows the name of its field, which may be what tells that it is a secret.
function textsOf({ name, description, tags, fields }: GraphNode): readonly string[] {
  const said = fields.flatMap((field) => [field.name, ...field.values.map(({ text }) => `${field.name}: ${text}`)]);
  return [name, description ?? '', ...tags, ...said];
}
