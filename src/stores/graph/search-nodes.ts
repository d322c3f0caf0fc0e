import { stopWordsOf } from '../../model/stop-words.ts';
import { nameKey, termsOf, termsOfWord, words } from '../../model/terms.ts';
import type { GraphHit } from '../../ports/graph.ts';
import type { Connection } from '../sqlite/opening/connection.ts';
import { fieldsOf, NODE_COLUMNS, type NodeColumns, tagsOf } from './node-columns.ts';

// Columns in the order of the table: what a node is called says most.
const WEIGHTS = '10.0, 3.0, 3.0, 4.0';
const CANDIDATES_MIN = 100;
const CANDIDATES_PER_HIT = 4;
/** What a term is worth that stands in a node, but not in its name. */
const BESIDE_NAME = 0.6;
/** How much of a score the name's fullness makes: `Apollo` is more about Apollo than a sentence that holds it. */
const FULLNESS_SHARE = 0.2;
const EXACT_SCORE = 1;
const INEXACT_MAX = 0.99;
// A term of more nodes than this is not searched for beside rarer ones: it tells little and costs most.
const FREQUENT_NODES_MIN = 5000;
const FREQUENT_SHARE = 0.05;

/** Nodes whose words answer a text. Whoever is called exactly so comes first, then by how much of the text they hold. */
export function searchNodes(connection: Connection, text: string, limit: number, total: number): readonly GraphHit[] {
  const exact = exactNames(connection, text, limit);
  const terms = weighed(connection, termsToFind(text), total);
  const present = terms.filter(({ nodes }) => nodes > 0);
  if (present.length === 0) return exact;
  const keys = candidates(connection, present, { limit, total });
  const known = new Set(exact.map(({ id }) => id));
  const close = keys
    .flatMap((key) => {
      const row = connection.get<NodeColumns>(`SELECT ${NODE_COLUMNS} WHERE n.key = ?`, key);
      return row && !known.has(row.id) ? [{ id: row.id, score: scoreOf(row, terms), modified: row.modified ?? 0 }] : [];
    })
    .sort((a, b) => b.score - a.score || b.modified - a.modified || (a.id < b.id ? -1 : 1))
    .map(({ id, score }) => ({ id, score }));
  return [...exact, ...close].slice(0, limit);
}

// Of many nodes with one name the one that is somebody's entity is meant, then the one touched last.
function exactNames(connection: Connection, text: string, limit: number): readonly GraphHit[] {
  const key = nameKey(text);
  if (key === '') return [];
  return connection
    .all<{ id: string }>(
      `SELECT i.id FROM nodes n JOIN ids i ON i.key = n.key WHERE n.name_key = ?
       ORDER BY n.tags = '', n.fields = '', n.modified DESC, i.id LIMIT ?`,
      key,
      limit,
    )
    .map(({ id }) => ({ id, score: EXACT_SCORE }));
}

function termsToFind(text: string): readonly string[] {
  const said = words(text);
  const isStopWord = stopWordsOf(said);
  const telling = said.filter((word) => !isStopWord(word.toLowerCase()));
  return [...new Set((telling.length > 0 ? telling : said).flatMap((word) => termsOfWord(word)))];
}

interface WeighedTerm {
  readonly term: string;
  readonly nodes: number;
  readonly weight: number;
}

function weighed(connection: Connection, terms: readonly string[], total: number): readonly WeighedTerm[] {
  return terms.map((term) => {
    const nodes = connection.get<{ doc: number }>('SELECT doc FROM vocabulary WHERE term = ?', term)?.doc ?? 0;
    return { term, nodes, weight: Math.log(1 + (total - nodes + 0.5) / (nodes + 0.5)) };
  });
}

function candidates(
  connection: Connection,
  terms: readonly WeighedTerm[],
  { limit, total }: { limit: number; total: number },
): readonly number[] {
  const most = Math.max(CANDIDATES_MIN, limit * CANDIDATES_PER_HIT);
  const matching = (list: readonly WeighedTerm[], joint: string): readonly number[] =>
    connection
      .lists<[number]>(
        `SELECT rowid FROM texts WHERE texts MATCH ? ORDER BY bm25(texts, ${WEIGHTS}), rowid LIMIT ?`,
        list.map(({ term }) => `"${term}"`).join(joint),
        most,
      )
      .map(([key]) => key);
  const all = matching(terms, ' AND ');
  if (terms.length === 1 || all.length >= most) return all;
  const rarest = terms.reduce((best, term) => (term.nodes < best.nodes ? term : best));
  const frequent = Math.max(FREQUENT_NODES_MIN, total * FREQUENT_SHARE);
  const rare = terms.filter((term) => term.nodes <= frequent || term === rarest);
  return [...new Set([...all, ...matching(rare, ' OR ')])];
}

function scoreOf(row: NodeColumns, terms: readonly WeighedTerm[]): number {
  const nameTerms = new Set(termsOf(row.name));
  const values = fieldsOf(row.fields).flatMap((field) => field.values.map((value) => value.text));
  const besides = new Set(termsOf([row.description ?? '', ...tagsOf(row.tags), ...values].join(' ')));
  let held = 0;
  let inName = 0;
  for (const { term, weight } of terms) {
    if (nameTerms.has(term)) {
      held += weight;
      inName++;
    } else if (besides.has(term)) held += weight * BESIDE_NAME;
  }
  const coverage = held / terms.reduce((sum, { weight }) => sum + weight, 0);
  const fullness = nameTerms.size === 0 ? 0 : inName / nameTerms.size;
  return Math.min(INEXACT_MAX, coverage * (1 - FULLNESS_SHARE + FULLNESS_SHARE * fullness));
}
