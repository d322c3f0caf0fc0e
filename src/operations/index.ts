// The list of operations by their commands, purposes and groups. The module of an operation is loaded when it is used.
import { invariant } from '../model/errors.ts';
import type { Operation } from './operation.ts';

/** The purposes of commands, in the order in which help, manual and completion list them. */
export const PURPOSES = {
  find: 'Ask about code',
  documents: 'Ask about documents and issues',
  graphs: 'Ask a knowledge graph',
  index: 'Keep the index',
  agents: 'Share and serve',
  care: 'Look after it',
} as const satisfies Readonly<Record<string, string>>;
export type Purpose = keyof typeof PURPOSES;

/** An operation before its module is loaded: enough to list commands without slowing the start. */
export interface ListedOperation<Definition = Operation> {
  readonly name: readonly [string, ...string[]];
  readonly summary: string;
  readonly purpose: Purpose;
  /** Runs when the user types only the first word. */
  readonly isDefault: boolean;
  load(): Promise<Definition>;
}

type CommandRow = readonly [words: string, summary: string, inGroup?: 'default'];

/** Lists commands of a module by the names under which it exports them. */
export function listed<Module, Key extends keyof Module>(
  purpose: Purpose,
  loadModule: () => Promise<Module>,
  rows: Readonly<Record<Key, CommandRow>>,
) {
  return (Object.entries(rows) as [Key, CommandRow][]).map(([key, [words, summary, inGroup]]) => {
    const name = words.split(' ') as [string, ...string[]];
    return { name, summary, purpose, isDefault: inGroup === 'default', load: async () => (await loadModule())[key] };
  });
}

/** A new operation is a file and a line here. Further commands stand in `surfaces/cli/commands.ts`. */
export const OPERATIONS: readonly ListedOperation[] = [
  ...listed('find', () => import('./pack.ts'), { pack: ['pack', 'Pack the context of a task'] }),
  ...listed('find', () => import('./query.ts'), { query: ['query', 'Search the whole index'] }),
  ...listed('find', () => import('./lookup.ts'), {
    grep: ['grep', 'Find lines by their text, with the symbol around each'],
    uses: ['uses', 'Show where a name is defined, called and tested'],
  }),
  ...listed('find', () => import('./explain.ts'), { explain: ['explain', 'Show why files are in a pack, or not'] }),
  ...listed('find', () => import('./packs.ts'), {
    packsList: ['packs list', 'List the kept packs', 'default'],
    packsOpen: ['packs open', 'Print a kept pack again'],
    packsCompare: ['packs compare', 'Compare two packs'],
    packsPrune: ['packs prune', 'Remove old packs'],
  }),
  ...listed('documents', () => import('./show.ts'), {
    show: ['show', 'Show a document or issue with what belongs to it'],
  }),
  ...listed('documents', () => import('./documents/ready.ts'), {
    ready: ['ready', 'List the issues that can be started now, or show one'],
  }),
  ...listed('documents', () => import('./documents/list.ts'), { list: ['list', 'List documents and issues'] }),
  ...listed('documents', () => import('./documents/search.ts'), { search: ['search', 'Search documents and issues'] }),
  ...listed('documents', () => import('./documents/links.ts'), {
    links: ['links', 'Show what links to a document and where it links'],
  }),
  ...listed('documents', () => import('./documents/check.ts'), {
    check: ['check', 'Find what is wrong with the documents'],
  }),
  ...listed('graphs', () => import('./context.ts'), {
    context: ['context', 'Show what a knowledge graph knows about a topic or a node'],
  }),
  ...listed('graphs', () => import('./workspace/import.ts'), { importGraph: ['import', 'Import a knowledge graph'] }),
  ...listed('graphs', () => import('./lenses.ts'), { lenses: ['lenses', 'List the ways of looking at a graph'] }),
  ...listed('index', () => import('./workspace/index-workspace.ts'), {
    indexWorkspace: ['index', 'Bring the index up to date'],
  }),
  ...listed('index', () => import('./workspace/status.ts'), {
    status: ['status', 'Show what the index holds'],
    verify: ['verify', 'Read files again and compare the index with them'],
  }),
  ...listed('index', () => import('./domains.ts'), {
    domainsList: ['domains list', 'List the domains a task can be about', 'default'],
    domainsAdd: ['domains add', 'Add a domain to the configuration'],
    domainsRemove: ['domains remove', 'Remove a domain from the configuration'],
    domainsEnable: ['domains enable', 'Look for a disabled domain again'],
    domainsDisable: ['domains disable', 'Stop looking for a domain'],
  }),
  ...listed('agents', () => import('./store.ts'), {
    storeMigrate: ['store migrate', 'Make or update the tables of a shared store'],
    storeStatus: ['store status', 'Show what a shared store holds', 'default'],
    storeVacuum: ['store vacuum', 'Forget views of a shared store that nobody uses'],
    storeDropWorkspace: ['store drop-workspace', 'Forget a workspace of a shared store'],
    storeGrant: ['store grant', 'Let a role see a workspace of a shared store'],
    storeRevoke: ['store revoke', 'Stop a role from seeing a workspace of a shared store'],
  }),
  ...listed('care', () => import('./eval.ts'), {
    evaluation: ['eval', 'Measure how well past fixes of this repository are found'],
  }),
  ...listed('care', () => import('./workspace/init.ts'), {
    init: ['init', 'Write a commented configuration and a .ctxignore'],
  }),
];

/** The operation of a command, such as `packs list`. */
export function operationOf(command: string): ListedOperation {
  const row = OPERATIONS.find(({ name }) => name.join(' ') === command);
  invariant(row, `${command} is an operation`);
  return row;
}

/** Describes commands that share their first word, in the help of that word. */
export const GROUPS: Readonly<Record<string, string>> = {
  packs: 'List, open, compare and prune kept packs',
  domains: 'List and change the areas a task can be about',
  store: 'Look after the database that many share',
  cache: 'List and clear repositories fetched with --repo',
};
