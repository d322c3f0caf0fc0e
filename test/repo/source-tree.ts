import { posix } from 'node:path';
import { parseSync } from 'vite';
import { textOf, trackedFiles } from './tracked-files.ts';

/** A parsed TypeScript file of this repository, or one made up to prove a rule. */
export interface SourceFile {
  readonly path: string;
  readonly text: string;
  readonly program: Node;
  readonly comments: readonly { readonly value: string; readonly start: number }[];
  readonly imports: readonly Import[];
}

export interface Import {
  readonly specifier: string;
  /** The file of this repository it means; null for packages and built-in modules. */
  readonly target: string | null;
}

/** A syntax node; whatever a rule needs of it, it reads by name. */
export interface Node {
  readonly type: string;
  readonly start: number;
  readonly end: number;
  readonly [key: string]: unknown;
}

/** Parses one file; a file that does not parse is a fault of its own. */
export function parseFile(path: string, text: string): SourceFile {
  const { program, comments, errors } = parseSync(path, text);
  if (errors.length > 0) throw new Error(`${path} does not parse: ${errors[0]?.message}`);
  const root = program as unknown as Node;
  return { path, text, program: root, comments, imports: importsOf(path, root) };
}

/** Our own TypeScript: sources, tests, benchmarks, scripts. Worlds and golden pages are data. */
export function readTree(): readonly SourceFile[] {
  const paths = trackedFiles().filter(
    (path) => /^(src|test|bench|scripts)\/.*(?<!\.d)\.tsx?$/.test(path) && !/^test\/(worlds\/.+\/|golden\/)/.test(path),
  );
  return paths.map((path) => parseFile(path, textOf(path)));
}

/** Calls `visit` with every node below and including this one. */
function walk(node: Node, visit: (node: Node) => void): void {
  visit(node);
  for (const value of Object.values(node)) {
    for (const child of Array.isArray(value) ? value : [value]) if (isNode(child)) walk(child, visit);
  }
}

/** All nodes of the given types. */
export function nodesOf(file: SourceFile, ...types: readonly string[]): readonly Node[] {
  const found: Node[] = [];
  walk(file.program, (node) => {
    if (types.includes(node.type)) found.push(node);
  });
  return found;
}

/** 1-based line of an offset. */
export function lineAt(file: SourceFile, offset: number): number {
  return file.text.slice(0, offset).split('\n').length;
}

export const at = (file: SourceFile, node: { readonly start: number }): string =>
  `${file.path}:${lineAt(file, node.start)}`;

/** `a.b` for a plain or quoted member access of a plain name; an empty text for anything else. */
export function memberName(node: Node): string {
  const object = node.object;
  const property = node.property;
  if (!isNode(object) || !isNode(property) || object.type !== 'Identifier') return '';
  const name = property.type === 'Literal' ? property.value : node.computed === true ? '' : property.name;
  return `${String(object.name)}.${String(name)}`;
}

export function isNode(value: unknown): value is Node {
  return typeof value === 'object' && value !== null && typeof (value as { type?: unknown }).type === 'string';
}

const IMPORTING = [
  'ImportDeclaration',
  'ExportNamedDeclaration',
  'ExportAllDeclaration',
  'ImportExpression',
  'TSImportType',
];

function importsOf(path: string, program: Node): readonly Import[] {
  const imports: Import[] = [];
  walk(program, (node) => {
    const source = node.source;
    if (!IMPORTING.includes(node.type) || !isNode(source) || typeof source.value !== 'string') return;
    const specifier = source.value;
    imports.push({ specifier, target: specifier.startsWith('.') ? posix.join(posix.dirname(path), specifier) : null });
  });
  return imports;
}
