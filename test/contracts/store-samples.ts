import type { Edge } from '../../src/model/edge.ts';
import { termsOf } from '../../src/model/terms.ts';
import type { ContentVectors } from '../../src/ports/embedder.ts';
import {
  type ContentRecord,
  DOCUMENT_KEYS,
  type DocumentCard,
  type DocumentKey,
  type NewCommit,
  type Store,
  type StoreChange,
  type UnitTerms,
  type ViewRow,
} from '../../src/ports/store.ts';

/** A content whose units are its lines; a line that starts with `def` defines the word behind it. */
export function content(hash: string, text: string, isParsed = true): ContentRecord {
  const lines = text === '' ? [] : text.split('\n');
  const names = lines.map((line) => /^def (\S+)/.exec(line)?.[1]);
  const symbols = lines.flatMap((line, at) => {
    const name = names[at];
    if (name === undefined) return [];
    const symbol = { name, qualifiedName: `Q.${name}`, kind: 'function' as const, signature: line, doc: null };
    return [
      {
        ...symbol,
        startLine: at + 1,
        endLine: at + 1,
        signatureLines: [at + 1, at + 1] as const,
        parent: null,
        calls: ['x'],
      },
    ];
  });
  let symbol = 0;
  return {
    hash,
    language: 'python',
    isParsed,
    text,
    facts: {
      lineCount: lines.length,
      symbols,
      imports: [{ specifier: './a', names: ['b'], line: 1 }],
      importLines: [],
      packageName: null,
      isGenerated: false,
      document: null,
      notes: isParsed ? [] : ['broken'],
    },
    units: names.map((name, at) => ({
      startLine: at + 1,
      endLine: at + 1,
      symbol: name === undefined ? null : symbol++,
      isWhole: true,
    })),
    terms: unitTerms(lines, names),
  };
}

function unitTerms(lines: readonly string[], names: readonly (string | undefined)[]): UnitTerms {
  const rows = lines.flatMap((line, unit) => {
    const terms = termsOf(line);
    const own = new Set(termsOf(names[unit] ?? ''));
    return [...new Set(terms)].map((term) => {
      const body = Math.min(255, terms.filter((other) => other === term).length);
      return { term, unit, body, name: own.has(term) ? 1 : 0, doc: line.includes('#') ? 2 : 0 };
    });
  });
  rows.sort((a, b) => (a.term < b.term ? -1 : a.term > b.term ? 1 : a.unit - b.unit));
  const byTerm = Map.groupBy(rows, (row) => row.term);
  return {
    terms: [...byTerm.keys()],
    places: Uint32Array.from(byTerm.keys(), (_, place) => place),
    entries: Uint32Array.from(byTerm.values(), (entries) => entries.length),
    units: Uint32Array.from(rows, (row) => row.unit),
    body: Uint8Array.from(rows, (row) => row.body),
    name: Uint8Array.from(rows, (row) => row.name),
    doc: Uint8Array.from(rows, (row) => row.doc),
    unitLengths: Uint32Array.from(lines, (line) => termsOf(line).length),
  };
}

/** A row of the view. */
export function file(path: string, hash: string): NonNullable<StoreChange['upsert']>[number] {
  return { path, hash, source: 'code', language: 'python', role: 'source', size: 10, mtimeMs: 1_700_000_000_123.5 };
}

/** A document of the view; sections and keys as given, `kind key` or `kind key section`. */
export function documentRow(
  path: string,
  hash: string,
  given: { card?: Partial<DocumentCard>; keys?: readonly (readonly [DocumentKey, string, number?])[] } = {},
): ViewRow {
  const card: DocumentCard = {
    ...{ path, hash, id: null, name: path, title: `Title of ${path}`, description: null, labels: ['a b'] },
    ...{ docPriority: -1, docPosition: 2, docContextFor: [], docContextBudget: null, displayLength: 7, lineCount: 2 },
    ...{ isRoot: false, issue: null, sections: [] },
    ...given.card,
  };
  const keys = (given.keys ?? []).map(([kind, key, section = null]) => ({ kind, key, section }));
  return { ...file(path, hash), document: { card, keys } };
}

/** A section with an id, and one without. */
export const SECTIONS: DocumentCard['sections'] = [
  {
    ...{ index: 0, id: 'LSECT1', title: 'Übung 😀', slug: 'übung', level: 1, startLine: 1, endLine: 9 },
    displayLength: 99,
  },
  { ...{ index: 1, id: null, title: '', slug: '', level: 2, startLine: 2, endLine: 2 }, displayLength: 0 },
];

/** An edge of the view. */
export function edge(from: string, to: string, more: Partial<Edge> = {}): Edge {
  return { from, to, kind: 'imports', weight: 1, because: `import ${to}`, ...more };
}

/** A commit as git prints it. */
export function commit(sha: string, timeMs: number, paths: readonly string[], message = `touch ${sha}`): NewCommit {
  return { sha, timeMs, message, paths };
}

/** Everything a store can be asked about these names, as one value to compare. */
export async function everything(store: Store, asked: Asked) {
  return {
    files: (await store.opening()).files,
    known: await store.known(asked.hashes),
    contents: await store.contents(asked.hashes),
    texts: await store.texts(asked.hashes),
    statistics: (await store.opening()).statistics,
    counts: await store.counts(),
    postings: (await store.words({ postings: asked.terms })).postings,
    pathsWith: (await store.words({ paths: asked.terms })).paths,
    definitions: (await store.words({ definitions: asked.terms })).definitions,
    out: await store.edges(asked.paths, { direction: 'out' }),
    in: await store.edges(asked.paths, { direction: 'in', kinds: ['imports'] }),
    both: await store.edges(asked.paths.slice(0, 2), { direction: 'both' }),
    history: (await store.opening()).history,
    fileHistory: await store.fileHistory(asked.paths),
    messages: (await store.words({ messages: asked.terms })).messages,
    commits: await store.commits([3, 1, 2, 9]),
    touching: await store.commitsTouching(asked.paths, 2),
    documents: await store.documents(asked.paths),
    allDocuments: await store.allDocuments(),
    documentsBy: await Promise.all(DOCUMENT_KEYS.map((kind) => store.documentsBy(kind, asked.terms))),
    unitCounts: (await store.words({ unitCounts: asked.terms })).unitCounts,
    vectorModel: (await store.opening()).vectorModel,
    unembedded: await store.unembedded(),
    vectors: await store.vectors([1, 2, 3, 4, 9]),
    meta: (await store.opening()).meta.get('key'),
  };
}

/** The names to ask about. */
export interface Asked {
  readonly hashes: readonly string[];
  readonly terms: readonly string[];
  readonly paths: readonly string[];
}

/** Vectors of a content as if its units lay along one axis each. */
export function vectorsOf(hash: string, path: string, { units = 1, dimensions = 2 } = {}): ContentVectors {
  const rows = Int8Array.from({ length: units * dimensions }, (_, at) => (at % (dimensions + 1) === 0 ? 127 : -at));
  return { hash, path, scales: new Float32Array(units).fill(0.5), rows };
}

/** The contents of the two files below. */
export const A = content('ha', 'def payBill\nreturn total');
export const B = content('hb', 'import bill\n# total of totals\ndef save');
/** Two files, one of which imports the other. */
export const SHOP: StoreChange = {
  contents: [A, B],
  upsert: [file('src/b.py', 'hb'), file('src/a.py', 'ha')],
  relinked: ['src/b.py'],
  edges: [edge('src/b.py', 'src/a.py')],
};
