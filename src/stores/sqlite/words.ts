import type { LRUCache } from 'lru-cache';
import type { Words, WordsAsked } from '../../ports/store.ts';
import { readMessagePostings, readPostings } from '../bytes/posting-bytes.ts';
import { countPostings } from '../bytes/posting-count.ts';
import { readThrough } from '../read-caches.ts';
import { readDefinitions } from './contents.ts';
import type { Remembered } from './kept-reads.ts';
import type { Connection } from './opening/connection.ts';
import { readTerm } from './segments.ts';
import { readPathsWith } from './view.ts';

/** Where words stand: in units, in paths, in messages of commits and as names. What was read before is not read again. */
export function readWords(connection: Connection, asked: WordsAsked, kept: Remembered): Words {
  const { postings = [], unitCounts = [], paths = [], messages = [], definitions = [] } = asked;
  const bytesOf = (term: string) => readTerm(connection, 'postings', term);
  return {
    postings: each(kept.postings, postings, (term) => readPostings(term, bytesOf(term), kept.view.live)),
    unitCounts: readThrough(kept.unitCounts, unitCounts, () => (term) => countPostings(bytesOf(term), kept.view.live)),
    paths: readThrough(kept.pathWords, paths, (missing) => readPathsWith(connection, missing)),
    messages: each(kept.messages, messages, (term) =>
      readMessagePostings(term, readTerm(connection, 'message_postings', term)),
    ),
    definitions: readDefinitions(connection, definitions, kept.definitions),
  };
}

function each<Value extends {}>(
  known: LRUCache<string, Value>,
  terms: readonly string[],
  read: (term: string) => Value,
): readonly Value[] {
  return [...readThrough(known, terms, () => read).values()];
}
