// Prepares a caller's task for the resolve stage: redacts it, cuts old lines off its log, and collects the domains that
// apply to the workspace.
import { parseDuration } from '../config/duration.ts';
import type { Config } from '../config/schema.ts';
import { DOMAINS } from '../domains/index.ts';
import type { Framework } from '../frameworks/framework.ts';
import { detectFrameworks } from '../frameworks/index.ts';
import type { Change, Domain, TaskInput } from '../model/task.ts';
import { recentLines } from '../pipeline/resolve/read-log.ts';
import type { PackInput } from '../ports/engine.ts';
import { redactText } from '../reading/redaction/redact.ts';
import type { EngineParts } from './open/open-parts.ts';

export async function taskInput(
  input: PackInput,
  changes: readonly Change[],
  { redact, now }: Pick<EngineParts, 'redact' | 'now'>,
): Promise<TaskInput> {
  const nowMs = now();
  const log = input.error === undefined ? undefined : (await redact(input.error, 'log')).text;
  const text = (await redact(input.task, 'task')).text;
  // Log times without a zone are mostly local times.
  const offsetMinutes = -new Date(nowMs).getTimezoneOffset();
  const isCut = log !== undefined && input.since !== undefined;
  const errorLog = isCut ? recentLines(log, parseDuration(input.since), nowMs, offsetMinutes) : log;
  // Names are redacted too, because pages print them.
  const clean = (names: readonly string[] | undefined) =>
    names && Promise.all(names.map(async (name) => (await redact(name, 'task')).text));
  const { file, symbol, focus: domains, expect: guesses } = input;
  const [files, symbols, focus, expect] = await Promise.all([file, symbol, domains, guesses].map(clean));
  return { text, errorLog, changes, files, symbols, focus, expect };
}

/** The domains that are not disabled: configured, of detected frameworks, built in. For a name, the first counts. */
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

/** The domains of the configuration, with secrets redacted, because a repository's file may define domains. */
export function configuredDomains(config: Config): readonly Domain[] {
  const clean = (text: string): string => redactText(text).text;
  return Object.entries(config.domains).map(([name, { description, keywords }]) => ({
    name: clean(name),
    description: clean(description),
    keywords: keywords.map(clean),
  }));
}

const frameworksOfView = new WeakMap<readonly string[], Promise<readonly Framework[]>>();

// Detects frameworks once for each list of paths; a changed manifest makes a new view, which has a new list.
function frameworksOf(paths: readonly string[], { reader }: EngineParts): Promise<readonly Framework[]> {
  let frameworks = frameworksOfView.get(paths);
  if (!frameworks) {
    frameworks = detectFrameworks(paths, async (path) => (await reader.read(path))?.text ?? null);
    frameworksOfView.set(paths, frameworks);
  }
  return frameworks;
}
