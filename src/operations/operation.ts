// What an operation is: one object with its fields, its run and its output, from which command line, tools, routes and
// manual are made.
import * as z from 'zod';
import type { FromRepository } from '../config/load.ts';
import type { Config } from '../config/schema.ts';
import { BEING_MADE } from '../engine/fresh/partial-index.ts';
import type { ErrorCode } from '../model/errors.ts';
import { visible, visibleData } from '../model/visible-text.ts';
import type { Engine, EngineOptions, Progress } from '../ports/engine.ts';
import type { Output } from './output/output.ts';

export interface Operation<Input extends z.ZodObject = z.ZodObject, Value = unknown, Context extends Call = Call> {
  readonly input: Input;
  /** The answer as data, which tools and public routes need. */
  readonly output?: Output<Value>;
  /** The field that the command takes as its argument, without a flag. */
  readonly positional?: keyof z.input<Input> & string;
  /** The question a terminal asks the user when the argument is missing. */
  readonly question?: string;
  readonly details?: string;
  readonly examples: readonly string[];
  /** The operation can answer for several workspaces; without this, the command line refuses more than one. */
  readonly asksAll?: true;
  run(call: Context, input: z.output<Input>): Promise<Answer<Value>>;
}

/** Context that a surface passes to every operation. */
export interface Call {
  readonly root: string;
  /** Further workspace folders of the same question. */
  readonly beside?: readonly string[];
  readonly config: Config;
  /** The user's configuration file. */
  readonly userFile: string;
  /** Gives the engine, which the surface opens and closes. The options count at the first call of a command. */
  readonly engine: (options?: Pick<EngineOptions, 'watch' | 'changesNamedView' | 'ref'>) => Promise<Engine>;
  /** Loads the configuration of another folder. Like `say` and `copy`, only for local callers. */
  readonly configOf?: (root: string) => Promise<Config>;
  /** Prints a line at once. */
  readonly say?: (line: string) => void;
  /** Puts the text on the clipboard after the answer is printed. */
  readonly copy?: (text: string) => void;
  /** Width of the terminal; absent if the answer goes into a pipe or to a program. */
  readonly columns?: number;
  readonly now: () => number;
  /** Where relative paths of the caller start. */
  readonly cwd: string;
  /** Which names in the configuration came from the repository; absent for servers. */
  readonly fromRepository?: FromRepository;
  /** A server asks for its caller: quoted documents and nodes are fenced, because a model may read them. */
  readonly isServed?: boolean;
  /** Reports progress of long work outside the engine. */
  readonly onProgress?: (progress: Progress) => void;
}

export interface Answer<Value = unknown> {
  readonly value: Value;
  /** The answer as its format prints it. */
  readonly text: string;
  /** The reason for an empty answer; null if there is an answer. */
  readonly nothingFound: string | null;
  /** Remarks for a caller who wants details. */
  readonly notes: readonly string[];
  /** Problems that every caller should know of. */
  readonly warnings: readonly string[];
  /** The operation succeeded and its answer reports a failure, as when `check` finds faults. */
  readonly isFailure?: boolean;
}

/** How surfaces offer a field; the schema has no place for this. */
interface FieldFace {
  /** `TOKENS` in `--budget TOKENS`. */
  readonly placeholder?: string;
  /** The short option: `b` in `-b TOKENS`. */
  readonly short?: string;
  /** The default that help shows instead of that of the schema. */
  readonly usual?: string | number;
  readonly flag?: string;
  /** Other accepted names of the field, which help does not list. */
  readonly aliases?: readonly string[];
  /** The option that takes a file, or `-` for standard input, whose text becomes the value. */
  readonly fileFlag?: string;
  /** Users type paths from the current folder; if such a path exists, the operation gets it from the root. */
  readonly isPath?: boolean;
  /** Values to suggest for a field whose schema takes any text. */
  readonly offered?: readonly string[];
  /** One argument may hold several values, separated by commas. */
  readonly hasCommas?: boolean;
  /** Only local callers get it, for instance because it reads or writes outside the workspace. */
  readonly isLocal?: boolean;
  /** Fine tuning: accepted everywhere, but hidden from models, which read every field in every conversation. */
  readonly isFine?: boolean;
  readonly error?: ErrorCode;
}

/**
 * Checks that each field has the name and type of a field in the engine's question. A field that the question lacks
 * compiles only if `Own` names it.
 */
export type FieldsOf<Question, Own extends string = never> = {
  readonly [Key in keyof Question]?: z.ZodType<Question[Key] | undefined>;
} & { readonly [Key in Own]: z.ZodType };

const faces = z.registry<FieldFace>();

export function field<Schema extends z.ZodType>(schema: Schema, face: FieldFace): Schema {
  faces.add(schema, face);
  return schema;
}

/** The usual kinds of optional fields, each made from its description for help and its face. */
export const optional = {
  text: (description: string, face: FieldFace = {}) => field(z.string().min(1).optional().describe(description), face),
  texts: (description: string, face: FieldFace = {}) =>
    field(z.array(z.string().min(1)).optional().describe(description), face),
  choice: <Name extends string>(names: readonly Name[], description: string, face: FieldFace = {}) =>
    field(z.enum(names).optional().describe(description), face),
  choices: <Name extends string>(names: readonly Name[], description: string, face: FieldFace = {}) =>
    field(z.array(z.enum(names)).optional().describe(description), face),
  number: (
    description: string,
    [least, most = Number.MAX_SAFE_INTEGER]: readonly [least: number, most?: number],
    face: FieldFace = {},
  ) => field(z.int().min(least).max(most).optional().describe(description), { placeholder: 'N', ...face }),
  yesNo: (description: string, face: FieldFace = {}) => field(z.boolean().optional().describe(description), face),
};

export function faceOf(schema: z.ZodType): FieldFace {
  return faces.get(schema) ?? {};
}

/** Infers the types of a definition. */
export function defineOperation<Input extends z.ZodObject, Value>(
  operation: Operation<Input, Value>,
): Operation<Input, Value> {
  return operation;
}

/** Says whether the user or the repository configured a name. */
export function whoseName(name: string, theirs: readonly string[] | undefined): string {
  return theirs?.includes(name) ? "this repository's" : 'yours';
}

/** The notes on an unusable `.git` or a git that stopped early, which operations also give as warnings. */
export function faultsAmong(notes: readonly string[]): readonly string[] {
  return notes.filter((note) => /^no history: \.git|(?:^|; )git stopped early/.test(note));
}

interface AnswerParts extends Partial<Omit<Answer, 'value' | 'text'>> {
  readonly text: string;
  readonly format?: string | undefined;
}

/** Builds the answer of an operation whose value is plain data. */
export function answer<Value>(value: Value, { text, format, ...parts }: AnswerParts): Answer<Value> {
  const printed = format === 'json' ? JSON.stringify(visibleData(value), null, 2) : visible(text);
  return { nothingFound: null, notes: [], warnings: [], isFailure: false, ...parts, value, text: printed };
}

/** Explains an empty answer while only a part of the workspace is indexed; null once all of it is. */
export function nothingYet(notes: readonly string[]): string | null {
  const note = notes.find((note) => note.startsWith(BEING_MADE));
  return note === undefined ? null : `Nothing yet: ${note}`;
}
