// Reads where the words of a question occur.
import type { Words, WordsAsked } from '../../ports/store.ts';
import { filterMessagePostings, readMessagePostings, readPostings } from '../bytes/posting-bytes.ts';
import { countPostings } from '../bytes/posting-count.ts';
import { readThrough } from '../read-caches.ts';
import { readDefinitions } from './contents.ts';
import { hiddenCommits } from './history.ts';
import type { Connection } from './opening/connection.ts';
import type { CachedReads } from './read-cache.ts';
import { readTerm } from './segments.ts';
import { readPathsWith } from './view.ts';

/** Reads where words occur: in units, paths, commit messages and names. Reads only what is not cached. */
export function readWords(connection: Connection, asked: WordsAsked, caches: CachedReads): Words {
  const { postings = [], unitCounts = [], paths = [], messages = [], definitions = [] } = asked;
  const bytesOf = (term: string) => readTerm(connection, 'postings', term);
  return {
    postings: [
      ...readThrough(
        caches.postings,
        postings,
        () => (term) => readPostings(term, bytesOf(term), caches.counts.live),
      ).values(),
    ],
    unitCounts: readThrough(
      caches.unitCounts,
      unitCounts,
      () => (term) => countPostings(bytesOf(term), caches.counts.live),
    ),
    paths: readThrough(caches.pathWords, paths, (missing) => readPathsWith(connection, missing)),
    messages: [
      ...readThrough(caches.messages, messages, () => {
        const hidden = hiddenCommits(connection);
        const seen = (bytes: Uint8Array) =>
          hidden.size === 0 ? bytes : filterMessagePostings(bytes, (commit) => !hidden.has(commit));
        return (term) => readMessagePostings(term, readTerm(connection, 'message_postings', term).map(seen));
      }).values(),
    ],
    definitions: readDefinitions(connection, definitions, caches.definitions),
  };
}
