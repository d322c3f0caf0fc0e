import { REDACTION_RULES } from '../../reading/redaction/redact.ts';
import type { Tables } from '../sqlite/opening/open-database.ts';
import { checkGraph } from './seal-graph.ts';

// Goes up with every change of tables or of the meaning of their columns, and with the rules on secrets; a graph of another version is made anew.
const VERSION = 1 + REDACTION_RULES;

/** How an edge came about, in the order they are kept; the numbers stand in the database. */
export const EDGE = { child: 0, listed: 1, inline: 2, field: 3 } as const;

/**
 * The tables of one graph. Ids are interned once, also those of nodes that come later; everything else speaks of them by
 * number. `place` is the position in the list an edge comes from: children and listed references share one. The words are
 * kept as terms of our own, one token each, so that names in any script and identifiers are found as everywhere else.
 */
export const GRAPH_TABLES: Tables = {
  version: VERSION,
  check: checkGraph,
  schema: `
CREATE TABLE meta (key TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID;
CREATE TABLE ids (key INTEGER PRIMARY KEY, id TEXT NOT NULL UNIQUE);
CREATE TABLE nodes (
  key INTEGER PRIMARY KEY, hash TEXT NOT NULL, name TEXT NOT NULL, parent INTEGER, created REAL, modified REAL,
  is_done INTEGER, form INTEGER NOT NULL, is_partial INTEGER NOT NULL DEFAULT 0, name_key TEXT,
  tags TEXT NOT NULL, description TEXT, fields TEXT NOT NULL
);
CREATE INDEX nodes_by_name ON nodes (name_key) WHERE name_key IS NOT NULL;
CREATE TABLE edges (
  source INTEGER NOT NULL, kind INTEGER NOT NULL, place INTEGER NOT NULL, target INTEGER NOT NULL, field TEXT,
  PRIMARY KEY (source, kind, place)
) WITHOUT ROWID;
CREATE INDEX edges_by_target ON edges (target, kind, source);
CREATE VIRTUAL TABLE texts USING fts5(
  name, description, fields, tags, content='', contentless_delete=1, detail=column, tokenize='ascii'
);
CREATE VIRTUAL TABLE vocabulary USING fts5vocab(texts, row);
PRAGMA user_version = ${VERSION};
`,
};
