// Recognises paths, file names, folders, routes and words for settings in a text, and finds the files that they mean.
import { memoizePerObject } from '../../../model/memoize.ts';
import { nameOf } from '../../../model/paths.ts';
import { byText, nameKey, words } from '../../../model/terms.ts';
import { locatePath } from '../traces/locate-frames.ts';
import type { ViewPaths } from '../view-paths.ts';
import { type Draft, UNMARKED } from './confirm-mentions.ts';
import { mayBeNoFile } from './symbol-names.ts';

/** What surrounds a chunk: the chunks beside it, and the kind of text. */
export interface Surroundings {
  readonly before: string;
  readonly after: string;
  /** The weight of names at this place, 0..1. */
  readonly weight: number;
  /** Whether this is quoted code, in which most names count only if the index knows them. */
  readonly isCode: boolean;
}

/** The fields that each draft of a chunk starts with. */
export type DraftStart = Pick<Draft, 'isExplicit' | 'weight' | 'line' | 'needsIndex'>;

/** The most files that one draft may mean. */
export const PATHS_MAX = 20;
const VERB = /^(?:GET|POST|PUT|PATCH|DELETE|HEAD|OPTIONS)$/;
// An address without a host; it may hold parameters and a query: `/users/{id}?page=2`.
const ROUTE = /^\/[\w\-.~:{}*%@$[\]]+(?:\/[\w\-.~:{}*%@$[\]]+)*\/?(?:\?[\w=&%.[\]-]*)?$/;
// Folders of a file system; paths that begin with them do not count as routes.
const MACHINE =
  /^\/(?:usr|home|etc|var|tmp|opt|bin|lib|lib64|dev|proc|mnt|root|Users|Applications|Library|private|srv|sys|run|builds?|workspace)(?:\/|$)/;

/** Makes the draft of a file, folder or route if the text looks like one, else returns null. */
export function placeDraft(text: string, base: DraftStart, around: Surroundings, view: ViewPaths): Draft | null {
  const path = text.replaceAll('\\', '/');
  const last = nameOf(path);
  if (view.isFileName(last) && !/[()]/.test(path) && !isFrameName(text, around)) return fileDraft(path, base, view);
  if (!text.includes('/')) return null;
  const isRouteLike = ROUTE.test(text) && /[A-Za-z]{2}/.test(text) && !MACHINE.test(text);
  if (isRouteLike && VERB.test(around.before)) return { ...base, kind: 'route', text, key: text, needsIndex: false };
  const segments = path.split('/').filter((segment) => segment !== '' && !/^\.{1,2}$/.test(segment));
  const whole = segments.join('/');
  if (segments.length > 1 || (/^\.?\/|\/$/.test(path) && segments.length > 0)) {
    const folders = view.folders(whole);
    if (folders.length > 0)
      return { ...base, kind: 'path', text, key: whole.toLowerCase(), paths: folders.slice(0, PATHS_MAX) };
    const modules = view.byModule(segments);
    if (modules.length > 0)
      return { ...base, kind: 'file', text, key: whole.toLowerCase(), paths: modules.slice(0, PATHS_MAX) };
  }
  if (isRouteLike && !around.isCode) return { ...base, kind: 'route', text, key: text, needsIndex: false };
  const isPath = base.isExplicit && segments.length > 1 && /^[\w@./-]+$/.test(path);
  return isPath ? { ...base, kind: 'path', text, key: whole.toLowerCase() } : null;
}

// In `at Pino.LOG (/app/log.js:1:2)`, `Pino.LOG` is a function, although it looks like a file.
function isFrameName(text: string, { before, after }: Surroundings): boolean {
  return before === 'at' && /\w:\d+$/.test(after) && !text.includes('/');
}

function fileDraft(path: string, base: DraftStart, view: ViewPaths): Draft | null {
  const paths = filesNamed(path, view);
  if (paths.length === 0 && mayBeNoFile(path)) return null;
  // A name that many files share counts less for each of them.
  const weight = base.weight / Math.sqrt(Math.max(1, Math.min(paths.length, PATHS_MAX)));
  return { ...base, kind: 'file', text: path, key: path.toLowerCase(), weight, paths: paths.slice(0, PATHS_MAX) };
}

/** Finds the files of the view that a path or file name in a text means. */
export function filesNamed(path: string, view: ViewPaths): readonly string[] {
  const segments = path.split('/').filter((segment) => segment !== '' && segment !== '.' && segment !== '..');
  const match = view.bySuffix(segments.join('/'));
  if (match.segments === segments.length || (match.isWhole && match.segments > 1)) return match.paths;
  const isAbsolute = /^(?:\/|~|[A-Za-z]:)/.test(path);
  const located = isAbsolute ? locatePath(path, view) : null;
  return located !== null && match.paths.includes(located) ? [located] : [];
}

// The forms of names of settings files: `tsconfig`, `gitignore`, `eslintrc`, `Makefile`.
const FILE_WORD = /^(?:[a-z]{2,20}(?:config|ignore|attributes|rc|file)|pyproject|codeowners)$/;
const FILE_END = /^(?:config|ignore|attributes|rc|file)$/;
const SETTINGS = /^(?:config|configs|configuration|configurations|settings)$/;
const SHORT_NAMES: Readonly<Record<string, string>> = { typescript: 'ts', javascript: 'js' };
const DATA_ENDING = /\.(?:jsonc?|json5|ya?ml|toml|ini|cfg|conf|xml|neon|properties)$/i;
const CODE_ENDING = /(?<=\.config)\.[cm]?[jt]s$|(?<=rc)\.[cm]?js$/i;
/** Weights of a settings file: of any, and of one that has only the name of a tool. */
const WEIGHTS = { file: 1, tool: 0.8 } as const;
/** Factor for a name that code has too, since the code may be meant. */
const BESIDE_CODE = 0.5;
/** A name that more files at the same depth share counts as no mention of any. */
const ALIKE_MAX = 3;
const DEPTH_MAX = 2;

/** Finds settings files that a title mentions by a short name: `gitignore`, "the TypeScript configuration". */
export function settingsDrafts(title: string, view: ViewPaths): readonly Draft[] {
  const titleWords = words(title).map((word) => word.toLowerCase());
  return titleWords.flatMap((word, index) => {
    const next = titleWords[index + 1] ?? '';
    const whole = FILE_WORD.test(word) ? [word] : FILE_END.test(next) ? [word + next] : [];
    const asked = SETTINGS.test(next) ? settingsNames(word) : [];
    for (const name of [...whole, ...asked]) {
      const paths = nearestRoot(settingsOf(view).get(name) ?? []);
      if (paths.length === 0) continue;
      const isCode = isCodeName(name, view) || (asked.includes(name) && isCodeFolder(word, view));
      const sure = name === word && asked.includes(name) ? WEIGHTS.tool : WEIGHTS.file;
      const weight = (sure * (isCode ? BESIDE_CODE : 1)) / Math.sqrt(paths.length);
      const draft = { ...UNMARKED, kind: 'file', weight, needsIndex: true } as const;
      return paths.map((path) => ({ ...draft, text: path, key: path.toLowerCase(), paths: [path] }));
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

// Whether the name of another file than settings contains the name, as `eslint-config.ts` in the code of a linter.
function isCodeName(name: string, view: ViewPaths): boolean {
  return view.paths.some((path) => settingsName(path) === null && nameKey(nameOf(path)).includes(name));
}

// Whether other files than settings lie in a folder named after the tool.
const isCodeFolder = (tool: string, { paths }: ViewPaths): boolean =>
  paths.some((path) => settingsName(path) === null && `/${path}`.includes(`/${tool}/`));

const settingsOf = memoizePerObject(({ paths }: ViewPaths) => Map.groupBy(paths, (path) => settingsName(path) ?? ''));

// `.eslintrc.json` is `eslintrc`, `vite.config.ts` is `viteconfig`; null for a file that holds no settings by its name.
function settingsName(path: string): string | null {
  const base = nameOf(path).replace(/\.dist$/, '');
  const bare = base.replace(DATA_ENDING, '').replace(CODE_ENDING, '');
  const isSettings = bare !== base || base.startsWith('.') || FILE_WORD.test(base.toLowerCase());
  return isSettings ? nameKey(bare) : null;
}
