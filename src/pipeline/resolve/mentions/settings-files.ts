import { byText, nameKey, words } from '../../../model/terms.ts';
import type { ViewPaths } from '../view-paths.ts';
import type { Draft } from './draft.ts';

// What files of settings are called by, and nothing else: `tsconfig`, `gitignore`, `eslintrc`, `Makefile`.
const FILE_WORD = /^(?:[a-z]{2,20}(?:config|ignore|attributes|rc|file)|pyproject|codeowners)$/;
const FILE_END = /^(?:config|ignore|attributes|rc|file)$/;
const SETTINGS = /^(?:config|configs|configuration|configurations|settings)$/;
const SHORT_NAMES: Readonly<Record<string, string>> = { typescript: 'ts', javascript: 'js' };
const DATA_ENDING = /\.(?:jsonc?|json5|ya?ml|toml|ini|cfg|conf|xml|neon|properties)$/i;
const CODE_ENDING = /(?<=\.config)\.[cm]?[jt]s$|(?<=rc)\.[cm]?js$/i;
/** A word for the file is as good as its name; one that is only the tool's is sure enough to be quoted. */
const WEIGHTS = { file: 1, tool: 0.8 } as const;
/** Where code is called so too, that may be meant. */
const BESIDE_CODE = 0.5;
/** More files than this at the same depth make a name say nothing. */
const ALIKE_MAX = 3;
const DEPTH_MAX = 2;

/** Files of settings that a title speaks of without their whole name: `gitignore`, "the TypeScript configuration". */
export function settingsDrafts(title: string, view: ViewPaths): readonly Draft[] {
  const said = words(title).map((word) => word.toLowerCase());
  return said.flatMap((word, at) => {
    const next = said[at + 1] ?? '';
    const own = FILE_WORD.test(word) ? [word] : FILE_END.test(next) ? [word + next] : [];
    const asked = SETTINGS.test(next) ? settingsNames(word) : [];
    for (const name of [...own, ...asked]) {
      const paths = nearestRoot(settingsOf(view).get(name) ?? []);
      if (paths.length === 0) continue;
      const isCode = isCodeName(name, view) || (asked.includes(name) && isCodeFolder(word, view));
      const sure = name === word && asked.includes(name) ? WEIGHTS.tool : WEIGHTS.file;
      const weight = (sure * (isCode ? BESIDE_CODE : 1)) / Math.sqrt(paths.length);
      return paths.map((path) => draftOf(path, weight));
    }
    return [];
  });
}

function settingsNames(tool: string): readonly string[] {
  const names = [SHORT_NAMES[tool], tool].filter((name) => name !== undefined);
  return [...names.flatMap((name) => [`${name}config`, `${name}rc`]), tool];
}

function nearestRoot(paths: readonly string[]): readonly string[] {
  const depth = Math.min(...paths.map(depthOf));
  const nearest = paths.filter((path) => depthOf(path) === depth).sort(byText);
  return depth > DEPTH_MAX || nearest.length > ALIKE_MAX ? [] : nearest;
}

const depthOf = (path: string): number => path.split('/').length;

function draftOf(path: string, weight: number): Draft {
  return {
    ...{ kind: 'file', text: path, key: path.toLowerCase(), isExplicit: false, weight, line: null },
    ...{ needsIndex: true, paths: [path] },
  };
}

// A linter has a file `eslint-config.ts` of its own.
function isCodeName(name: string, view: ViewPaths): boolean {
  return view.paths.some(
    (path) => settingsName(path) === null && nameKey(path.slice(path.lastIndexOf('/') + 1)).includes(name),
  );
}

// And the tool itself has a folder that is called after it.
const isCodeFolder = (tool: string, { paths }: ViewPaths): boolean =>
  paths.some((path) => settingsName(path) === null && `/${path}`.includes(`/${tool}/`));

const known = new WeakMap<readonly string[], ReadonlyMap<string, readonly string[]>>();

function settingsOf({ paths }: ViewPaths): ReadonlyMap<string, readonly string[]> {
  const names = known.get(paths) ?? Map.groupBy(paths, (path) => settingsName(path) ?? '');
  known.set(paths, names);
  return names;
}

// `.eslintrc.json` is `eslintrc`, `vite.config.ts` is `viteconfig`; null for what is no file of settings.
function settingsName(path: string): string | null {
  const base = path.slice(path.lastIndexOf('/') + 1).replace(/\.dist$/, '');
  const bare = base.replace(DATA_ENDING, '').replace(CODE_ENDING, '');
  const isSettings = bare !== base || base.startsWith('.') || FILE_WORD.test(base.toLowerCase());
  return isSettings ? nameKey(bare) : null;
}
