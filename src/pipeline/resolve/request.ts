import type { Change, StackFrame, StackTrace } from '../../model/task.ts';

const FRAMES_MAX = 8;
const REMARKS_MAX = 10;

/** What is asked, as a page prints it: what the author says, then the error itself, then what a diff changes. */
export function requestOf(said: string, traces: readonly StackTrace[], changes: readonly Change[]): string {
  return [said, errorText(traces, said), changesText(changes)].filter((part) => part !== '').join('\n\n');
}

// The error to look at first, with the places it passed through; what the author quoted is not said twice.
function errorText([lead, ...others]: readonly StackTrace[], said: string): string {
  if (lead === undefined || (lead.message === null && lead.frames.length < 2)) return '';
  const frames = [...new Set([lead, ...others].flatMap((trace) => trace.frames.map(frameText)))];
  const left = frames.length - FRAMES_MAX;
  const message = lead.message === null || said.includes(lead.message) ? [] : [lead.message];
  const more = left > 0 ? [`  … ${left} more ${left === 1 ? 'place' : 'places'}`] : [];
  return [...message, ...frames.slice(0, FRAMES_MAX), ...more].join('\n');
}

function frameText({ path, line, symbol }: StackFrame): string {
  return `  at ${line === null ? path : `${path}:${line}`}${symbol === null ? '' : ` in ${symbol}`}`;
}

// How much a diff changes, and what of it has no lines to show.
function changesText(changes: readonly Change[]): string {
  if (changes.length === 0) return '';
  const rows = changes.flatMap(({ patch }) => patch?.hunks ?? []).flatMap(({ lines }) => lines);
  const count = (mark: string) => rows.filter((line) => line[0] === mark).length;
  const files = `${changes.length} ${changes.length === 1 ? 'file' : 'files'}`;
  const remarks = changes.flatMap(remarkOf);
  const left = remarks.length - REMARKS_MAX;
  const more = left > 0 ? [`  … and ${left} more`] : [];
  return [`The diff: ${files}, +${count('+')} -${count('-')} lines.`, ...remarks.slice(0, REMARKS_MAX), ...more].join(
    '\n',
  );
}

function remarkOf({ path, status, patch }: Change): readonly string[] {
  const renamed = patch?.from ? `renamed from ${patch.from}` : '';
  const gone = status === 'deleted' ? 'deleted' : '';
  const said = [renamed, gone, patch?.remark ?? ''].filter((part) => part !== '').join(', ');
  return said === '' ? [] : [`  ${path}: ${said}`];
}
