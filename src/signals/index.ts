// This list holds the finders of all signals; a new one is a file of this folder and a row here.
import type { SignalFinder } from '../ports/signal-finder.ts';
import { askedFile } from './asked-file-kind.ts';
import { changedWith, gitHotspot, historyMatch } from './commit-history.ts';
import { exactSymbolMention } from './exact-symbol-mention.ts';
import { expectedFile, expectedName, expectedWords } from './expected.ts';
import { fileHintExact } from './file-hint-exact.ts';
import { graphRelated, relatedFile } from './graph-edges.ts';
import { namedInDocument } from './named-in-document.ts';
import { nearFile } from './near-file.ts';
import { quotedText } from './quoted-text.ts';
import { routeMatch } from './route-match.ts';
import { diffHit, stacktraceHit } from './trace-and-diff.ts';
import { keywordMatch, symbolMatch } from './word-matches.ts';

export const SIGNALS: readonly SignalFinder[] = [
  fileHintExact,
  exactSymbolMention,
  stacktraceHit,
  diffHit,
  quotedText,
  askedFile,
  routeMatch,
  expectedFile,
  expectedName,
  expectedWords,
  keywordMatch,
  symbolMatch,
  historyMatch,
  graphRelated,
  namedInDocument,
  relatedFile,
  changedWith,
  nearFile,
  gitHotspot,
];
