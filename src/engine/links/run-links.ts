import { ContextError } from '../../model/errors.ts';
import type { LinkEnd, LinksAnswer, LinksInput } from '../../ports/knowledge.ts';
import type { DocumentCard } from '../../ports/store.ts';
import { fileDocuments, type KnowledgeRun, onFreshDocuments } from '../documents/knowledge-run.ts';
import type { QuestionRun } from '../question-run.ts';
import { findDocument } from '../show/find-target.ts';
import { findReferrers, linksOf, placeOf, type ResolvedLink } from './resolve-links.ts';

const NOTHING: LinksAnswer = {
  ...{ target: null, linksTo: [], linkedFrom: [], broken: [] },
  ...{ way: null, orphans: [], notes: [] },
};

/** Who links to whom. */
export function runLinks(input: LinksInput, context: QuestionRun): Promise<LinksAnswer> {
  return onFreshDocuments(context, async (run) => {
    const found = { ...NOTHING, notes: context.notes };
    if (input.orphans) return { ...found, orphans: await orphansOf(run) };
    if (input.target === undefined) throw new ContextError('NO_TARGET', 'There is no document to start from.');
    const card = await findDocument(input.target, run);
    const target = endOf(card, 'asked for');
    if (input.to !== undefined)
      return { ...found, target, way: await wayBetween(card, await findDocument(input.to, run), run) };
    const own = await linksOf([card.path], run);
    return {
      ...found,
      target,
      linksTo: await endsOf(
        own.filter((link) => pathOf(link) !== card.path),
        (link) => pathOf(link) ?? '',
        run,
      ),
      linkedFrom: await endsOf(await findReferrers(card.path, run), ({ from }) => from, run),
      broken: own
        .filter(({ resolution }) => resolution.outcome === 'unresolved')
        .map(({ target: written, line }) => ({ target: written, line })),
    };
  });
}

// A link to a file that is no document is a link all the same.
function pathOf(link: ResolvedLink): string | null {
  return link.resolution.outcome === 'file' ? link.resolution.path : (placeOf(link)?.path ?? null);
}

/** The other ends of some links, each once, in the order they are met. */
async function endsOf(
  links: readonly ResolvedLink[],
  pathAt: (link: ResolvedLink) => string,
  { store }: KnowledgeRun,
): Promise<readonly LinkEnd[]> {
  const first = new Map<string, ResolvedLink>();
  for (const link of links) if (pathAt(link) !== '' && !first.has(pathAt(link))) first.set(pathAt(link), link);
  const cards = await store.documents([...first.keys()]);
  return [...first].map(([path, link]) => {
    const card = cards.get(path);
    return card ? endOf(card, clauseOf(link)) : { id: null, name: path, path, because: clauseOf(link) };
  });
}

function clauseOf({ field, text, line }: ResolvedLink): string {
  return field === null ? `line ${line}: ${text.replace(/\s+/g, ' ')}` : field;
}

/** Breadth first along links, one step of all documents at a time, so that the first way found is a shortest. */
async function wayBetween(
  start: DocumentCard,
  end: DocumentCard,
  run: KnowledgeRun,
): Promise<readonly LinkEnd[] | null> {
  const cameBy = new Map<string, ResolvedLink | null>([[start.path, null]]);
  let front = [start.path];
  while (front.length > 0 && !cameBy.has(end.path)) {
    const next: string[] = [];
    for (const link of await linksOf(front, run)) {
      const path = placeOf(link)?.path;
      if (path === undefined || cameBy.has(path)) continue;
      cameBy.set(path, link);
      next.push(path);
    }
    front = next;
  }
  if (!cameBy.has(end.path)) return null;
  const steps: ResolvedLink[] = [];
  for (let link = cameBy.get(end.path); link; link = cameBy.get(link.from)) steps.unshift(link);
  return [endOf(start, 'asked for'), ...(await endsOf(steps, (link) => pathOf(link) ?? '', run))];
}

// Documents that stand for their folder are found there, and need no link.
async function orphansOf(run: KnowledgeRun): Promise<readonly LinkEnd[]> {
  const cards = await fileDocuments(run.store);
  const links = await linksOf(
    cards.map(({ path }) => path),
    run,
  );
  const linked = new Set(
    links.flatMap((link) => {
      const path = placeOf(link)?.path;
      return path === undefined || path === link.from ? [] : [path];
    }),
  );
  return cards
    .filter(
      ({ path }) =>
        !linked.has(path) && !run.tables.folders((path.split('/').at(-2) ?? '').toLowerCase()).includes(path),
    )
    .map((card) => endOf(card, 'nothing links to it'));
}

function endOf({ id, name, path }: DocumentCard, because: string): LinkEnd {
  return { id, name, path, because };
}
