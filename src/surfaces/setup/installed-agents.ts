// Finds the agents of this machine, and whether knap is set up for them.
import { existsSync } from 'node:fs';
import { isAbsolute } from 'node:path';
import { DEFAULTS } from '../../config/defaults.ts';
import { joinWithOr } from '../../operations/input/fields.ts';
import { table } from '../../operations/text-table.ts';
import { readPlainText } from '../../reading/plain-file.ts';
import { CLIENTS, type Client, type ClientName } from './clients.ts';
import { commonEnds } from './file-change.ts';
import { SCOPES, type Scope, type UserPlaces } from './user-folders.ts';

/**
 * `knows` lists the scopes in which knap is set up for an agent. `old` says what is wrong with the entry of an older
 * knap. `gone` is a path in the entry that does not exist, for instance because knap or Node has moved.
 */
export function installedAgents(places: UserPlaces) {
  const agents = (Object.keys(CLIENTS) as readonly ClientName[]).flatMap((client) => {
    const { title, signs, files, remove, currentField }: Client = CLIENTS[client];
    const entries = SCOPES.map((scope) => ({ scope, entry: entryIn(files[scope]?.(places), remove) }));
    const knows = entries.flatMap(({ scope, entry }) => (entry === null ? [] : [scope]));
    if (knows.length === 0 && !signs.some((sign) => existsSync(sign(places)))) return [];
    const old =
      entries.map(({ scope, entry }) => whyOutdated(scope, entry, currentField)).find((why) => why !== null) ?? null;
    const gone = entries.map(({ entry }) => missingPathIn(entry ?? '')).find((path) => path !== null) ?? null;
    return [{ client, title, knows, old, gone }];
  });
  return { agents };
}

export function installedText({ agents }: ReturnType<typeof installedAgents>): string {
  if (agents.length === 0)
    return `No agent found in your home folder. To set one up: knap setup ${joinWithOr(Object.keys(CLIENTS))}`;
  const rows = agents.map(({ client, title, knows }) => [
    client,
    title,
    knows.length === 0 ? `knap setup ${client} --write` : `set up (${knows.join(', ')})`,
  ]);
  return table(rows).join('\n');
}

// knap's entry in a file; null if there is none, or if the file cannot be parsed.
function entryIn(file: string | undefined, remove: Client['remove']): string | null {
  const text = file === undefined ? null : readPlainText(file, { ...DEFAULTS.kept, followsLinks: true });
  try {
    return text === null ? null : removedPart(text, remove(text));
  } catch {
    return null;
  }
}

// The part that `rest` lacks: the text between the common beginning and the common end.
function removedPart(text: string, rest: string): string | null {
  const { sameAtStart, sameAtEnd } = commonEnds(text, rest);
  return text === rest ? null : text.slice(sameAtStart, text.length - sameAtEnd);
}

// Older versions wrote a folder as argument, which is wrong in the settings of a user.
const NAMES_FOLDER = /"mcp",\s*"([^"]+)"/;

function whyOutdated(scope: Scope, entry: string | null, currentField: string | undefined): string | null {
  if (entry === null) return null;
  const [, folder] = scope === 'user' ? (NAMES_FOLDER.exec(entry) ?? []) : [];
  if (folder !== undefined) return `names ${folder} for all folders`;
  return currentField === undefined || entry.includes(currentField) ? null : `lacks ${currentField}`;
}

function missingPathIn(entry: string): string | null {
  const strings = [...entry.matchAll(/"(?:[^"\\]|\\.)*"/g)].map(([quoted]) =>
    quoted.slice(1, -1).replaceAll('\\\\', '\\'),
  );
  return strings.find((path) => isAbsolute(path) && !existsSync(path)) ?? null;
}
