import { posix } from 'node:path';
import type { LineRange } from '../../src/model/facts.ts';
import { isRecord, type JsonRecord } from '../../src/model/records.ts';
import { parseRecord, textAt } from '../../src/sources/conversations/files/read-json.ts';
import { findToolPaths } from '../../src/sources/conversations/transcript/content-blocks.ts';
import type { CallKind, CallPlace, CallTold } from './agent-session.ts';
import { patchPlaces } from './patch-places.ts';
import { shellCommand } from './shell-command.ts';

// How many lines a tool reads if the call does not say it.
const LINES_READ = 2000;

const NAMES: Readonly<Record<CallKind | 'shell', string>> = {
  read: 'read readfile view viewfile notebookread openfile',
  search:
    'grep glob ls list listdir listfiles listdirectory search grepsearch filesearch codebasesearch searchfilecontent findfiles task agent contextpack contextquery contextshow contextgrep contextuses',
  edit: 'edit multiedit write notebookedit applypatch strreplace createfile writefile editfile replace',
  shell:
    'bash shell shellcommand execcommand localshellcall localshell runshellcommand runterminalcommand containerexec',
  other: '',
};
const KINDS = new Map(
  Object.entries(NAMES).flatMap(([kind, names]) => names.split(' ').map((name) => [name, kind as keyof typeof NAMES])),
);

/** Tells the purpose and the lines of a call by the name of the tool and its input. */
export function toolCall(name: string, input: unknown): CallTold {
  const bare = name
    .replace(/^mcp__.*?__/, '')
    .replace(/[^a-z]/gi, '')
    .toLowerCase();
  const kind = KINDS.get(bare) ?? 'other';
  const given = typeof input === 'string' ? (parseRecord(input) ?? input) : input;
  if (kind === 'shell') return shellCall(given);
  if (typeof given === 'string') return { kind, places: kind === 'edit' ? patchPlaces(given) : [] };
  if (!isRecord(given)) return { kind, places: [] };
  if (kind === 'read') return { kind, places: findToolPaths(given).map((path) => ({ path, lines: linesOf(given) })) };
  return { kind, places: kind === 'edit' ? editPlaces(given) : [] };
}

function shellCall(given: unknown): CallTold {
  const record = isRecord(given) ? given : {};
  const said = record.command ?? record.cmd ?? given;
  // A list of words is a program with its arguments; the last of `bash -lc "…"` is the line.
  const line = Array.isArray(said) ? (isShell(said) ? said.at(-1) : said.join(' ')) : said;
  if (typeof line !== 'string') return { kind: 'other', places: [] };
  const folder = textAt(record, 'workdir') ?? textAt(record, 'cwd');
  const { kind, places } = shellCommand(line);
  if (folder === null) return { kind, places };
  return { kind, places: places.map((place) => ({ ...place, path: posix.join(folder, relative(place.path)) })) };

  function relative(path: string): string {
    return posix.isAbsolute(path) ? posix.relative(folder!, path) : path;
  }
}

const isShell = (words: readonly unknown[]): boolean => /(?:^|\/)(?:ba|z|da)?sh$/.test(String(words[0]));

function editPlaces(given: JsonRecord): readonly CallPlace[] {
  const patch = Object.values(given).find((value) => typeof value === 'string' && value.includes('*** Begin Patch'));
  if (typeof patch === 'string') return patchPlaces(patch);
  const [path] = findToolPaths(given);
  if (path === undefined) return [];
  const edits = Array.isArray(given.edits) ? given.edits.filter(isRecord) : [given];
  const replaced = edits.flatMap((edit) => {
    const text = textAt(edit, 'old_string') ?? textAt(edit, 'oldString') ?? textAt(edit, 'old_str');
    return text === null ? [] : [{ text, first: 0, last: text.replace(/\n$/, '').split('\n').length - 1 }];
  });
  if (replaced.length === 0) return [{ path, lines: null }];
  return replaced.map((one) => ({ path, lines: null, replaced: one }));
}

function linesOf(given: JsonRecord): LineRange {
  const [from, to] = Array.isArray(given.view_range) ? given.view_range : [given.start_line, given.end_line];
  if (isLine(from)) return [from, isLine(to) ? to : from + LINES_READ - 1];
  const first = isLine(given.offset) ? given.offset : 1;
  return [first, first + (isLine(given.limit) ? given.limit : LINES_READ) - 1];
}

const isLine = (value: unknown): value is number => typeof value === 'number' && Number.isInteger(value) && value > 0;
