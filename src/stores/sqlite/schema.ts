/** Goes up with every change of tables or of the meaning of their bytes; an index of another version is made anew. */
export const SCHEMA_VERSION = 5;

/**
 * The tables. Paths are interned once; everything else speaks of them by number. Rows of contents stay small, so that
 * reading the whole view never touches texts and facts. Byte strings are described where they are written.
 */
export const SCHEMA = `
CREATE TABLE paths (id INTEGER PRIMARY KEY, path TEXT NOT NULL UNIQUE);
CREATE TABLE contents (
  id INTEGER PRIMARY KEY AUTOINCREMENT, hash TEXT NOT NULL UNIQUE, language TEXT, is_parsed INTEGER NOT NULL,
  line_count INTEGER NOT NULL, term_count INTEGER NOT NULL, unit_count INTEGER NOT NULL, symbol_count INTEGER NOT NULL,
  was_live INTEGER NOT NULL DEFAULT 0
);
CREATE TABLE bodies (content INTEGER PRIMARY KEY, facts BLOB NOT NULL, text BLOB NOT NULL);
CREATE TABLE files (
  path INTEGER PRIMARY KEY, content INTEGER NOT NULL, source TEXT NOT NULL, language TEXT, role TEXT NOT NULL,
  size INTEGER NOT NULL, mtime REAL NOT NULL
);
CREATE INDEX files_by_content ON files (content);
CREATE TABLE documents (path INTEGER PRIMARY KEY, hash TEXT NOT NULL, card TEXT NOT NULL);
CREATE TABLE document_keys (
  kind TEXT NOT NULL, key TEXT NOT NULL, path INTEGER NOT NULL, section INTEGER NOT NULL,
  PRIMARY KEY (kind, key, path, section)
) WITHOUT ROWID;
CREATE INDEX document_keys_by_path ON document_keys (path);
CREATE TABLE path_words (term TEXT NOT NULL, path INTEGER NOT NULL, PRIMARY KEY (term, path)) WITHOUT ROWID;
CREATE TABLE symbols (
  key TEXT NOT NULL, content INTEGER NOT NULL, ordinal INTEGER NOT NULL, name TEXT NOT NULL,
  qualified_name TEXT NOT NULL, kind TEXT NOT NULL, PRIMARY KEY (key, content, ordinal)
) WITHOUT ROWID;
CREATE TABLE edges (
  source INTEGER NOT NULL, target INTEGER NOT NULL, kind TEXT NOT NULL, weight REAL NOT NULL, because TEXT NOT NULL,
  PRIMARY KEY (source, target, kind)
) WITHOUT ROWID;
CREATE INDEX edges_by_target ON edges (target);
CREATE TABLE segments (
  owner TEXT NOT NULL, id INTEGER NOT NULL, bytes INTEGER NOT NULL, PRIMARY KEY (owner, id)
) WITHOUT ROWID;
CREATE TABLE postings (
  segment INTEGER NOT NULL, bucket INTEGER NOT NULL, bytes BLOB NOT NULL, PRIMARY KEY (segment, bucket)
) WITHOUT ROWID;
CREATE TABLE message_postings (
  segment INTEGER NOT NULL, bucket INTEGER NOT NULL, bytes BLOB NOT NULL, PRIMARY KEY (segment, bucket)
) WITHOUT ROWID;
CREATE TABLE commits (
  id INTEGER PRIMARY KEY, sha TEXT NOT NULL UNIQUE, time INTEGER NOT NULL, message TEXT NOT NULL, paths BLOB NOT NULL
);
CREATE TABLE file_history (
  path INTEGER PRIMARY KEY, last_modified INTEGER NOT NULL, commit_count INTEGER NOT NULL, heat REAL NOT NULL,
  touches BLOB NOT NULL
);
CREATE TABLE history (
  id INTEGER PRIMARY KEY CHECK (id = 1), is_available INTEGER NOT NULL, head TEXT, note TEXT,
  commits INTEGER NOT NULL, message_terms INTEGER NOT NULL
);
INSERT INTO history VALUES (1, 0, NULL, NULL, 0, 0);
CREATE TABLE vector_model (id INTEGER PRIMARY KEY CHECK (id = 1), name TEXT NOT NULL, dimensions INTEGER NOT NULL);
CREATE TABLE vectors (content INTEGER PRIMARY KEY, path INTEGER NOT NULL, bytes BLOB NOT NULL);
CREATE TABLE meta (key TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID;
PRAGMA user_version = ${SCHEMA_VERSION};
`;
