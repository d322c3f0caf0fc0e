// Secrets in the names, descriptions, tags and fields of graph nodes are replaced here, before anything stores them.
import type { GraphNode } from '../../model/graph.ts';
import type { Redact } from '../../ports/reader.ts';

// A path for the redactor, whose answer does not depend on it.
const PATH = 'graph.md';

/**
 * Replaces the secrets in texts; null if there are none. It searches all texts as one, because half a million separate
 * searches would take longer than the rest of an import.
 */
export async function redactTexts(texts: readonly string[], redact: Redact): Promise<readonly string[] | null> {
  const { text, findings } = await redact(texts.join('\n'), PATH);
  if (findings.length === 0) return null;
  const lines = text.split('\n');
  let end = 0;
  return texts.map((original) => {
    const start = end;
    end += original.split('\n').length;
    return lines.slice(start, end).join('\n');
  });
}

/** Replaces the secrets in the texts of nodes; null if there are none. */
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

// The name of a field may show that its value is a secret, so it precedes the value.
function textsOf({ name, description, tags, fields }: GraphNode): readonly string[] {
  const values = fields.flatMap((field) => [field.name, ...field.values.map(({ text }) => `${field.name}: ${text}`)]);
  return [name, description ?? '', ...tags, ...values];
}
