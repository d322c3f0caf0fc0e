// Some files are seldom worth reading, such as installed packages, pictures and caches, and some usually hold secrets.
// This file judges a path by built-in lists of such files and by the rules of root and user, which a search opens.
import { UNFINISHED_PREFIX } from '../../../config/workspace-folders.ts';
import { createTally } from '../../../reading/left-out-tally.ts';
import { LONG_RUN, nameHoldsSecret } from '../../../reading/redaction/redact.ts';
import { createIgnoreRules, describeFaults, type IgnoreRules, readRootRules } from './ignore-rules.ts';

export interface ScanOptions {
  /** Larger files are left out with a note. */
  readonly fileBytesMax: number;
  readonly filesMax: number;
  /** More patterns in gitignore syntax; nothing lets in what they leave out. */
  readonly exclude?: readonly string[];
  /** Patterns of the user that let in what git ignores; a repository cannot set them. */
  readonly includeIgnored?: readonly string[];
}

const SENTENCES = {
  large: '% too large to be read',
  link: '% left out: links that lead out of the root',
  hidden: '% left out: links to what git ignores',
  broken: '% left out: links that lead nowhere or in a circle',
  name: '% left out: names that are not UTF-8',
  secret: '% left out: such files usually hold secrets',
  unreadable: '% could not be looked at',
} as const;

/** The rules and the notes of one search through a root. */
export type Search = ReturnType<typeof openSearch>;

/** Begins a search; reads the rules of the root unless the caller gives them. */
export function openSearch(root: string, options: ScanOptions, ownRules?: Buffer) {
  const notes: string[] = [];
  const rootRules = readRootRules(root, notes, ownRules);
  const excludeRules = createIgnoreRules(options.exclude ?? []);
  notes.push(...describeFaults(excludeRules, () => 'no pattern to exclude, and left out'));
  // In this syntax a pattern that lets files in begins with `!`.
  const includeRules = createIgnoreRules((options.includeIgnored ?? []).map((pattern) => `!${pattern}`));
  notes.push(...describeFaults(includeRules, () => 'no pattern to include, and left out'));
  const rules: PathRules = { rootRules, excludeRules, includeRules };
  return { root, options, ...rules, verdict: createPathVerdict(rules), tally: createTally(SENTENCES), notes };
}

/** Says whether to read a path. Secrets have their own verdict, because a note tells that they were left out. */
type PathVerdict = 'keep' | 'drop' | 'secret';

interface PathRules {
  /** The ignore file of the root, which wins over the built-in lists of what is dropped, not of what is never read. */
  readonly rootRules: IgnoreRules;
  /** The user's patterns, which let in what git ignores. They win over the root's file and the same built-in lists. */
  readonly includeRules: IgnoreRules;
  /** Patterns of the caller, which leave out more files. */
  readonly excludeRules: IgnoreRules;
}

/** Returns a function that judges paths; it remembers the verdicts of folders. */
export function createPathVerdict(rules: PathRules): (path: string) => PathVerdict {
  const folders = new Map<string, JudgedFolder>([['', { verdict: 'keep', hasLongRun: false }]]);
  return (path) => {
    if (LEADS_OUT.test(path)) return 'drop';
    const cut = path.lastIndexOf('/') + 1;
    const name = path.slice(cut);
    const { verdict: folder, hasLongRun } = judgeFolder(path.slice(0, cut), folders);
    if (folder === 'never' || NEVER_READ.has(name)) return 'drop';
    if (rules.excludeRules.verdict(path) === 'out') return 'drop';
    const byRules = rules.includeRules.verdict(path) ?? rules.rootRules.verdict(path);
    if (byRules === 'out') return 'drop';
    // No rule lets a secret in. A path that holds a secret cannot be printed, so its file is left out too.
    if (SECRET_PATTERN.test(name) || ((hasLongRun || LONG_RUN.test(name)) && nameHoldsSecret(path))) return 'secret';
    if (byRules === 'in') return 'keep';
    return folder === 'drop' || isDroppedName(name) ? 'drop' : 'keep';
  };
}

// No file of a workspace has such a path, but a forged index, tree or patch may name one.
const LEADS_OUT = /^\/|(?:^|\/)\.\.(?:\/|$)/;

interface JudgedFolder {
  readonly verdict: 'keep' | 'drop' | 'never';
  readonly hasLongRun: boolean;
}

function judgeFolder(folder: string, judgedFolders: Map<string, JudgedFolder>): JudgedFolder {
  const previous = judgedFolders.get(folder);
  if (previous) return previous;
  const cut = folder.lastIndexOf('/', folder.length - 2) + 1;
  const name = folder.slice(cut, -1);
  const above = judgeFolder(folder.slice(0, cut), judgedFolders);
  const isNever = above.verdict === 'never' || NEVER_READ.has(name) || name.startsWith(UNFINISHED_PREFIX);
  const verdict = isNever ? 'never' : DROPPED_FOLDERS.has(name) ? 'drop' : above.verdict;
  const judged = { verdict, hasLongRun: above.hasLongRun || LONG_RUN.test(name) } as const;
  judgedFolders.set(folder, judged);
  return judged;
}

function isDroppedName(name: string): boolean {
  const dot = name.lastIndexOf('.');
  if (dot > 0 && DROPPED_EXTENSIONS.has(name.slice(dot + 1).toLowerCase())) return true;
  return DROPPED_NAMES.has(name) || DROPPED_PATTERN.test(name);
}

/** The names of the folders of git and knap, whose files are no files of the workspace. */
export const NEVER_READ = new Set(['.git', '.knap']);

/** Folders of installed packages, caches, other tools and personal settings. */
export const DROPPED_FOLDERS = wordSet([
  // Installed packages.
  'node_modules bower_components jspm_packages .bundle .yarn .pnpm-store .venv .eggs .swiftpm',
  // Other version control, editors, notes and operating systems.
  '.hg .svn .jj .bzr .idea .vscode .vs .fleet .zed .settings .obsidian .trash DerivedData xcuserdata __MACOSX',
  // What compilers, test runners and other tools leave.
  '__pycache__ .tox .nox .mypy_cache .pytest_cache .ruff_cache .hypothesis .ipynb_checkpoints .gradle .kotlin .metals',
  '.bloop .bsp .scala-build .dart_tool .build .next .nuxt .output .svelte-kit .astro .angular .parcel-cache .turbo .nx',
  '.cache .sass-cache .nyc_output .terraform .serverless .aws-sam .vagrant .direnv .devenv .stack-work .elixir_ls',
]);

const DROPPED_NAMES = wordSet([
  '.DS_Store Thumbs.db ehthumbs.db desktop.ini Icon\r .directory .localized .eslintcache .stylelintcache tsconfig.tsbuildinfo',
]);

/** Endings, in lower case, of files that hold no text, or none worth reading. */
const DROPPED_EXTENSIONS = wordSet([
  // Images and drawings.
  'png jpg jpeg jpe gif bmp ico icns cur webp avif heic heif tif tiff tga psd ai eps xcf sketch fig svg svgz dds hdr exr',
  // Fonts.
  'ttf otf woff woff2 eot pfb pfm',
  // Sound and film.
  'mp3 mp4 m4a m4v wav ogg oga ogv flac aac webm avi mov mkv wmv flv mid midi',
  // Archives and packages.
  'zip tar gz tgz bz2 tbz xz txz zst lz lz4 lzma br 7z rar jar war ear aar apk ipa dmg iso deb rpm msi whl egg gem nupkg crate cab',
  // Programs and what compilers leave.
  'exe dll so dylib a o obj lib pdb class pyc pyo pyd node wasm elc beam rlib rmeta bin dat ilk idb gch pch',
  // Databases, models and binary data.
  'db sqlite sqlite3 mdb ibd rdb npy npz pkl pickle h5 hdf5 parquet feather arrow avro orc onnx pt pth safetensors gguf tflite mo',
  // Office and print.
  'pdf doc docx xls xlsx ppt pptx odt ods odp pages numbers epub',
  // Geography and 3D data.
  'shp shx dbf sbn sbx glb gltf fbx blend stl 3ds mmdb',
  // Editors' and merge tools' left-overs, caches, maps.
  'swp swo swn bak orig rej tmp temp map tsbuildinfo suo',
]);

function wordSet(lines: readonly string[]): ReadonlySet<string> {
  return new Set(lines.flatMap((line) => line.split(' ')));
}

/** The names of minified and bundled files and of editors' left-overs. */
const DROPPED_PATTERN = /(?:[.-]min\.(?:js|mjs|cjs|css|html)|\.bundle\.js|~|^#.*#|^\.#.*)$/i;

/** Names of files that usually hold secrets; `.env.example` and the like are fine. */
const SECRET_PATTERN = new RegExp(
  [
    String.raw`^\.env(?:rc)?(?:\.(?!(?:example|sample|template|dist|defaults?|schema|test|ci|tpl|tmpl)$)[^/]*)?$`,
    String.raw`\.(?:pem|key|p12|pfx|jks|keystore|kdbx?|ppk|pkcs12|p8|ovpn|agekey|tfstate|tfvars)$`,
    String.raw`\.tfstate\.backup$`,
    '^id_(?:rsa|dsa|ecdsa|ed25519)(?:_sk)?$',
    String.raw`^\.?(?:netrc|pgpass|htpasswd|git-credentials|pypirc|s3cfg|boto|my\.cnf|dockercfg|vault-token|vault_pass)$`,
    String.raw`^(?:credentials|service[-_]account.*\.json|client_secret.*\.json|master\.key|secring\..*|wallet\.dat)$`,
  ].join('|'),
  'i',
);
