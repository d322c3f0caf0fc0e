import { closeSync, openSync, readFileSync, readSync } from 'node:fs';

/** One task as dump.ts wrote it, with its rows. */
export interface DumpedTask {
  readonly id: string;
  readonly repo: string;
  readonly lang: string;
  readonly gold: { readonly files: number; readonly lines: number };
  readonly paths: readonly string[];
  readonly roles: readonly string[];
  readonly tests: readonly number[];
  readonly golds: readonly number[];
  readonly unitFiles: readonly number[];
  readonly firsts: readonly number[];
  readonly lasts: readonly number[];
  readonly characters: readonly number[];
  readonly goldLines: readonly number[];
  /** Row-major. */
  readonly fileRows: Float32Array;
  readonly unitRows: Float32Array;
}

/** Reads what dump.ts wrote under a name. */
export function readDump(name: string, fileWidth: number, unitWidth: number): readonly DumpedTask[] {
  const rows = openSync(`${name}.f32`, 'r');
  const read = (count: number): Float32Array => {
    const values = new Float32Array(count);
    if (count > 0) readSync(rows, new Uint8Array(values.buffer), 0, count * 4, null);
    return values;
  };
  const tasks = readFileSync(`${name}.jsonl`, 'utf8')
    .trim()
    .split('\n')
    .map((line) => {
      const task = JSON.parse(line) as Omit<DumpedTask, 'fileRows' | 'unitRows'>;
      const fileRows = read(task.paths.length * fileWidth);
      return { ...task, fileRows, unitRows: read(task.unitFiles.length * unitWidth) };
    });
  closeSync(rows);
  return tasks;
}
