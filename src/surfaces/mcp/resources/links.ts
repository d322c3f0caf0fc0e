import type { ResourceLink } from '@modelcontextprotocol/server';
import { DEFAULTS } from '../../../config/defaults.ts';
import type { QuotedLines } from '../../../operations/output/output.ts';
import { cleanLines, nameable } from '../../serving/clean-lines.ts';
import { clip } from '../fit-answer.ts';
import { mimeTypeOf } from './mime-type.ts';
import { uriOf } from './resource-uri.ts';

const { max, reasonCharactersMax } = DEFAULTS.mcp.links;
const NAME_CHARACTERS_MAX = 120;

/** Where the best of what is quoted can be read again, each with why it is there. */
export async function linksTo(workspace: string, quotes: readonly QuotedLines[]): Promise<readonly ResourceLink[]> {
  // A URI names this workspace, and a way up in it would be tidied by its reader.
  const best = quotes.filter(({ path }) => !path.startsWith('../')).slice(0, max);
  const [isNameable, names, reasons] = await Promise.all([
    nameable(best.map(({ path }) => path)),
    cleanLines(best.map(({ name }) => name)),
    cleanLines(best.map(({ because }) => because)),
  ]);
  return best.flatMap(({ path, startLine, endLine, hash }, at) => {
    // A place that cannot be named without what must not be said has no link.
    if (!isNameable[at]) return [];
    const uri = uriOf(workspace, { path, lines: [startLine, endLine], hash });
    // A number after a tilde tells things of one name apart, and means nothing to a reader.
    const name = clip(names[at]!.replace(/~\d+$/, ''), NAME_CHARACTERS_MAX);
    const description = clip(reasons[at]!, reasonCharactersMax);
    return [{ type: 'resource_link', uri, name, mimeType: mimeTypeOf(path), description }];
  });
}
