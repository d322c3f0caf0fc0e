import { termsOf, termsOfWord } from '../../../model/terms.ts';
import type { GraphHit } from '../../../ports/graph.ts';
import { rankFound, searchWords } from '../rank-found.ts';
import type { SupertagWorld } from './supertag-fields.ts';
import { tagsOf } from './supertag-tags.ts';

const WORDS_MAX = 16;
const CANDIDATES_MIN = 200;
const CANDIDATES_PER_HIT = 10;
/** What a node is worth whose name holds a word only in another form. */
const STEMMED_SCORE = 0.2;

/** Nodes whose names answer a text; supertag's full-text index knows names only, and is not always there. */
export function searchSupertag(world: SupertagWorld, text: string, limit: number): readonly GraphHit[] {
  const words = searchWords(text, WORDS_MAX);
  if (words.length === 0) return [];
  const most = Math.max(CANDIDATES_MIN, limit * CANDIDATES_PER_HIT);
  const ids = candidates(world, text.trim(), words, most);
  world.rows.load(ids);
  const found = ids
    .filter((id) => world.rows.isVisible(id))
    .map((id) => ({
      id,
      name: world.rows.nameOf(id),
      description: world.rows.get(id)?.description ?? null,
      tags: tagsOf(world, id),
    }));
  const ranked = rankFound(text, found, words);
  const known = new Set(ranked.map(({ id }) => id));
  // The index holds names with their markup: a word may stand there and nowhere one can read.
  const terms = new Set(words.flatMap((word) => termsOfWord(word)));
  const stemmed = found
    .filter(({ id, name }) => !known.has(id) && termsOf(name).some((term) => terms.has(term)))
    .map(({ id }) => ({ id, score: STEMMED_SCORE }));
  return [...ranked, ...stemmed].sort((a, b) => b.score - a.score).slice(0, limit);
}

function candidates(
  { connection, has }: SupertagWorld,
  name: string,
  words: readonly string[],
  most: number,
): readonly string[] {
  const exact = connection.all<{ id: string }>('SELECT id FROM nodes WHERE name = ? ORDER BY id LIMIT ?', name, most);
  const close = has('nodes_fts')
    ? connection.all<{ id: string }>(
        'SELECT id FROM nodes_fts WHERE nodes_fts MATCH ? ORDER BY bm25(nodes_fts), rowid LIMIT ?',
        words.map((word) => `"${word}"`).join(' OR '),
        most,
      )
    : connection.all<{ id: string }>(
        `SELECT id FROM nodes WHERE ${words.map(() => "name LIKE ? ESCAPE '\\'").join(' OR ')}
         ORDER BY length(name), id LIMIT ?`,
        ...words.map((word) => `%${word.replace(/[\\%_]/g, '\\$&')}%`),
        most,
      );
  return [...new Set([...exact, ...close].map(({ id }) => id))];
}
