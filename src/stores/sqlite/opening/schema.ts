// The tables of the index file and their version.
import { REDACTION_RULES } from '../../../reading/redaction/redact.ts';
import { SEAL_FUNCTION } from './driver.ts';

// Increase it with every change of tables or of the meaning of their bytes.
const TABLES_VERSION = 18;

/** The version of tables and redaction rules: an index of older rules may hold secrets. Both only grow. */
export const SCHEMA_VERSION = TABLES_VERSION + REDACTION_RULES;

/**
 * The columns that the seals of each table cover: all but `files.edition`, `contents.was_live` and the `id` of tables
 * with one row. They cover other keys, so that a row at the wrong place is detected too. SQLite seals what it writes.
 */
export const SEALS = {
  paths: { seal: 'id, path' },
  contents: { seal: 'id, hash, language, is_parsed, line_count, term_count, unit_count, symbol_count, clean_by' },
  // Facts and text have separate seals, because they are read separately.
  bodies: { facts_seal: 'content, facts', text_seal: 'content, text' },
  files: { seal: 'path, content, source, language, role, size, mtime' },
  view: { seal: 'edition, removed_in' },
  documents: { seal: 'path, hash, card' },
  document_keys: { seal: 'kind, key, path, section' },
  path_words: { seal: 'term, path' },
  symbols: { seal: 'key, content, ordinal, name, qualified_name, kind' },
  edges: { seal: 'source, target, kind, weight, because' },
  segments: { seal: 'owner, id, bytes' },
  postings: { seal: 'segment, bucket, bytes' },
  message_postings: { seal: 'segment, bucket, bytes' },
  commits: { seal: 'id, sha, time, message, paths' },
  file_history: { seal: 'path, last_modified, commit_count, heat, touches' },
  history: { seal: 'is_available, head, note, commits, message_terms' },
  vector_model: { seal: 'name, dimensions' },
  vectors: { seal: 'content, path, bytes' },
  meta: { seal: 'key, value' },
} as const satisfies Record<string, Readonly<Record<string, string>>>;

/** The `meta` key of the unique identity of an index, which changes when rows are deleted that a work tree may borrow. */
export const IDENTITY = 'store.identity';

/** The `meta` key of the numbers of stored commits that are no longer part of the history. */
export const HIDDEN_COMMITS = 'store.hiddenCommits';

/** The `meta` key of the number of contents in the largest view so far. */
export const MOST_CONTENTS = 'store.mostContents';

/** The statement that gives an index a new identity. */
export const NEW_IDENTITY = `INSERT OR REPLACE INTO meta (key, value) VALUES ('${IDENTITY}', lower(hex(randomblob(16))))`;

const sealTable = (table: keyof typeof SEALS): string =>
  Object.entries(SEALS[table])
    .map(([seal, columns]) => `${seal} INTEGER AS (${SEAL_FUNCTION}('${table}.${seal}', ${columns})) STORED`)
    .join(', ');

/**
 * The tables. Other tables refer to paths by number. Rows of contents are small, so that reading the whole view never
 * touches texts and facts. The code that writes byte strings describes them. Seals come before byte strings in a row,
 * so that SQLite reads a seal without reading the bytes. Every change of the view is a new edition. Each row holds the
 * edition that wrote it, so that a reader of an earlier edition reads only new rows.
 */
export const SCHEMA = `
CREATE TABLE paths (id INTEGER PRIMARY KEY, path TEXT NOT NULL UNIQUE, ${sealTable('paths')});
CREATE TABLE contents (
  id INTEGER PRIMARY KEY AUTOINCREMENT, hash TEXT NOT NULL UNIQUE, language TEXT, is_parsed INTEGER NOT NULL,
  line_count INTEGER NOT NULL, term_count INTEGER NOT NULL, unit_count INTEGER NOT NULL, symbol_count INTEGER NOT NULL,
  clean_by INTEGER, was_live INTEGER NOT NULL DEFAULT 0, ${sealTable('contents')}
);
CREATE TABLE bodies (content INTEGER PRIMARY KEY, ${sealTable('bodies')}, facts BLOB NOT NULL, text BLOB NOT NULL);
CREATE TABLE files (
  path INTEGER PRIMARY KEY, content INTEGER NOT NULL, source TEXT NOT NULL, language TEXT, role TEXT NOT NULL,
  size INTEGER NOT NULL, mtime REAL NOT NULL, edition INTEGER NOT NULL, ${sealTable('files')}
);
CREATE INDEX files_by_content ON files (content);
CREATE INDEX files_by_edition ON files (edition);
CREATE TABLE view (
  id INTEGER PRIMARY KEY CHECK (id = 1), edition INTEGER NOT NULL, removed_in INTEGER NOT NULL, ${sealTable('view')}
);
INSERT INTO view VALUES (1, 0, 0);
CREATE TABLE documents (path INTEGER PRIMARY KEY, hash TEXT NOT NULL, card TEXT NOT NULL, ${sealTable('documents')});
CREATE TABLE document_keys (
  kind TEXT NOT NULL, key TEXT NOT NULL, path INTEGER NOT NULL, section INTEGER NOT NULL, ${sealTable('document_keys')},
  PRIMARY KEY (kind, key, path, section)
) WITHOUT ROWID;
CREATE INDEX document_keys_by_path ON document_keys (path);
CREATE TABLE path_words (
  term TEXT NOT NULL, path INTEGER NOT NULL, ${sealTable('path_words')}, PRIMARY KEY (term, path)
) WITHOUT ROWID;
CREATE TABLE symbols (
  key TEXT NOT NULL, content INTEGER NOT NULL, ordinal INTEGER NOT NULL, name TEXT NOT NULL,
  qualified_name TEXT NOT NULL, kind TEXT NOT NULL, ${sealTable('symbols')}, PRIMARY KEY (key, content, ordinal)
) WITHOUT ROWID;
CREATE TABLE edges (
  source INTEGER NOT NULL, target INTEGER NOT NULL, kind TEXT NOT NULL, weight REAL NOT NULL, because TEXT NOT NULL,
  ${sealTable('edges')}, PRIMARY KEY (source, target, kind)
) WITHOUT ROWID;
CREATE INDEX edges_by_target ON edges (target);
CREATE TABLE segments (
  owner TEXT NOT NULL, id INTEGER NOT NULL, bytes INTEGER NOT NULL, ${sealTable('segments')}, PRIMARY KEY (owner, id)
) WITHOUT ROWID;
CREATE TABLE postings (
  segment INTEGER NOT NULL, bucket INTEGER NOT NULL, ${sealTable('postings')}, bytes BLOB NOT NULL,
  PRIMARY KEY (segment, bucket)
) WITHOUT ROWID;
CREATE TABLE message_postings (
  segment INTEGER NOT NULL, bucket INTEGER NOT NULL, ${sealTable('message_postings')}, bytes BLOB NOT NULL,
  PRIMARY KEY (segment, bucket)
) WITHOUT ROWID;
CREATE TABLE commits (
  id INTEGER PRIMARY KEY, sha TEXT NOT NULL UNIQUE, time INTEGER NOT NULL, message TEXT NOT NULL,
  ${sealTable('commits')}, paths BLOB NOT NULL
);
CREATE TABLE file_history (
  path INTEGER PRIMARY KEY, last_modified INTEGER NOT NULL, commit_count INTEGER NOT NULL, heat REAL NOT NULL,
  ${sealTable('file_history')}, touches BLOB NOT NULL
);
CREATE TABLE history (
  id INTEGER PRIMARY KEY CHECK (id = 1), is_available INTEGER NOT NULL, head TEXT, note TEXT,
  commits INTEGER NOT NULL, message_terms INTEGER NOT NULL, ${sealTable('history')}
);
INSERT INTO history VALUES (1, 0, NULL, NULL, 0, 0);
CREATE TABLE vector_model (
  id INTEGER PRIMARY KEY CHECK (id = 1), name TEXT NOT NULL, dimensions INTEGER NOT NULL, ${sealTable('vector_model')}
);
CREATE TABLE vectors (content INTEGER PRIMARY KEY, path INTEGER NOT NULL, ${sealTable('vectors')}, bytes BLOB NOT NULL);
CREATE TABLE meta (key TEXT PRIMARY KEY, value TEXT NOT NULL, ${sealTable('meta')}) WITHOUT ROWID;
${NEW_IDENTITY};
PRAGMA user_version = ${SCHEMA_VERSION};
`;
