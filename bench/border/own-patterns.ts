import { globSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join, relative } from 'node:path';
import { parseArgs } from 'node:util';
import { gunzipSync } from 'node:zlib';
import { Language, Parser, Query } from 'web-tree-sitter';

// Checks whether a text can make one of knap's own regular expressions take exponential time. The check is that of
// recheck, which is not installed here: `npm install recheck` in any folder, then
// node bench/border/own-patterns.ts --recheck FOLDER [--below src/reading]
const { values } = parseArgs({ options: { recheck: { type: 'string' }, below: { type: 'string', default: 'src' } } });
if (!values.recheck) throw new Error('usage: own-patterns.ts --recheck FOLDER (one with node_modules/recheck)');

interface Pattern {
  readonly at: string;
  readonly source: string;
  readonly flags: string;
}

interface Verdict {
  readonly status: 'safe' | 'vulnerable' | 'unknown';
  readonly complexity?: { readonly type: 'safe' | 'linear' | 'polynomial' | 'exponential'; readonly degree?: number };
  readonly attack?: { readonly pattern: string };
}

type Check = (source: string, flags: string, options: { readonly timeout: number }) => Promise<Verdict>;

const ROOT = join(import.meta.dirname, '../..');
// These files start a thread or a program when they are loaded; other files load their parts.
const STARTS = /-worker\.ts$|surfaces\/cli\/(?:main|run-process)\.ts$|src\/page\//;
const CHECK_MS = 8000;
// Two checks at a time, because each starts a process.
const LANES = 2;

const { check } = createRequire(join(values.recheck, 'package.json'))('recheck') as { readonly check: Check };
const files = globSync('src/**/*.ts', { cwd: ROOT }).toSorted();
const patterns = unique([...(await literals()), ...(await built())]).filter(
  ({ at, source }) => /[*+{]/.test(source) && at.startsWith(values.below),
);
const verdicts: { readonly pattern: Pattern; readonly verdict: Verdict }[] = [];
const waiting = [...patterns];
await Promise.all(Array.from({ length: LANES }, checkAll));

const kinds = Object.groupBy(verdicts, ({ verdict }) => verdict.complexity?.type ?? verdict.status);
for (const [kind, found] of Object.entries(kinds)) console.log(`${kind}: ${found.length}`);
for (const { pattern, verdict } of kinds.exponential ?? [])
  console.log(`${pattern.at}: /${pattern.source}/${pattern.flags}\n  ${verdict.attack?.pattern}`);
process.exitCode = kinds.exponential ? 1 : 0;

async function checkAll(): Promise<void> {
  for (let pattern = waiting.pop(); pattern; pattern = waiting.pop()) {
    // recheck does not know the flag `d`, which only adds the positions of groups.
    const verdict = await check(pattern.source, pattern.flags.replace('d', ''), { timeout: CHECK_MS });
    verdicts.push({ pattern, verdict });
  }
}

/** The expressions that are written as literals. */
async function literals(): Promise<readonly Pattern[]> {
  await Parser.init();
  const language = await Language.load(
    gunzipSync(readFileSync(join(ROOT, 'dist/grammars/tree-sitter-typescript.wasm.gz'))),
  );
  const query = new Query(language, '(regex) @regex');
  const parser = new Parser();
  parser.setLanguage(language);
  return files.flatMap((file) => {
    const tree = parser.parse(readFileSync(join(ROOT, file), 'utf8'))!;
    return query.captures(tree.rootNode).map(({ node }): Pattern => {
      const [, source = '', flags = ''] = /^\/(.*)\/(\w*)$/s.exec(node.text)!;
      return { at: `${file}:${node.startPosition.row + 1}`, source, flags };
    });
  });
}

/** The expressions that modules build when they are loaded. */
async function built(): Promise<readonly Pattern[]> {
  const found: Pattern[] = [];
  globalThis.RegExp = new Proxy(RegExp, {
    construct(target, given, made) {
      const pattern = Reflect.construct(target, given, made) as RegExp;
      const from = new Error('here').stack?.split('\n').find((line) => line.includes(join(ROOT, 'src')));
      if (from) found.push({ at: relative(ROOT, from.replace(/^.*\(|^\s*at |file:\/\/|\)$/g, '')), ...parts(pattern) });
      return pattern;
    },
  });
  for (const file of files) if (!STARTS.test(file)) await import(join(ROOT, file));
  return found;
}

function parts({ source, flags }: RegExp): Pick<Pattern, 'source' | 'flags'> {
  return { source, flags };
}

function unique(all: readonly Pattern[]): readonly Pattern[] {
  return [...new Map(all.map((pattern) => [`${pattern.source}/${pattern.flags}`, pattern])).values()];
}
