/** Keys under which indexing keeps what it must know of its last run. */
export const INDEX_META = {
  /** When the last run that changed something began, in milliseconds. */
  indexedAtMs: 'indexing.indexedAtMs',
  /** `pending` while files are stored whose edges are not. */
  linking: 'indexing.linking',
  /** What the last linking of everything could not use, as a JSON list. */
  linkNotes: 'indexing.linkNotes',
  /** The model all units of the view have vectors of; empty while some have none. */
  embedded: 'indexing.embedded',
  /** Files that turned out not to be text or to be packs, so that they are not opened every time. */
  refused: 'indexing.refused',
  /** A language of whose grammar some contents were read without; empty or absent for none. */
  lacking: 'indexing.lackingGrammar',
  /** How many files of the last look are not indexed yet; empty or absent for none. */
  filesLeft: 'indexing.filesLeft',
  /** How far the history is read while older commits are not; empty or absent once all are. */
  historyRead: 'indexing.historyRead',
  /** The patterns it was made with, by which documents stand for their folder. */
  rootPatterns: 'engine.rootPatterns',
} as const;
