// The list of all operations. Command line, tools, routes and manual are made from it; the modules are loaded when they
// are used.
import type { Operation } from './operation.ts';

/** The groups of commands, in the order in which help, manual and completion list them. */
export const PURPOSES = {
  find: 'Ask about code',
  documents: 'Ask about documents and issues',
  graphs: 'Ask a knowledge graph',
  index: 'Keep the index',
  agents: 'Share and serve',
  care: 'Look after it',
} as const satisfies Readonly<Record<string, string>>;
export type Purpose = keyof typeof PURPOSES;

/** Sorts commands by their group; within a group they stay in the given order. */
export function byPurpose<Command extends { readonly purpose: Purpose }>(
  commands: readonly Command[],
): readonly Command[] {
  return (Object.keys(PURPOSES) as readonly Purpose[]).flatMap((purpose) =>
    commands.filter((command) => command.purpose === purpose),
  );
}

/** An operation before its module is loaded: enough to list commands without slowing the start. */
export interface ListedOperation {
  /** The words of the command. */
  readonly name: readonly [string, ...string[]];
  readonly summary: string;
  readonly purpose: Purpose;
  /** Runs when the user types only the first word. */
  readonly isDefault?: true;
  load(): Promise<Operation>;
}

/** Every operation of knap. A new one is a file and a line here. */
export const OPERATIONS: readonly ListedOperation[] = [
  {
    name: ['pack'],
    summary: 'Pack the context of a task',
    purpose: 'find',
    load: async () => (await import('./pack.ts')).pack,
  },
  {
    name: ['query'],
    summary: 'Search the whole index',
    purpose: 'find',
    load: async () => (await import('./query.ts')).query,
  },
  {
    name: ['grep'],
    summary: 'Find lines by their text, with the symbol around each',
    purpose: 'find',
    load: async () => (await import('./lookup.ts')).grep,
  },
  {
    name: ['uses'],
    summary: 'Show where a name is defined, called and tested',
    purpose: 'find',
    load: async () => (await import('./lookup.ts')).uses,
  },
  {
    name: ['context'],
    summary: 'Show what a knowledge graph knows about a topic or a node',
    purpose: 'graphs',
    load: async () => (await import('./context.ts')).context,
  },
  {
    name: ['show'],
    summary: 'Show a document or issue with what belongs to it',
    purpose: 'documents',
    load: async () => (await import('./show.ts')).show,
  },
  {
    name: ['ready'],
    summary: 'List the issues that can be started now, or show one',
    purpose: 'documents',
    load: async () => (await import('./documents/ready.ts')).ready,
  },
  {
    name: ['list'],
    summary: 'List documents and issues',
    purpose: 'documents',
    load: async () => (await import('./documents/list.ts')).list,
  },
  {
    name: ['search'],
    summary: 'Search documents and issues',
    purpose: 'documents',
    load: async () => (await import('./documents/search.ts')).search,
  },
  {
    name: ['links'],
    summary: 'Show what links to a document and where it links',
    purpose: 'documents',
    load: async () => (await import('./documents/links.ts')).links,
  },
  {
    name: ['check'],
    summary: 'Find what is wrong with the documents',
    purpose: 'documents',
    load: async () => (await import('./documents/check.ts')).check,
  },
  {
    name: ['explain'],
    summary: 'Show why files are in a pack, or not',
    purpose: 'find',
    load: async () => (await import('./explain.ts')).explain,
  },
  {
    name: ['eval'],
    summary: 'Measure how well past fixes of this repository are found',
    purpose: 'care',
    load: async () => (await import('./eval.ts')).evaluation,
  },
  {
    name: ['index'],
    summary: 'Bring the index up to date',
    purpose: 'index',
    load: async () => (await import('./workspace/index-workspace.ts')).indexWorkspace,
  },
  {
    name: ['import'],
    summary: 'Import a knowledge graph',
    purpose: 'graphs',
    load: async () => (await import('./workspace/import.ts')).importGraph,
  },
  {
    name: ['status'],
    summary: 'Show what the index holds',
    purpose: 'index',
    load: async () => (await import('./workspace/status.ts')).status,
  },
  {
    name: ['verify'],
    summary: 'Read files again and compare the index with them',
    purpose: 'index',
    load: async () => (await import('./workspace/status.ts')).verify,
  },
  {
    name: ['init'],
    summary: 'Write a commented configuration and a .ctxignore',
    purpose: 'care',
    load: async () => (await import('./workspace/init.ts')).init,
  },
  {
    name: ['lenses'],
    summary: 'List the ways of looking at a graph',
    purpose: 'graphs',
    load: async () => (await import('./lenses.ts')).lenses,
  },
  {
    name: ['packs', 'list'],
    summary: 'List the kept packs',
    purpose: 'find',
    isDefault: true,
    load: async () => (await import('./packs.ts')).packsList,
  },
  {
    name: ['packs', 'open'],
    summary: 'Print a kept pack again',
    purpose: 'find',
    load: async () => (await import('./packs.ts')).packsOpen,
  },
  {
    name: ['packs', 'compare'],
    summary: 'Compare two packs',
    purpose: 'find',
    load: async () => (await import('./packs.ts')).packsCompare,
  },
  {
    name: ['packs', 'prune'],
    summary: 'Remove old packs',
    purpose: 'find',
    load: async () => (await import('./packs.ts')).packsPrune,
  },
  {
    name: ['domains', 'list'],
    summary: 'List the domains a task can be about',
    purpose: 'index',
    isDefault: true,
    load: async () => (await import('./domains.ts')).domainsList,
  },
  {
    name: ['domains', 'add'],
    summary: 'Add a domain to the configuration',
    purpose: 'index',
    load: async () => (await import('./domains.ts')).domainsAdd,
  },
  {
    name: ['domains', 'remove'],
    summary: 'Remove a domain from the configuration',
    purpose: 'index',
    load: async () => (await import('./domains.ts')).domainsRemove,
  },
  {
    name: ['domains', 'enable'],
    summary: 'Look for a disabled domain again',
    purpose: 'index',
    load: async () => (await import('./domains.ts')).domainsEnable,
  },
  {
    name: ['domains', 'disable'],
    summary: 'Stop looking for a domain',
    purpose: 'index',
    load: async () => (await import('./domains.ts')).domainsDisable,
  },
  {
    name: ['store', 'migrate'],
    summary: 'Make or update the tables of a shared store',
    purpose: 'agents',
    load: async () => (await import('./store.ts')).storeMigrate,
  },
  {
    name: ['store', 'status'],
    summary: 'Show what a shared store holds',
    purpose: 'agents',
    isDefault: true,
    load: async () => (await import('./store.ts')).storeStatus,
  },
  {
    name: ['store', 'vacuum'],
    summary: 'Forget views of a shared store that nobody uses',
    purpose: 'agents',
    load: async () => (await import('./store.ts')).storeVacuum,
  },
  {
    name: ['store', 'drop-workspace'],
    summary: 'Forget a workspace of a shared store',
    purpose: 'agents',
    load: async () => (await import('./store.ts')).storeDropWorkspace,
  },
  {
    name: ['store', 'grant'],
    summary: 'Let a role see a workspace of a shared store',
    purpose: 'agents',
    load: async () => (await import('./store.ts')).storeGrant,
  },
  {
    name: ['store', 'revoke'],
    summary: 'Stop a role from seeing a workspace of a shared store',
    purpose: 'agents',
    load: async () => (await import('./store.ts')).storeRevoke,
  },
];

/** Describes each group of operations in its help. */
export const GROUPS: Readonly<Record<string, string>> = {
  packs: 'List, open, compare and prune kept packs',
  domains: 'List and change the areas a task can be about',
  store: 'Look after the database that many share',
  cache: 'List and clear repositories fetched with --repo',
};
