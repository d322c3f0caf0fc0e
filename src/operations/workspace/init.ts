// The operation `init`: detects what a workspace uses, and writes a first configuration and ignore file.
import { readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import * as z from 'zod';
import { USER_ONLY_KEYS } from '../../config/check-layer.ts';
import { DEFAULTS } from '../../config/defaults.ts';
import { configSchema } from '../../config/schema.ts';
import { REPOSITORY_FILES } from '../../config/workspace-folders.ts';
import { writeAtOnce } from '../../config/write-at-once.ts';
import { detectFrameworks } from '../../frameworks/index.ts';
import { ContextError } from '../../model/errors.ts';
import { createReader } from '../../reading/reader.ts';
import { scan } from '../../sources/code/scan/scan.ts';
import { dataFormat } from '../input/fields.ts';
import { answer, defineOperation, optional } from '../operation.ts';

export const init = defineOperation({
  input: z.strictObject({ force: optional.yesNo('Replace files that exist'), format: dataFormat }),
  examples: ['knap init', 'knap init --force'],
  async run(call, { force = false, format }) {
    const names = await readdir(call.root);
    const workspace = await detectWorkspace(call.root);
    const detected = [
      ...workspace.stacks,
      ...workspace.frameworks.map(({ title, ignore }) => ({ name: title, ignore })),
    ];
    const other = REPOSITORY_FILES.find((name) => names.includes(name));
    const pages = { [other ?? REPOSITORY_FILES[0]]: configPage(), '.ctxignore': ignorePage(detected) };
    const written: string[] = [];
    // Files that existed and were not changed.
    const kept: string[] = [];
    for (const [name, content] of Object.entries(pages))
      (await write(join(call.root, name), content, force)) ? written.push(name) : kept.push(name);
    const stacks = detected.map(({ name }) => name);
    const text = [
      stacks.length > 0 ? `found ${stacks.join(', ')}` : 'found no known language or framework',
      ...written.map((name) => `wrote ${name}`),
      ...kept.map((name) => `kept ${name} (--force replaces it)`),
    ].join('\n');
    return answer({ stacks, written, kept }, { text, format });
  },
});

async function write(path: string, content: string, force: boolean): Promise<boolean> {
  try {
    // A symbolic link is replaced, and its target is not.
    if (force) await writeAtOnce(path, content);
    else await writeFile(path, content, { flag: 'wx' });
    return true;
  } catch (cause) {
    const code = (cause as NodeJS.ErrnoException).code;
    if (code === 'EEXIST') return false;
    throw new ContextError('BAD_CONFIG', `${path} cannot be written (${code}).`, { cause });
  }
}

// Examples for settings whose default explains too little.
const SAMPLES: Readonly<Record<string, string>> = {
  format: 'markdown',
  exclude: '["fixtures/**"]',
  domains: '{ shipping: { description: Sending goods, keywords: [parcel, label, carrier] } }',
  disabledDomains: '[chat]',
};

/** A configuration of comments only: the keys that a repository may set, each with its default or a sample. */
function configPage(): string {
  const keys = Object.entries(configSchema.shape).filter(([key]) => !USER_ONLY_KEYS.includes(key));
  const entries = keys.map(([key, schema]) => {
    const sample = SAMPLES[key] ?? JSON.stringify(schema instanceof z.ZodDefault ? schema.def.defaultValue : null);
    return `# ${schema.description}\n# ${key}: ${sample}\n`;
  });
  const head = '# Settings of knap for everyone who works in this repository. Remove a "#" to change one.';
  return [head, '', ...entries].join('\n');
}

function ignorePage(stacks: readonly Pick<Stack, 'name' | 'ignore'>[]): string {
  const head = [
    '# What never enters a pack, in the syntax of .gitignore; the last matching line wins.',
    '# .gitignore is honoured already; a line here with "!" brings a file back.',
  ];
  const seen = new Set<string>();
  const sections = stacks.map(({ name, ignore }) => {
    const fresh = ignore.filter((pattern) => !seen.has(pattern));
    for (const pattern of fresh) seen.add(pattern);
    return fresh.length > 0 ? ['', `# ${name}`, ...fresh].join('\n') : `\n# ${name}: nothing more`;
  });
  return `${[...head, ...sections].join('\n')}\n`;
}

/** A language or build tool, the root files that reveal it, and patterns of its files that no pack needs. */
interface Stack {
  readonly name: string;
  readonly marks: readonly RegExp[];
  readonly ignore: readonly string[];
}

const STACKS: readonly Stack[] = [
  {
    name: 'Node.js',
    marks: [/^package\.json$/],
    ignore: ['dist/', 'build/', 'coverage/', 'package-lock.json', 'yarn.lock', 'pnpm-lock.yaml'],
  },
  { name: 'PHP', marks: [/^composer\.json$/], ignore: ['vendor/', 'composer.lock'] },
  {
    name: 'Python',
    marks: [/^pyproject\.toml$/, /^setup\.(py|cfg)$/, /^requirements.*\.txt$/],
    ignore: ['venv/', '*.egg-info/', 'htmlcov/', 'poetry.lock', 'uv.lock'],
  },
  { name: 'Ruby', marks: [/^Gemfile$/, /\.gemspec$/], ignore: ['log/', 'tmp/', 'vendor/bundle/', 'Gemfile.lock'] },
  { name: 'Go', marks: [/^go\.mod$/], ignore: ['vendor/', 'go.sum', '*.pb.go'] },
  { name: 'Rust', marks: [/^Cargo\.toml$/], ignore: ['target/', 'Cargo.lock'] },
  {
    name: 'Java, Kotlin, Scala',
    marks: [/^pom\.xml$/, /^build\.gradle(\.kts)?$/, /^build\.sbt$/],
    ignore: ['target/', 'build/'],
  },
  { name: '.NET', marks: [/\.(sln|csproj|fsproj)$/], ignore: ['bin/', 'obj/', '*.Designer.cs'] },
  { name: 'Swift', marks: [/^Package\.swift$/], ignore: ['Package.resolved'] },
  { name: 'C, C++', marks: [/^CMakeLists\.txt$/, /^Makefile$/, /^configure\.ac$/], ignore: ['build/'] },
];

/** Detects stacks and frameworks from the files that a pack could hold. */
export async function detectWorkspace(root: string) {
  const { files } = await scan(root, DEFAULTS.scan);
  const paths = files.map(({ path }) => path);
  const names = paths.filter((path) => !path.includes('/'));
  const stacks = STACKS.filter(({ marks }) => names.some((name) => marks.some((mark) => mark.test(name))));
  const reader = createReader({ root, ...DEFAULTS.scan, cachedBytesMax: 0 });
  // A manifest may vanish after the scan.
  const read = async (path: string) => (await reader.read(path))?.text ?? null;
  return { stacks, frameworks: await detectFrameworks(paths, read) };
}
