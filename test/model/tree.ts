/** The simple model: what a workspace must look like after some steps, kept in plain maps. */
export interface Tree {
  /** Path → text of everything that lies there. */
  readonly files: Map<string, string>;
  /** When each was written last, by the model's own clock. */
  readonly writtenAtMs: Map<string, number>;
  readonly commits: Map<string, ReadonlyMap<string, string>>;
  /** Every moment at which something was written. */
  readonly moments: Set<number>;
  branch: string;
  nowMs: number;
}

/** Where the conversations about a workspace lie. */
export const talksOf = (root: string): string => `${root}-talks`;

export const IGNORE_FILE = '.ctxignore';

export function emptyTree(): Tree {
  return {
    files: new Map(),
    writtenAtMs: new Map(),
    commits: new Map(),
    moments: new Set(),
    branch: 'main',
    nowMs: Date.UTC(2026, 5, 1),
  };
}

/** The files an index must know: all texts but those the rules leave out. */
export function visible({ files }: Tree): ReadonlyMap<string, string> {
  const rules = (files.get(IGNORE_FILE) ?? '').split('\n').filter((rule) => /^[^#]/.test(rule));
  return new Map(
    [...files].filter(([path, text]) => !text.includes('\0') && !rules.some((rule) => isLeftOut(path, rule))),
  );
}

// Three kinds of rules are enough: `folder/`, `*.ending` and `/a/path`. What is called like a file may be a folder.
function isLeftOut(path: string, rule: string): boolean {
  if (rule.startsWith('*')) return path.split('/').some((name) => name.endsWith(rule.slice(1)));
  if (rule.endsWith('/')) return path.startsWith(rule.slice(1));
  return `${path}/`.startsWith(`${rule.slice(1)}/`);
}

/** Everything at a path or below it. */
export function below({ files }: Tree, path: string): readonly string[] {
  return [...files.keys()].filter((file) => file === path || file.startsWith(`${path}/`));
}
