import type { Reason } from '../../model/signal.ts';
import { oneLine } from '../../model/visible-text.ts';
import type { Layout, LayoutOptions, Quote } from '../../ports/formatter.ts';

import { noGroups } from '../no-groups.ts';
import { NO_SOURCES } from '../no-sources.ts';
import { coverageOf, taskOf } from './head.ts';
import { array, jsonOf, rounded } from './pieces.ts';

const REASONS_MAX = 3;

/** The manifest's fields with the text of each block. */
export function packLayout(options: LayoutOptions): Layout {
  return {
    opening: (head) =>
      `{"version":1,"task":${jsonOf(taskOf(head))},\n"usage":${jsonOf(head.usage)},"coverage":${jsonOf(coverageOf(head))},"notes":${jsonOf(head.isBrief ? [] : head.notes)}`,
    files: array(',\n"files":', (file) => ({
      path: file.path,
      score: rounded(file.score),
      reasons: reasons(file.reasons),
    })),
    blocks: array(',\n"blocks":', (block) => packBlock(block, options)),
    fileHeading: () => '',
    groups: noGroups(',\n'),
    references: array(',\n"references":', (reference) => ({
      id: reference.id,
      name: oneLine(reference.name, 120),
      path: reference.path,
      startLine: reference.startLine,
      endLine: reference.endLine,
      score: rounded(reference.score),
      excludedBecause: reference.excludedBecause,
    })),
    overflow: () => '',
    sources: NO_SOURCES,
    closing: (tail) => `,\n"excluded":${jsonOf(tail.excluded)}}\n`,
  };
}

function packBlock(block: Quote, options: LayoutOptions): object {
  const { id, kind, path, startLine, endLine, level } = block;
  return {
    id,
    kind,
    name: oneLine(block.name, 120),
    path,
    startLine,
    endLine,
    level,
    score: rounded(block.score),
    reasons: reasons(block.reasons),
    hash: block.hash,
    ...(block.isStale ? { isStale: true } : {}),
    ...(block.note === null ? {} : { note: block.note }),
    ...(options.code && block.imports !== null ? { imports: block.imports, importLines: block.importLines } : {}),
    ...(options.code ? { text: block.text } : {}),
  };
}

function reasons(all: readonly Reason[]): object[] {
  return all
    .toSorted((a, b) => b.value * b.weight - a.value * a.weight)
    .slice(0, REASONS_MAX)
    .map((reason) => ({
      signal: reason.signal,
      value: rounded(reason.value),
      weight: rounded(reason.weight),
      because: oneLine(reason.because, 100),
    }));
}
