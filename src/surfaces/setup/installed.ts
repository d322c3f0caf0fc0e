import { existsSync } from 'node:fs';
import { isAbsolute } from 'node:path';
import { DEFAULTS } from '../../config/defaults.ts';
import { either } from '../../operations/input/fields.ts';
import { table } from '../../operations/text-table.ts';
import { readPlainText } from '../../reading/plain-file.ts';
import { CLIENTS, type Client, type ClientName } from './clients.ts';
import { SCOPES, type Scope, type UserPlaces } from './places.ts';

/** An agent that left something on this machine, and where it knows knap already. */
interface InstalledAgent {
  readonly client: ClientName;
  readonly title: string;
  readonly knows: readonly Scope[];
  /** What its entry would start, and is not there: knap or Node has moved since. */
  readonly gone: string | null;
  /** What is wrong with an entry that was written by an older knap. */
  readonly old: string | null;
}

/** The agents of this machine, by what they leave in a home. */
export function installedAgents(places: UserPlaces): { readonly agents: readonly InstalledAgent[] } {
  const agents = (Object.keys(CLIENTS) as readonly ClientName[]).flatMap((client) => {
    const { title, signs, files, remove, holds }: Client = CLIENTS[client];
    const entries = SCOPES.map((scope) => ({ scope, entry: entryIn(files[scope]?.(places), remove) }));
    const knows = entries.flatMap(({ scope, entry }) => (entry === null ? [] : [scope]));
    const isHere = knows.length > 0 || signs.some((sign) => existsSync(sign(places)));
    return isHere
      ? [
          {
            client,
            title,
            knows,
            old: entries.map((one) => whyOld(one, holds)).find((why) => why !== null) ?? null,
            gone: entries.map(({ entry }) => goneFrom(entry ?? '')).find((path) => path !== null) ?? null,
          },
        ]
      : [];
  });
  return { agents };
}

export function installedText({ agents }: ReturnType<typeof installedAgents>): string {
  if (agents.length === 0)
    return `No agent was found in your home. Name yours: knap setup ${either(Object.keys(CLIENTS))}`;
  const rows = agents.map(({ client, title, knows }) => [
    client,
    title,
    knows.length === 0 ? `knap setup ${client} --write` : `knows knap (${knows.join(', ')})`,
  ]);
  return table(rows).join('\n');
}

// A file that cannot be understood does not hold knap's entry, as far as anyone can tell.
function entryIn(file: string | undefined, remove: Client['remove']): string | null {
  const text = file === undefined ? null : readPlainText(file, { ...DEFAULTS.kept, followsLinks: true });
  try {
    return text === null ? null : without(text, remove(text));
  } catch {
    return null;
  }
}

// What one text has between the beginning and the end that both share.
function without(text: string, rest: string): string | null {
  if (text === rest) return null;
  let start = 0;
  while (start < rest.length && text[start] === rest[start]) start++;
  let end = 0;
  while (end < rest.length - start && text.at(-1 - end) === rest.at(-1 - end)) end++;
  return text.slice(start, text.length - end);
}

// In a file for all folders nothing may stand that means one of them.
const NAMES_FOLDER = /"mcp",\s*"([^"]+)"/;

function whyOld({ scope, entry }: { scope: Scope; entry: string | null }, holds: string | undefined): string | null {
  if (entry === null) return null;
  const [, folder] = scope === 'user' ? (NAMES_FOLDER.exec(entry) ?? []) : [];
  if (folder !== undefined) return `names ${folder} for all folders`;
  return holds === undefined || entry.includes(holds) ? null : `lacks ${holds}`;
}

function goneFrom(entry: string): string | null {
  const strings = [...entry.matchAll(/"(?:[^"\\]|\\.)*"/g)].map(([quoted]) =>
    quoted.slice(1, -1).replaceAll('\\\\', '\\'),
  );
  return strings.find((path) => isAbsolute(path) && !existsSync(path)) ?? null;
}
