import { type JsonRecord, recordAt, textAt } from '../files/read-json.ts';
import { withoutClientTags } from './client-tags.ts';
import { plainText } from './content-blocks.ts';

/** The way from the root of a tree to one of its nodes. Loops and missing parents end it. */
export function branchTo<Node>(
  leaf: string | null,
  nodes: ReadonlyMap<string, Node>,
  parentOf: (node: Node) => string | null,
): readonly Node[] {
  const branch: Node[] = [];
  const seen = new Set<string>();
  for (let id = leaf; id !== null && !seen.has(id); ) {
    seen.add(id);
    const node = nodes.get(id);
    if (node === undefined) break;
    branch.push(node);
    id = parentOf(node);
  }
  return branch.reverse();
}

/** Finds what a person went back behind: a transcript keeps it, but it is not what the conversation came to. */
interface Rewound {
  /** To be called with every line, in order. */
  see(record: JsonRecord): void;
  /** The ids of all lines on abandoned ways. */
  ids(): ReadonlySet<string>;
}

/**
 * Two different things that a person typed after the same line are two tries, of which the last one counts. Other forks
 * are none: tools that run side by side make them too.
 */
export function createRewound(): Rewound {
  const lines = new Map<string, string | null>();
  const tries = new Map<string, string>();
  const abandoned = new Set<string>();
  return {
    see(record) {
      const id = textAt(record, 'uuid');
      if (id === null || lines.has(id)) return;
      const parent = textAt(record, 'parentUuid') ?? textAt(record, 'logicalParentUuid');
      lines.set(id, parent);
      if (parent === null || !isTyped(record)) return;
      const before = tries.get(parent);
      if (before !== undefined) abandoned.add(before);
      tries.set(parent, id);
    },
    ids() {
      const ids = new Set(abandoned);
      // Parents stand before their children, so one way through the lines finds all that came of a try.
      for (const [id, parent] of lines) if (parent !== null && ids.has(parent)) ids.add(id);
      return ids;
    },
  };
}

function isTyped(record: JsonRecord): boolean {
  const isPerson = record.type === 'user' && record.isMeta !== true && record.isSidechain !== true;
  return isPerson && withoutClientTags(plainText(recordAt(record, 'message').content)) !== '';
}
