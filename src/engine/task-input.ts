import { milliseconds } from '../config/duration.ts';
import type { Config } from '../config/schema.ts';
import { DOMAINS } from '../domains/index.ts';
import type { Framework } from '../frameworks/framework.ts';
import { detectFrameworks } from '../frameworks/index.ts';
import type { Change, Domain, TaskInput } from '../model/task.ts';
import { recentLines } from '../pipeline/resolve/log/read-log.ts';
import type { PackInput } from '../ports/engine.ts';
import { redactText } from '../reading/redaction/redact.ts';
import type { EngineParts } from './parts/open-parts.ts';

/** What the resolve stage works on: secrets redacted, old log lines dropped. */
export async function taskInput(
  input: PackInput,
  changes: readonly Change[],
  { redact, now }: Pick<EngineParts, 'redact' | 'now'>,
): Promise<TaskInput> {
  const nowMs = now();
  const log = input.error === undefined ? undefined : (await redact(input.error, 'log')).text;
  const text = (await redact(input.task, 'task')).text;
  const errorLog =
    log !== undefined && input.since !== undefined
      ? recentLines(log, milliseconds(input.since), nowMs, localClock(nowMs))
      : log;
  // What is named may be printed as it was named.
  const clean = (names: readonly string[] | undefined) =>
    names && Promise.all(names.map(async (name) => (await redact(name, 'task')).text));
  const { file, symbol, focus: domains, expect: guesses } = input;
  const [files, symbols, focus, expect] = await Promise.all([file, symbol, domains, guesses].map(clean));
  return { text, errorLog, changes, files, symbols, focus, expect };
}

/** The user's own domains, then the frameworks', then the built-in ones; the first of a name counts. */
export async function domainsOf(
  config: Config,
  paths: readonly string[],
  parts: EngineParts,
): Promise<readonly Domain[]> {
  const frameworks = await frameworksOf(paths, parts);
  const fromFrameworks = frameworks.flatMap(({ domains }) =>
    Object.entries(domains).map(([name, keywords]) => ({ name, description: '', keywords })),
  );
  const all = new Map<string, Domain>();
  const configured = configuredDomains(config).map((domain) => ({ ...domain, isOwn: true as const }));
  for (const domain of [...configured, ...fromFrameworks, ...DOMAINS])
    if (!all.has(domain.name)) all.set(domain.name, domain);
  return [...all.values()].filter((domain) => !config.disabledDomains.includes(domain.name));
}

/** Domains of the configuration, a repository's too: what a file says is told without secrets. */
export function configuredDomains(config: Config): readonly Domain[] {
  const clean = (text: string): string => redactText(text).text;
  return Object.entries(config.domains).map(([name, { description, keywords }]) => ({
    name: clean(name),
    description: clean(description),
    keywords: keywords.map(clean),
  }));
}

const frameworksOfView = new WeakMap<readonly string[], Promise<readonly Framework[]>>();

// A manifest that changes makes another view.
function frameworksOf(paths: readonly string[], { reader }: EngineParts): Promise<readonly Framework[]> {
  let frameworks = frameworksOfView.get(paths);
  if (!frameworks) {
    frameworks = detectFrameworks(paths, async (path) => (await reader.read(path))?.text ?? null);
    frameworksOfView.set(paths, frameworks);
  }
  return frameworks;
}

// Logs without a zone are most often written in the local one.
function localClock(nowMs: number) {
  return { offsetMinutes: -new Date(nowMs).getTimezoneOffset() };
}
