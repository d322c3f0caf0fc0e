import { expect, test } from 'vitest';
import { CHATGPT, CLAUDE_EXPORT, CODEX } from '../conversations/samples.ts';
import { brokenBy } from './run-target.ts';
import { TARGETS } from './targets/index.ts';

// What random texts have found, as short as it can be said. Each of these failed once.
const cases: readonly (readonly [target: string, text: string])[] = [
  ['an export of Tana', '{""]"":'],
  ['an export of Tana', '{"docs":[]}]'],
  ['the URI of a resource', 'knap://shop/\ud800'],
  ['a configuration', '&a [b,*b]'],
  ['a configuration', 'a: &a [x,x,x,x,x]\nb: &b [*a,*a,*a,*a,*a]\nc: &c [*b,*b,*b,*b,*b]\nd: [*c,*c,*c,*c,*c]\n'],
  ['frontmatter', `a: ${'? : '.repeat(180)}x`],
  ['a patch', '--- l\n@@ -0 +0 @@\n-'],
  ['a patch', '--- l\n+++ l\n@@ -0 +0 @@\n+'],
  ['title, names and words of a task', '<!--'.repeat(49_000)],
  ['title, names and words of a task', `[${' '.repeat(5000)}`],
  ['a log', 'at  (constructor:3:3)'],
  ['a log', 'a.c:1\n'.repeat(166_000)],
  ['what was seen', `a@abcdef01:${'1,'.repeat(150_000)}`],
  ['a transcript c.json', CHATGPT.replaceAll('"role":"user"', '"role":"constructor"')],
  ['a transcript e.json', CLAUDE_EXPORT.replaceAll('"sender": "human"', '"sender": "__proto__"')],
  ['a transcript rollout-a.jsonl', CODEX.replaceAll('"type":"agent_message"', '"type":"constructor"')],
  ['a node of Tana’s Local API', '- a\n  - **Owner**: constructor\n'],
  ['secrets', '-----BEGIN PRIVATE KEY-----\raBfG7hrS9tU1vW3xIIEowIBAAKCAQEA7\n'],
  ['secrets', `INSERT INTO users (name, password) VALUES ('${"''\\\t".repeat(28)}\n`],
  ['code cut into statements', `a = "${'\\\\'.repeat(22)}`],
  ['a file in groovy', `${'static '.repeat(27)}\n`],
  ['a file in groovy', `${'a<b> '.repeat(27)}\n`],
  ['a file in yaml', `a:${' !|>'.repeat(27)} x\n`],
  ['a line for the shell', 'cd x;'.repeat(40_000)],
  ['settings of an agent in TOML', '[mcp_servers.knap]\nconstructor = "x"\n'],
  ['settings of an agent in TOML', `${'a.'.repeat(50_000)}a = 1\n`],
];
for (const [name, text] of cases)
  test(`the reader of ${name} reads or refuses ${JSON.stringify(text.slice(0, 60))} without crashing`, async () => {
    const target = TARGETS.find((one) => one.name === name)!;
    expect(await brokenBy(target, text)).toBeNull();
  });
