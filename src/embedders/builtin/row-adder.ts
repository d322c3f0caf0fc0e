const PAGE_BYTES = 65_536;
const PAGES_MAX = 65_536;
const THREADS_MAX = 4096;
/** Numbers of a row that a turn of the loop adds. */
const AT_ONCE = 8;

/** Memory that threads and WebAssembly share. */
export interface RowMemory {
  readonly buffer: SharedArrayBuffer;
  grow(pages: number): number;
}

// The types of Node leave them out.
const { Memory, Module, Instance } = (globalThis as unknown as { WebAssembly: Programs }).WebAssembly;
interface Programs {
  readonly Memory: new (size: { initial: number; maximum: number; shared: true }) => RowMemory;
  readonly Module: new (bytes: Uint8Array) => object;
  readonly Instance: new (program: object, given: object) => { readonly exports: Record<string, unknown> };
}

/** Adds rows, each times a number, to a sum; rows are named by where they begin in the memory. */
export interface RowAdder {
  /** As many numbers as a row has. */
  readonly sum: Float64Array;
  addOne(row: number, times: number): void;
  addFour(a: number, b: number, c: number, d: number, ta: number, tb: number, tc: number, td: number): void;
}

/** Memory for so many bytes of rows, and a page to add in for each thread. */
export function rowMemory(bytes: number): RowMemory {
  const pages = Math.ceil(bytes / PAGE_BYTES);
  return new Memory({ initial: pages, maximum: pages + THREADS_MAX, shared: true });
}

/**
 * The adder of one thread, for rows whose length is a multiple of eight. This is the innermost loop of indexing, and wants
 * instructions a script does not have. It calculates with doubles in the order in which a script would, so that its sums
 * are those of a script to the last bit.
 */
export function createRowAdder(memory: RowMemory, length: number): RowAdder {
  const sumAt = memory.grow(1) * PAGE_BYTES;
  const program = new Module(programOf(sumAt, length));
  const { one, four } = new Instance(program, { m: { m: memory } }).exports;
  return {
    sum: new Float64Array(memory.buffer, sumAt, length),
    // Made below with just these parameters.
    addOne: one as RowAdder['addOne'],
    addFour: four as RowAdder['addFour'],
  };
}

type Bytes = readonly number[];

const [I32, F64, V128] = [0x7f, 0x7c, 0x7b];
const GET = (local: number): Bytes => [0x20, local];
const SET = (local: number): Bytes => [0x21, local];
const TEE = (local: number): Bytes => [0x22, local];
const CONST = (value: number): Bytes => [0x41, ...signed(value)];
const [ADD, LESS, LOOP, AGAIN_IF, END] = [[0x6a], [0x49], [0x03, 0x40], [0x0d, 0], [0x0b]] as const;
const vector = (operation: number, ...more: Bytes): Bytes => [0xfd, ...unsigned(operation), ...more];
const LOAD = (offset: number) => vector(0, 3, ...unsigned(offset));
const STORE = (offset: number) => vector(11, 3, ...unsigned(offset));
const LOAD_8_BYTES = vector(1, 0, 0);
const [LOW_HALF, HIGH_HALF] = [vector(0xa7), vector(0xa8)];
const SPLAT = vector(0x14);
const TO_DOUBLES = vector(0xfe);
const [TIMES, PLUS] = [vector(0xf2), vector(0xf0)];
const SECOND_PAIR = vector(13, ...[8, 9, 10, 11, 12, 13, 14, 15], ...[8, 9, 10, 11, 12, 13, 14, 15]);

function programOf(sumAt: number, length: number): Uint8Array<ArrayBuffer> {
  const type = (rows: number) => [0x60, ...list(parametersOf(rows).map((kind) => [kind])), 0];
  const memory = [...name('m'), ...name('m'), 2, 3, 0, ...unsigned(PAGES_MAX)];
  const exports = ['one', 'four'].map((known, at) => [...name(known), 0, at]);
  return Uint8Array.from([
    ...[0, 0x61, 0x73, 0x6d, 1, 0, 0, 0],
    ...section(1, [type(1), type(4)]),
    ...section(2, [memory]),
    ...section(3, [[0], [1]]),
    ...section(7, exports),
    ...section(10, [adding(1, { sumAt, length }), adding(4, { sumAt, length })]),
  ]);
}

const parametersOf = (rows: number): Bytes => [...Array(rows).fill(I32), ...Array(rows).fill(F64)];

// Locals: where each row is read, the numbers; then the place in the sum, the numbers twice each, and of each row four
// numbers and the four behind them.
function adding(rows: number, { sumAt, length }: { sumAt: number; length: number }): Bytes {
  const all = Array.from({ length: rows }, (_, row) => row);
  const at = 2 * rows;
  const twice = (row: number) => at + 1 + row;
  const half = (row: number, isHigh: boolean) => at + 1 + rows + 2 * row + Number(isHigh);
  const product = (row: number, pair: number): Bytes => [
    ...GET(half(row, pair > 1)),
    ...(pair % 2 === 1 ? [...GET(half(row, pair > 1)), ...SECOND_PAIR] : []),
    ...TO_DOUBLES,
    ...GET(twice(row)),
    ...TIMES,
  ];
  const turn = [
    ...all.flatMap((row) => [
      ...GET(row),
      ...LOAD_8_BYTES,
      ...TEE(half(row, true)),
      ...LOW_HALF,
      ...SET(half(row, false)),
    ]),
    ...all.flatMap((row) => [...GET(half(row, true)), ...HIGH_HALF, ...SET(half(row, true))]),
    ...[0, 1, 2, 3].flatMap((pair) => [
      ...GET(at),
      ...GET(at),
      ...LOAD(16 * pair),
      ...all.flatMap((row) => [...product(row, pair), ...(row === 0 ? [] : PLUS)]),
      ...PLUS,
      ...STORE(16 * pair),
    ]),
    ...all.flatMap((row) => [...GET(row), ...CONST(AT_ONCE), ...ADD, ...SET(row)]),
  ];
  const code = [
    ...list([
      [1, I32],
      [3 * rows, V128],
    ]),
    ...all.flatMap((row) => [...GET(rows + row), ...SPLAT, ...SET(twice(row))]),
    ...[...CONST(sumAt), ...SET(at), ...LOOP, ...turn],
    ...[...GET(at), ...CONST(8 * AT_ONCE), ...ADD, ...TEE(at)],
    ...[...CONST(sumAt + 8 * length), ...LESS, ...AGAIN_IF, ...END, ...END],
  ];
  return [...unsigned(code.length), ...code];
}

function section(id: number, items: readonly Bytes[]): Bytes {
  const content = list(items);
  return [id, ...unsigned(content.length), ...content];
}

function list(items: readonly Bytes[]): Bytes {
  return [...unsigned(items.length), ...items.flat()];
}

function name(text: string): Bytes {
  return list(Array.from(text, (sign) => [sign.charCodeAt(0)]));
}

function unsigned(value: number): Bytes {
  return value < 0x80 ? [value] : [(value & 0x7f) | 0x80, ...unsigned(value >>> 7)];
}

// The sixth bit of the last byte is the sign; numbers here have none.
function signed(value: number): Bytes {
  return value < 0x40 ? [value] : [(value & 0x7f) | 0x80, ...signed(value >>> 7)];
}
