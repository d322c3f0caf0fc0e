// An entity is anything that can stand in a pack: a file, a symbol, a document, a message, a node. This file names
// their kinds, roles and ids, and tells from sources, paths and languages what an entity is.
import { termsOf } from './terms.ts';

/**
 * The kinds of entities by category, in the order in which a grouped pack prints the categories. A `region` is a part
 * of a file outside its symbols, a `hunk` is a changed part of a diff.
 */
export const CATEGORIES = {
  code: {
    title: 'Relevant Code',
    kinds: ['file', 'module', 'class', 'function', 'method', 'interface', 'type', 'enum', 'constant', 'region', 'hunk'],
  },
  documentation: {
    title: 'Related Documentation',
    kinds: ['document', 'section', 'requirement', 'feature', 'issue'],
  },
  conversation: { title: 'Previous Conversations', kinds: ['session', 'message', 'decision'] },
  other: { title: 'Other Context', kinds: ['node'] },
} as const satisfies Record<string, { title: string; kinds: readonly string[] }>;
type Category = keyof typeof CATEGORIES;
export type EntityKind = (typeof CATEGORIES)[Category]['kinds'][number];
export const ENTITY_KINDS: readonly EntityKind[] = Object.values(CATEGORIES).flatMap(({ kinds }) => [...kinds]);

/** The source of conversations. */
export const CONVERSATIONS = 'conversations';

/** The source of the files of the workspace, documents included. */
const FILES = 'code';

/** Whether a source of indexed files is a knowledge graph. */
export function isGraphSource(source: string | undefined): boolean {
  return source !== undefined && source !== FILES && source !== CONVERSATIONS;
}

const GRAPH_ADDRESS = /^(?!conversation:)[a-z]+:[a-z0-9][a-z0-9-]*\/./;

/** Whether a path is the address of a document of a knowledge graph: `tana:main/ID`. */
export function isGraphAddress(path: string): boolean {
  return GRAPH_ADDRESS.test(path);
}

/** The index terms of a path. The address of a graph node has none, because the node's text has its words. */
export function pathTerms(path: string): readonly string[] {
  return isGraphAddress(path) ? [] : termsOf(path);
}

/** `src/a.ts` (a file), `src/a.ts#Shop.pay` (a symbol), `src/a.ts:10-40` (a region). */
export type EntityId = string & { readonly __brand: 'EntityId' };
// The one place where a plain string becomes an id.
export const entityId = (text: string): EntityId => text as EntityId;

/** 1-based, inclusive. */
interface Location {
  readonly path: string;
  readonly startLine: number;
  readonly endLine: number;
}

/** What a file is for. */
export const ROLES = ['source', 'test', 'config', 'docs', 'example', 'generated', 'vendored'] as const;
export type Role = (typeof ROLES)[number];

/** The roles that a caller may rank as high as source, by the word the caller uses. */
export const LIFTABLE_ROLES = { tests: 'test', config: 'config', docs: 'docs' } as const satisfies Record<string, Role>;

/** Roles of files that repeat definitions: tests and examples, generated and copied code. */
export const SECONDARY_ROLES: ReadonlySet<Role> = new Set(['test', 'example', 'generated', 'vendored']);

export interface Entity {
  readonly id: EntityId;
  readonly kind: EntityKind;
  readonly name: string;
  readonly qualifiedName: string;
  readonly source: string;
  readonly location: Location;
  /** The file or document that it is a part of; null for a file or document itself. */
  readonly container: EntityId | null;
  readonly language: string | null;
  readonly role: Role;
  readonly signature: string | null;
  readonly doc: string | null;
  /** Hash of the whole content. */
  readonly hash: string;
}

/** The category of a kind; `other` for a kind that knap does not know. */
export function categoryOf(kind: string): Category {
  return CATEGORY_OF.get(kind) ?? 'other';
}

const CATEGORY_OF: ReadonlyMap<string, Category> = new Map(
  (Object.keys(CATEGORIES) as Category[]).flatMap((name) =>
    CATEGORIES[name].kinds.map((kind) => [kind, name] as const),
  ),
);

/** Whether code can refer to things of this kind by name; conversations and nodes of a graph define nothing. */
export function definesNames(kind: string): boolean {
  return categoryOf(kind) !== 'conversation' && kind !== 'node';
}

const DOCUMENT_LANGUAGES: ReadonlySet<string | null> = new Set(['markdown', 'rst', 'asciidoc', 'org']);

/** Whether texts of this language are documents, with headings, sections and links. */
export function isDocumentLanguage(language: string | null): boolean {
  return DOCUMENT_LANGUAGES.has(language);
}

export const FUNCTION_KINDS: ReadonlySet<string> = new Set(['function', 'method']);
