import { posix } from 'node:path';
import { at, isNode, type Node, nodesOf, type SourceFile } from './source-tree.ts';

// Where others come in: the library, the commands, and files that are started as threads.
const ENTRIES = /^src\/(?:index\.ts|library\.ts|surfaces\/cli\/main\.ts|page\/main\.tsx|.*-worker\.ts)$/;

/**
 * Names a source exports and nobody imports, tests included. A file that is imported as a whole is used as a whole, and a type
 * that its own file speaks of may be what an exported function takes or gives.
 */
export function unusedExports(files: readonly SourceFile[]): readonly string[] {
  const { named, whole } = usesOf(files);
  return files
    .filter(({ path }) => path.startsWith('src/') && !ENTRIES.test(path) && !whole.has(path))
    .flatMap((file) =>
      exportsOf(file).flatMap(({ name, node }) =>
        named.has(`${file.path} ${name}`) || isSpokenOf(file, node, name)
          ? []
          : [`${at(file, node)} exports ${name}, which nobody imports`],
      ),
    );
}

const TYPES = ['TSInterfaceDeclaration', 'TSTypeAliasDeclaration'];

function isSpokenOf({ text }: SourceFile, { declaration }: Node, name: string): boolean {
  if (!isNode(declaration) || !TYPES.includes(declaration.type)) return false;
  return text.split(new RegExp(`\\b${name}\\b`)).length > 2;
}

interface Uses {
  readonly named: ReadonlySet<string>;
  readonly whole: ReadonlySet<string>;
}

function usesOf(files: readonly SourceFile[]): Uses {
  const named = new Set<string>();
  const whole = new Set<string>();
  for (const file of files) {
    for (const node of nodesOf(file, 'ImportDeclaration', 'ExportNamedDeclaration')) {
      const target = targetOf(file, node);
      if (target === null) continue;
      for (const specifier of listOf(node.specifiers)) {
        const name = nameOf(specifier.imported) ?? nameOf(specifier.local);
        if (specifier.type === 'ImportNamespaceSpecifier' || name === null) whole.add(target);
        else named.add(`${target} ${name}`);
      }
    }
    for (const node of nodesOf(file, 'ImportExpression', 'TSImportType')) {
      const target = targetOf(file, node);
      if (target !== null) whole.add(target);
    }
  }
  return { named, whole };
}

function exportsOf(file: SourceFile): readonly { readonly name: string; readonly node: Node }[] {
  return nodesOf(file, 'ExportNamedDeclaration').flatMap((node) => {
    const { declaration } = node;
    const declared = isNode(declaration) ? declaredBy(declaration) : [];
    const listed = listOf(node.specifiers).map((specifier) => nameOf(specifier.exported));
    return [...declared, ...listed].flatMap((name) => (name === null ? [] : [{ name, node }]));
  });
}

function declaredBy(declaration: Node): readonly (string | null)[] {
  const declarations = listOf(declaration.declarations);
  return declarations.length > 0 ? declarations.map((one) => nameOf(one.id)) : [nameOf(declaration.id)];
}

function targetOf({ path }: SourceFile, { source }: Node): string | null {
  const specifier = isNode(source) && typeof source.value === 'string' ? source.value : '';
  return specifier.startsWith('.') ? posix.join(posix.dirname(path), specifier) : null;
}

const listOf = (value: unknown): readonly Node[] => (Array.isArray(value) ? value.filter(isNode) : []);
const nameOf = (node: unknown): string | null =>
  isNode(node) ? String(node.type === 'Literal' ? node.value : node.name) : null;
