import { existsSync } from 'node:fs';
import { DEFAULTS } from '../../config/defaults.ts';
import { table } from '../../operations/text-table.ts';
import { readPlainText } from '../../reading/plain-file.ts';
import { CLIENTS, type Client, type ClientName } from './clients.ts';
import { SCOPES, type Scope, type UserPlaces } from './places.ts';

/** An agent that left something on this machine, and where it knows knap already. */
interface InstalledAgent {
  readonly client: ClientName;
  readonly title: string;
  readonly knows: readonly Scope[];
}

/** The agents of this machine, by what they leave in a home. */
export function installedAgents(places: UserPlaces): { readonly agents: readonly InstalledAgent[] } {
  const agents = (Object.keys(CLIENTS) as readonly ClientName[]).flatMap((client) => {
    const { title, signs, files, remove }: Client = CLIENTS[client];
    const knows = SCOPES.filter((scope) => knowsKnap(files[scope]?.(places), remove));
    const isHere = knows.length > 0 || signs.some((sign) => existsSync(sign(places)));
    return isHere ? [{ client, title, knows }] : [];
  });
  return { agents };
}

export function installedText({ agents }: ReturnType<typeof installedAgents>): string {
  if (agents.length === 0) return 'No agent was found in your home. Name yours: knap setup AGENT';
  const rows = agents.map(({ client, title, knows }) => [
    client,
    title,
    knows.length === 0 ? `knap setup ${client} --write` : `knows knap (${knows.join(', ')})`,
  ]);
  return table(rows).join('\n');
}

// A file that cannot be understood does not hold knap's entry, as far as anyone can tell.
function knowsKnap(file: string | undefined, remove: Client['remove']): boolean {
  const text = file === undefined ? null : readPlainText(file, { ...DEFAULTS.kept, followsLinks: true });
  try {
    return text !== null && remove(text) !== text;
  } catch {
    return false;
  }
}
