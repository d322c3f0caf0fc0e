import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { openScratchTree } from '../../src/evaluation/replay.ts';
import { openEngine, type Pack } from '../../src/index.ts';

// Packs real commits that change one to five lines of code as diffs without a task, and counts which quoted lines are the change, the
// function around it, a function that names what changed, or such a test. universal-ctags and `git grep` decide that, not knap.
// node bench/packs/small-diffs.ts --mirrors DIR [--each 5] [--aim full] [--budget 16000] [--task TEXT] [--save DIR]
const { values } = parseArgs({
  options: {
    mirrors: { type: 'string' },
    work: { type: 'string', default: '/tmp/knap-small-diffs' },
    repo: { type: 'string' },
    each: { type: 'string', default: '5' },
    aim: { type: 'string', default: 'full' },
    budget: { type: 'string', default: '16000' },
    task: { type: 'string', default: '' },
    save: { type: 'string' },
    strangers: { type: 'boolean', default: false },
  },
});
const { mirrors, work } = values;
if (!mirrors) throw new Error('usage: small-diffs.ts --mirrors DIR');
const REPOSITORIES =
  'pallets/flask celery/celery gin-gonic/gin caddyserver/caddy BurntSushi/ripgrep sharkdp/bat composer/composer laravel/framework honojs/hono nestjs/nest jhy/jsoup mockito/mockito';
const CODE = /\.(?:py|go|rs|php|[cm]?[jt]sx?|java|rb)$/;
const TEST = /(?:^|[/_.-])(?:tests?|specs?|__tests__|testing)(?:[/_.-]|$)|Tests?\.\w+$/i;
const COMMENT = /^\s*(?:#|\/\/|\/?\*|""|$)/;
const FUNCTION = /^(?:function|method|func|member|getter|setter|generator|constructor|implementation|macro)$/;
const SCRIPT = /\.[cm]?[jt]sx?$/;
const METHOD =
  /^\s+(?:(?:public|private|protected|static|async|override|abstract|get|set)\s+)*(\w+)\s*(?:<[^()]*>)?\([^()]*(?:\)[^;]*\{\s*)?$/;
const ASSIGNED =
  /^\s*(?:export\s+)?(?:const|let|var)\s+(\w+)[^=]*=\s*(?:async\s*)?(?:\([^()]*\)?|\w+)\s*(?::[^=]+)?(?:=>.*)?$/;
const STATEMENT = /^(?:if|for|while|switch|catch|return|function|with|super|it|test|describe|expect)$/;
const COMMITS_MAX = 6000;
const LINES_MAX = 5;
const CONTEXT = 3;
// If more files hold a name, a caller must also name the file or the class that defines it.
const COMMON_FROM = 20;

const KINDS = ['hunk', 'function', 'caller', 'test', 'other'] as const;
type Kind = (typeof KINDS)[number];
const all: { readonly lines: Record<Kind, number>; readonly tokens: number }[] = [];
console.log(`| commit | changed | ${KINDS.join(' | ')} | useful | tokens |`);
console.log(`|---|---|${KINDS.map(() => '---|').join('')}---|---|`);
for (const repo of (values.repo ?? REPOSITORIES).split(' ')) {
  const name = repo.replace('/', '+');
  const mirror = `${mirrors}/${name}/repo`;
  const ask = (...args: string[]) =>
    execFileSync('git', ['--git-dir', mirror, ...args], { maxBuffer: 1 << 28 }).toString();
  const tree = await openScratchTree(mirror, `${work}/${name}`);
  for (const commit of commitsOf(ask)) {
    await tree.moveTo(commit);
    await measure(repo, tree.folder, { commit, patch: ask('diff', '-M', `${commit}^`, commit) });
  }
}
const total = (kind: Kind) => all.reduce((sum, { lines }) => sum + lines[kind], 0);
const quoted = KINDS.reduce((sum, kind) => sum + total(kind), 0);
const mean = all.reduce((sum, { lines }) => sum + usefulShare(lines), 0) / Math.max(1, all.length);
const tokens = all.reduce((sum, one) => sum + one.tokens, 0) / Math.max(1, all.length);
console.log(
  `| ${all.length} diffs | | ${KINDS.map(total).join(' | ')} | ${percent(1 - total('other') / Math.max(1, quoted))} of lines, ${percent(mean)} by diff | ${Math.round(tokens)} |`,
);

// Chooses evenly among commits that change so few lines, only of code, at least one outside of tests and comments.
function commitsOf(ask: (...args: string[]) => string): readonly string[] {
  const log = ask('log', '--no-merges', '-n', String(COMMITS_MAX), '--format=%x00%H', '--numstat');
  const small = log.split('\0').flatMap((entry) => {
    const [commit = '', ...rows] = entry.split('\n').filter((line) => line !== '');
    const files = rows
      .map((row) => row.split('\t'))
      .map(([added, gone, path = '']) => ({ path, count: Number(added) + Number(gone) }));
    const count = files.reduce((sum, file) => sum + file.count, 0);
    const isCode = files.every(({ path }) => CODE.test(path)) && files.some(({ path }) => !TEST.test(path));
    return count >= 1 && count <= LINES_MAX && isCode ? [commit] : [];
  });
  const telling = small.filter((commit) => {
    const rows = ask('diff', '-U0', `${commit}^`, commit)
      .split('\n')
      .filter((row) => /^[+-](?![+-]{2} )/.test(row));
    return rows.some((row) => !COMMENT.test(row.slice(1)));
  });
  const each = Number(values.each);
  return Array.from(
    { length: Math.min(each, telling.length) },
    (_, at) => telling[Math.floor((at * telling.length) / each)]!,
  );
}

interface Case {
  readonly commit: string;
  readonly patch: string;
}

async function measure(repo: string, root: string, { commit, patch }: Case): Promise<void> {
  const engine = await openEngine({ root });
  const aim = values.aim as 'full';
  const { pack, text } = await engine.pack({
    task: values.task,
    patch,
    budget: Number(values.budget),
    aim,
    format: 'markdown',
  });
  await engine.close();
  if (values.save)
    writeFileSync(`${values.save}/${repo.replace('/', '+')}-${commit.slice(0, 8)}.md`, `${patch}\n${text}`);
  const lines = judged(pack, root, patch);
  all.push({ lines, tokens: pack.usage.used });
  const changed = patch.split('\n').filter((row) => /^[+-](?![+-]{2} )/.test(row)).length;
  console.log(
    `| ${repo} ${commit.slice(0, 8)} | ${changed} | ${KINDS.map((kind) => lines[kind]).join(' | ')} | ${percent(usefulShare(lines))} | ${pack.usage.used} |`,
  );
}

function usefulShare(lines: Record<Kind, number>): number {
  const sum = KINDS.reduce((so, kind) => so + lines[kind], 0);
  return sum === 0 ? 0 : 1 - lines.other / sum;
}

function percent(share: number): string {
  return `${(100 * share).toFixed(1)} %`;
}

function judged(pack: Pack, root: string, patch: string): Record<Kind, number> {
  const changes = changedLines(patch);
  const tagsOf = remembered((path: string) => tagsIn(root, path));
  const changed = changes.flatMap(({ path, line }) => changedTag(tagsOf(path), line).map((tag) => ({ path, tag })));
  const ownerOf = ({ scope = '' }: Tag) => scope.split(/[.:\\]+/).at(-1) ?? '';
  // A call of a constructor names the class.
  const nameOf = (tag: Tag) => (/^(?:__init__|__construct|constructor|new)$/.test(tag.name) ? ownerOf(tag) : tag.name);
  const names = [...new Set([...changed.map(({ tag }) => nameOf(tag)), ...goneNames(patch)])].filter(
    (name) => name.length > 1,
  );
  const owners = new Set(
    changed.flatMap(({ path, tag }) => [ownerOf(tag), stemOf(path)]).filter((word) => word.length > 1),
  );
  const hits = new Map<string, Set<number>>();
  for (const name of names) {
    const found = grep(root, name);
    const isCommon = found.size >= COMMON_FROM;
    for (const [path, at] of found)
      if (!isCommon || changes.some((change) => change.path === path) || namesOne(root, path, owners))
        hits.set(path, new Set([...(hits.get(path) ?? []), ...at]));
  }
  const count: Record<Kind, number> = { hunk: 0, function: 0, caller: 0, test: 0, other: 0 };
  for (const block of pack.blocks) {
    const rows = block.text.split('\n');
    // Removed lines are not in the file; they belong to the change.
    count.hunk += block.language === 'diff' ? rows.filter((row) => row.startsWith('-')).length : 0;
    const own = hits.get(block.path) ?? new Set<number>();
    const isTest = TEST.test(block.path);
    const numbers = [...block.lines, ...block.importLines].flatMap(([first, last]) =>
      Array.from({ length: last - first + 1 }, (_, at) => first + at),
    );
    const holdsHit = numbers.some((line) => own.has(line));
    for (const line of numbers) {
      const kind = kindOf(line);
      count[kind]++;
      if (values.strangers && kind === 'other')
        console.error(`${block.path}:${line} ${block.reasons[0]?.because ?? ''}`);
    }
    function kindOf(line: number): Kind {
      const near = changes.filter(({ path }) => path === block.path).map((change) => change.line);
      if (near.some((at) => Math.abs(at - line) <= CONTEXT)) return 'hunk';
      const tags = tagsOf(block.path);
      if (near.some((at) => functionsAt(tags, at).some((tag) => tag.line <= line + CONTEXT && line <= tag.end)))
        return 'function';
      if (isTest && holdsHit) return 'test';
      const isUsed = [...own].some(
        (at) =>
          Math.abs(at - line) <= CONTEXT ||
          functionsAt(tags, at).some((tag) => tag.line <= line + CONTEXT && line <= tag.end),
      );
      return isUsed ? 'caller' : 'other';
    }
  }
  return count;
}

interface Tag {
  readonly name: string;
  readonly line: number;
  readonly end: number;
  readonly kind: string;
  readonly scope?: string;
}

function tagsIn(root: string, path: string): readonly Tag[] {
  const lines = readFileSync(`${root}/${path}`, 'utf8').split('\n');
  const args = ['--output-format=json', '--fields=+neKZ', '--sort=no', '-f', '-', path];
  const rows = execFileSync('ctags', args, {
    cwd: root,
    maxBuffer: 1 << 26,
    stdio: ['ignore', 'pipe', 'ignore'],
  }).toString();
  const tags = rows
    .split('\n')
    .filter((row) => row.startsWith('{'))
    .map((row) => JSON.parse(row) as Tag & { readonly end?: number })
    .map((tag) => ({ ...tag, end: tag.end ?? closingLine(lines, tag.line) }));
  return SCRIPT.test(path) ? [...tags, ...scriptFunctions(lines)] : tags;
}

// Finds methods and assigned functions of TypeScript, most of which ctags does not know.
function scriptFunctions(lines: readonly string[]): readonly Tag[] {
  return lines.flatMap((text, at) => {
    const name = (METHOD.exec(text) ?? ASSIGNED.exec(text))?.[1];
    const isOne = name !== undefined && !STATEMENT.test(name) && !/;\s*$/.test(text);
    return isOne ? [{ name, line: at + 1, end: closingLine(lines, at + 1), kind: 'method' }] : [];
  });
}

// ctags knows the ends of definitions in few languages; elsewhere this takes the first closing bracket of the same depth.
function closingLine(lines: readonly string[], line: number): number {
  const head = lines[line - 1] ?? '';
  const depth = head.length - head.trimStart().length;
  const at = lines.findIndex((text, index) => index >= line && /^\s*[}\])]/.test(text) && text.search(/\S/) <= depth);
  return at < 0 || /;\s*$/.test(head) ? line : at + 1;
}

// The functions around a line, the innermost last.
function functionsAt(tags: readonly Tag[], line: number): readonly Tag[] {
  return tags.filter((tag) => FUNCTION.test(tag.kind) && tag.line <= line && line <= tag.end);
}

// The definition of a changed line: the function around it, else another definition around or at it.
function changedTag(tags: readonly Tag[], line: number): readonly Tag[] {
  const own = functionsAt(tags, line);
  if (own.length > 0) return own;
  const around = tags
    .filter((tag) => tag.line <= line && line <= tag.end)
    .toSorted((a, b) => a.end - a.line - (b.end - b.line));
  return around.slice(0, 1);
}

function changedLines(patch: string): readonly { readonly path: string; readonly line: number }[] {
  const found: { path: string; line: number }[] = [];
  let [path, next] = ['', 0];
  for (const row of patch.split('\n')) {
    if (row.startsWith('+++ ')) path = row.slice(6);
    const head = /^@@ -\S+ \+(\d+)/.exec(row);
    if (head) next = Number(head[1]);
    else if (row.startsWith('+') && !row.startsWith('+++ ')) found.push({ path, line: next++ });
    else if (row.startsWith('-') && !row.startsWith('--- ')) found.push({ path, line: Math.max(1, next - 1) });
    else if (row.startsWith(' ')) next++;
  }
  return found;
}

// Names that a removed line declares.
function goneNames(patch: string): readonly string[] {
  const rows = patch.split('\n').filter((row) => /^-(?!-- )/.test(row));
  return rows.flatMap(
    (row) => /\b(?:def|func|fn|function|class|struct|enum|trait|interface|const)\s+(\w+)/.exec(row)?.[1] ?? [],
  );
}

function grep(root: string, name: string): ReadonlyMap<string, readonly number[]> {
  const rows = outputOf(root, ['grep', '-nIwF', '-e', name]);
  const found = new Map<string, number[]>();
  for (const row of rows.split('\n')) {
    const [, path, line] = /^([^:]+):(\d+):/.exec(row) ?? [];
    if (path !== undefined && CODE.test(path)) found.set(path, [...(found.get(path) ?? []), Number(line)]);
  }
  return found;
}

function outputOf(root: string, args: readonly string[]): string {
  try {
    return execFileSync('git', ['-C', root, ...args], { maxBuffer: 1 << 28 }).toString();
  } catch {
    return '';
  }
}

function namesOne(root: string, path: string, words: ReadonlySet<string>): boolean {
  const text = readFileSync(`${root}/${path}`, 'utf8');
  return text.split(/\W+/).some((word) => words.has(word));
}

function stemOf(path: string): string {
  const [file = '', folder = ''] = path.split('/').reverse();
  const stem = file.replace(/\.[^.]*$/, '');
  return /^(?:index|mod|lib|__init__|main)$/.test(stem) ? folder : stem;
}

function remembered<Answer>(ask: (key: string) => Answer): (key: string) => Answer {
  const known = new Map<string, Answer>();
  return (key) => {
    if (!known.has(key)) known.set(key, ask(key));
    return known.get(key)!;
  };
}
