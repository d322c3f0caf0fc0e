import type { GraphNode } from '../../model/graph.ts';
import type { GraphBackend } from '../../ports/graph.ts';
import type { Redact } from '../../ports/reader.ts';

// Taken for a file of notes: secrets stand there without quotes.
const PATH = 'graph.md';

/** The same backend with secrets replaced in everything it tells; what was imported went through that on its way in. */
export function redacted(backend: GraphBackend, redact: Redact): GraphBackend {
  return {
    name: backend.name,
    asOfMs: backend.asOfMs,
    find: (text, limit) => backend.find(text, limit),
    nodes: async (ids) => {
      const nodes = [...(await backend.nodes(ids)).values()];
      const cleaned = await cleanTexts(nodes.flatMap(textsOf), redact);
      return new Map(nodes.map((node) => [node.id, cleaned ? cleanNode(node, cleaned) : node]));
    },
    neighbours: async (ids, options) => {
      const told = await backend.neighbours(ids, options);
      const names = [...told.values()].flatMap(({ ends }) => ends.map(({ name }) => name));
      const cleaned = await cleanTexts(names, redact);
      if (!cleaned) return told;
      return new Map(
        [...told].map(([id, { ends, total }]) => [
          id,
          { ends: ends.map((end) => ({ ...end, name: cleaned(end.name) })), total },
        ]),
      );
    },
    outline: async (id, options) => {
      const outline = await backend.outline(id, options);
      const names = outline.map(({ name }) => name);
      const cleaned = await cleanTexts(names, redact);
      return cleaned ? outline.map((node) => ({ ...node, name: cleaned(node.name) })) : outline;
    },
    close: () => backend.close(),
  };
}

type Clean = (text: string) => string;

// Secrets are rare: all texts are searched as one, and only when there is something each by itself.
async function cleanTexts(texts: readonly string[], redact: Redact): Promise<Clean | null> {
  const distinct = [...new Set(texts)];
  const { findings } = await redact(distinct.join('\n'), PATH);
  if (findings.length === 0) return null;
  const cleaned = new Map<string, string>();
  for (const text of distinct) cleaned.set(text, (await redact(text, PATH)).text);
  return (text) => cleaned.get(text) ?? text;
}

// A value follows the name of its field, which may be what tells that it is a secret.
const labelled = (label: string, text: string): string => `${label}: ${text}`;

const textsOf = (node: GraphNode): readonly string[] => [
  node.name,
  ...(node.description === null ? [] : [node.description]),
  ...node.tags,
  ...node.fields.flatMap(({ name, values }) => [name, ...values.map(({ text }) => labelled(name, text))]),
];

function cleanNode(node: GraphNode, clean: Clean): GraphNode {
  return {
    ...node,
    name: clean(node.name),
    description: node.description === null ? null : clean(node.description),
    tags: node.tags.map(clean),
    fields: node.fields.map(({ name, values }) => ({
      name: clean(name),
      values: values.map((value) => {
        const text = clean(labelled(name, value.text));
        const label = labelled(name, '');
        return { ...value, text: text.startsWith(label) ? text.slice(label.length) : text };
      }),
    })),
  };
}
