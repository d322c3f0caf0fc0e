import type { Words, WordsAsked } from '../../ports/store.ts';
import { filterMessagePostings, readMessagePostings, readPostings } from '../bytes/posting-bytes.ts';
import { countPostings } from '../bytes/posting-count.ts';
import { readThrough } from '../read-caches.ts';
import { readDefinitions } from './contents.ts';
import { hiddenCommits } from './history.ts';
import type { Remembered } from './kept-reads.ts';
import type { Connection } from './opening/connection.ts';
import { readTerm } from './segments.ts';
import { readPathsWith } from './view.ts';

/** Where words stand: in units, in paths, in messages of commits and as names. What was read before is not read again. */
export function readWords(connection: Connection, asked: WordsAsked, kept: Remembered): Words {
  const { postings = [], unitCounts = [], paths = [], messages = [], definitions = [] } = asked;
  const bytesOf = (term: string) => readTerm(connection, 'postings', term);
  return {
    postings: [
      ...readThrough(
        kept.postings,
        postings,
        () => (term) => readPostings(term, bytesOf(term), kept.view.live),
      ).values(),
    ],
    unitCounts: readThrough(kept.unitCounts, unitCounts, () => (term) => countPostings(bytesOf(term), kept.view.live)),
    paths: readThrough(kept.pathWords, paths, (missing) => readPathsWith(connection, missing)),
    messages: [
      ...readThrough(kept.messages, messages, () => {
        const hidden = hiddenCommits(connection);
        const seen = (bytes: Uint8Array) =>
          hidden.size === 0 ? bytes : filterMessagePostings(bytes, (commit) => !hidden.has(commit));
        return (term) => readMessagePostings(term, readTerm(connection, 'message_postings', term).map(seen));
      }).values(),
    ],
    definitions: readDefinitions(connection, definitions, kept.definitions),
  };
}
