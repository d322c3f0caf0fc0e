import type { Env, Token } from 'markdown-it';
import type { LineIndex } from '../../code/parse/symbols/line-index.ts';
import type { FindingCode } from './finding.ts';
import type { Splice } from './splice.ts';

/** Something written in another style, and how to write it; without splices nobody but its author can. */
export interface StyleFault {
  readonly code: FindingCode;
  readonly line: number;
  readonly message: string;
  readonly splices: readonly Splice[];
}

/** The blocks of a document and where they stand. */
export interface StyledBody {
  readonly tokens: readonly Token[];
  readonly references: Env;
  readonly lines: LineIndex;
  readonly firstLine: number;
}
