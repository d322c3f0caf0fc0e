import { readFileSync } from 'node:fs';
import { posix } from 'node:path';
import { type Node, parseFile } from './source-tree.ts';

/** A name as one file of declarations knows it. */
interface Place {
  readonly file: string;
  readonly name: string;
}

interface Declarations {
  /** Names declared here, each with the text of its declaration. */
  readonly own: ReadonlyMap<string, { readonly text: string; readonly mentions: ReadonlySet<string> }>;
  /** Names that come from another file, imported or handed on. */
  readonly foreign: ReadonlyMap<string, Place>;
  readonly exported: readonly string[];
}

/**
 * Everything a library's declarations promise, as one page: first the names it exports, then their declarations with
 * those of all types they lead to, by name and without comments.
 */
export function publicTypes(folder: string, entry = 'index.d.ts'): string {
  const files = new Map<string, Declarations>();
  const read = (file: string): Declarations => {
    const known = files.get(file) ?? declarationsOf(folder, file);
    files.set(file, known);
    return known;
  };
  const exported = read(entry).exported.toSorted();
  const found = new Map<string, { name: string; text: string }>();
  const open: Place[] = exported.map((name) => ({ file: entry, name }));
  for (let place = open.pop(); place !== undefined; place = open.pop()) {
    const { own, foreign } = read(place.file);
    const elsewhere = foreign.get(place.name);
    if (elsewhere) open.push(elsewhere);
    const declared = own.get(place.name);
    const key = `${place.name} ${place.file}`;
    if (!declared || found.has(key)) continue;
    found.set(key, { name: place.name, text: declared.text });
    for (const name of declared.mentions) open.push({ file: place.file, name });
  }
  const declarations = [...found].toSorted(([a], [b]) => (a < b ? -1 : 1)).map(([, { text }]) => text);
  return `// exported\n${exported.join('\n')}\n\n// declared\n${declarations.join('\n\n')}\n`;
}

function declarationsOf(folder: string, file: string): Declarations {
  const path = posix.join(folder, file);
  const { program, text, comments } = parseFile(file, readFileSync(path, 'utf8'));
  const own = new Map<string, { text: string; mentions: Set<string> }>();
  const foreign = new Map<string, Place>();
  const exported: string[] = [];
  for (const statement of program.body as Node[]) {
    const from = (statement.source as { value?: string } | null | undefined)?.value;
    const target = from?.startsWith('.') ? posix.join(posix.dirname(file), from.replace(/\.ts$/, '.d.ts')) : null;
    for (const specifier of (statement.specifiers ?? []) as Node[]) {
      const [outer, inner] = [specifier.exported ?? specifier.local, specifier.imported ?? specifier.local].map(nameIn);
      if (specifier.exported) exported.push(outer!);
      if (target !== null) foreign.set(outer!, { file: target, name: inner! });
    }
    const declaration = (statement.declaration ?? statement) as Node;
    for (const name of declaredNames(declaration)) {
      if (statement.declaration) exported.push(name);
      const spoken = comments.filter(({ start }) => start > statement.start && start < statement.end);
      own.set(name, { text: withoutComments(text, declaration, spoken), mentions: mentionsIn(declaration) });
    }
  }
  return { own, foreign, exported };
}

const nameIn = (node: unknown): string => (node as { name: string }).name;

function declaredNames(declaration: Node): readonly string[] {
  if (declaration.type === 'VariableDeclaration')
    return (declaration.declarations as Node[]).map(({ id }) => nameIn(id));
  return declaration.id ? [nameIn(declaration.id)] : [];
}

function mentionsIn(node: unknown, found = new Set<string>()): Set<string> {
  if (Array.isArray(node)) for (const each of node) mentionsIn(each, found);
  else if (typeof node === 'object' && node !== null) {
    if ((node as Node).type === 'Identifier') found.add(nameIn(node));
    for (const value of Object.values(node)) mentionsIn(value, found);
  }
  return found;
}

// What is said about a declaration is no part of what it promises.
function withoutComments(text: string, { start, end }: Node, comments: readonly { start: number; value: string }[]) {
  let bare = '';
  let from = start;
  for (const comment of comments) {
    bare += text.slice(from, comment.start);
    from = comment.start + comment.value.length + '/**/'.length;
  }
  return (bare + text.slice(from, end))
    .split('\n')
    .filter((line) => line.trim() !== '')
    .join('\n');
}
