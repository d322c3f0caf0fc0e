import { plainText } from '../export/plain-text.ts';
import { standingOf } from '../export/system-names.ts';
import type { ChildNode, ListedNode } from './answer-schemas.ts';

/** What lists said of a node in passing; a read of the node alone tells neither its tags' full names nor its times. */
export interface SeenNode {
  readonly id: string;
  readonly name: string;
  readonly tags: readonly string[];
  readonly description: string | null;
  readonly docType: string;
  readonly createdMs: number | null;
  /** Names of what it lies in, the outermost first; null where no search told them. */
  readonly breadcrumb: readonly string[] | null;
}

export interface SeenNodes {
  /** Remembers a node of a list; null when it is one that nobody is meant to see. */
  see(node: ListedNode | ChildNode): SeenNode | null;
  get(id: string): SeenNode | null;
  /** It lies in the trash or belongs to the system. */
  isHidden(id: string): boolean;
}

export function createSeenNodes(): SeenNodes {
  const seen = new Map<string, SeenNode>();
  const hidden = new Set<string>();
  return {
    see: (node) => {
      if (node.inTrash || standingOf(node.id, node.docType) !== null) {
        hidden.add(node.id);
        return null;
      }
      const told = seenNode(node);
      const before = seen.get(node.id);
      const known = told.breadcrumb === null && before ? { ...told, breadcrumb: before.breadcrumb } : told;
      seen.set(node.id, known);
      return known;
    },
    get: (id) => seen.get(id) ?? null,
    isHidden: (id) => hidden.has(id) || standingOf(id, undefined) !== null,
  };
}

/** A text as lists carry it may hold the markup of the editor. */
export const withoutMarkup = (text: string): string => plainText(text, () => null).text;

function seenNode(node: ListedNode | ChildNode): SeenNode {
  const createdMs = Date.parse(node.created);
  return {
    id: node.id,
    name: withoutMarkup(node.name),
    tags: node.tags.map(({ name }) => name.trim()).filter(Boolean),
    description: withoutMarkup(node.description ?? '') || null,
    docType: node.docType,
    createdMs: Number.isNaN(createdMs) ? null : createdMs,
    breadcrumb: 'breadcrumb' in node ? breadcrumbOf(node) : null,
  };
}

// Some answers end with the node itself.
function breadcrumbOf({ breadcrumb, name }: ListedNode): readonly string[] {
  return breadcrumb.at(-1) === name ? breadcrumb.slice(0, -1) : breadcrumb;
}
