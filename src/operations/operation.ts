import * as z from 'zod';
import type { FromRepository } from '../config/load.ts';
import type { Config } from '../config/schema.ts';
import type { Engine, EngineOptions, Progress } from '../engine.ts';
import type { ErrorCode } from '../model/errors.ts';
import { visible, visibleData } from '../model/visible-text.ts';
import type { Output } from './output/output.ts';

/** One thing knap can do, said once. Command line, tools, routes and manual are made from it. */
export interface Operation<Input extends z.ZodObject = z.ZodObject, Value = unknown> {
  readonly input: Input;
  /** How the answer is given as data; an operation without it answers on the command line only. */
  readonly output?: Output<Value>;
  /** The field that needs no name: the argument of a command. */
  readonly positional?: keyof z.input<Input> & string;
  /** Asked for where a person can answer and nothing else was given. */
  readonly question?: string;
  /** What one should know before using it, in a few sentences. */
  readonly details?: string;
  readonly examples: readonly string[];
  /** Answers about every workspace that is named; the others about the first. */
  readonly asksAll?: true;
  run(call: Call, input: z.output<Input>): Promise<Answer<Value>>;
}

/** What a surface hands to every operation. */
export interface Call {
  readonly root: string;
  /** Folders that are asked too. */
  readonly beside?: readonly string[];
  readonly config: Config;
  /** The user's own configuration file, where `domains` may be kept. */
  readonly userFile: string;
  /** Opened on first use; the surface closes it. One that stays open long is better told of changes by the system. */
  readonly engine: (options?: Pick<EngineOptions, 'watch' | 'changesNamedView' | 'ref'>) => Promise<Engine>;
  /** The configuration of another folder, where the caller sits at the same machine. */
  readonly configOf?: (root: string) => Promise<Config>;
  /** Prints a line at once, where the caller sits at the same machine. */
  readonly say?: (line: string) => void;
  /** Puts this on the clipboard once the answer is printed, where the caller sits at the same machine. */
  readonly copy?: (text: string) => void;
  /** How wide the screen is the answer is read on; absent where it goes into a pipe or to a program. */
  readonly columns?: number;
  readonly now: () => number;
  /** Where relative paths of local options (`--out`) start. */
  readonly cwd: string;
  /** Which names of the configuration the repository gave; absent where nobody lists them. */
  readonly fromRepository?: FromRepository;
  /** Somebody elsewhere asks, for a model: what is quoted is always fenced. */
  readonly isServed?: boolean;
  /** Told of long work that is not the engine's own. */
  readonly onProgress?: (progress: Progress) => void;
}

export interface Answer<Value = unknown> {
  readonly value: Value;
  /** What is printed where nobody draws the value: the answer and nothing but the answer. */
  readonly text: string;
  /** Why the answer is empty; null when it is not. */
  readonly nothingFound: string | null;
  readonly notes: readonly string[];
  /** What the caller should know about the question itself: a name nobody knows, a text that was cut. */
  readonly warnings: readonly string[];
  /** The answer stands, and what it says is that something is wrong: a check that found errors. */
  readonly isFailure?: boolean;
}

/** How a field is said where inputs are typed by hand; the schema cannot hold that. */
export interface FieldFace {
  /** `TOKENS` in `--budget TOKENS`. */
  readonly placeholder?: string;
  /** The letter that does the same: `b` in `-b TOKENS`. */
  readonly short?: string;
  /** What holds when nothing is said, where the schema does not hold it. */
  readonly usual?: string | number;
  /** The option's name where it is not the field's. */
  readonly flag?: string;
  /** Other names of the field, taken on every surface and offered on none. */
  readonly aliases?: readonly string[];
  /** The field is a text; by hand one gives the file that holds it, or `-` for standard input, to this option. */
  readonly fileFlag?: string;
  /** Paths of the workspace: given relative to where one stands, meant relative to the root. */
  readonly isPath?: boolean;
  /** What could be meant, where any text is taken and a wrong one is told in words of its own. */
  readonly offered?: readonly string[];
  /** Several values may stand in one word, with commas between. */
  readonly hasCommas?: boolean;
  /** Writes or reads beside the workspace: offered only where the caller sits at the same machine. */
  readonly isLocal?: boolean;
  /** Fine tuning: taken wherever it is said, but not offered to a model, which reads every field in every conversation. */
  readonly isFine?: boolean;
  /** The error a bad value is. */
  readonly error?: ErrorCode;
}

/**
 * Fields that are those of an engine's question, each by the same name and with a value it takes: one that the question does not know
 * compiles only where it is named as the operation's own.
 */
export type FieldsOf<Question, Own extends string = never> = {
  readonly [Key in keyof Question]?: z.ZodType<Question[Key] | undefined>;
} & { readonly [Key in Own]: z.ZodType };

const faces = z.registry<FieldFace>();

/** A field with its face. */
export function field<Schema extends z.ZodType>(schema: Schema, face: FieldFace): Schema {
  faces.add(schema, face);
  return schema;
}

export function faceOf(schema: z.ZodType): FieldFace {
  return faces.get(schema) ?? {};
}

/** Keeps the types of a definition together; adds nothing. */
export function defineOperation<Input extends z.ZodObject, Value>(
  operation: Operation<Input, Value>,
): Operation<Input, Value> {
  return operation;
}

/** Whose a name of the configuration is. */
export function whoseName(name: string, theirs: readonly string[] | undefined): string {
  return theirs?.includes(name) ? "this repository's" : 'yours';
}

/** Of notes those that say that something is broken: they are told to everybody. */
export function faultsAmong(notes: readonly string[]): readonly string[] {
  return notes.filter((note) => /^no history: \.git|(?:^|; )git stopped early/.test(note));
}

/** The answer of an operation whose value is plain data. */
export function answer<Value>(
  value: Value,
  options: {
    text: string;
    format?: string | undefined;
    nothingFound?: string | null;
    notes?: readonly string[];
    warnings?: readonly string[];
    isFailure?: boolean;
  },
): Answer<Value> {
  const text = options.format === 'json' ? JSON.stringify(visibleData(value), null, 2) : visible(options.text);
  return {
    value,
    text,
    nothingFound: options.nothingFound ?? null,
    notes: options.notes ?? [],
    warnings: options.warnings ?? [],
    isFailure: options.isFailure ?? false,
  };
}
