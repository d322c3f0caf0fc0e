import type { Scored } from '../../model/candidate.ts';
import type { FoundDocument, SearchAnswer, SearchInput } from '../../ports/knowledge.ts';
import type { DocumentCard } from '../../ports/store.ts';
import { frontmatterBounds } from '../../sources/markdown/frontmatter/bounds.ts';
import { type PlaceAsked, placesAsked } from '../beside/paths-seen.ts';
import type { QuestionRun } from '../question-run.ts';
import { PROFILES } from './profiles.ts';
import { findEntities } from './query.ts';

const HEADING = /^#{1,6}[ \t].*$/gm;
const EXCERPT_CHARACTERS = 200;

/** Searches documents and their sections, and names what it finds as the other commands do. */
export async function runSearch(input: SearchInput, context: QuestionRun): Promise<SearchAnswer> {
  const { entities, notes } = await findEntities(input, context, PROFILES.search);
  const found = [...new Set(entities.map(({ path }) => path))];
  const cards = new Map((await Promise.all(placesAsked(context).map((place) => cardsIn(place, found)))).flat());
  return {
    results: entities.flatMap((entity) => {
      const card = cards.get(entity.path);
      return card ? [foundIn(card, entity)] : [];
    }),
    notes: [...context.notes, ...notes],
  };
}

async function cardsIn({ context, paths }: PlaceAsked, found: readonly string[]) {
  const own = found.flatMap((path) => paths.own(path) ?? []);
  const cards = await context.parts.store.documents(own);
  return [...cards].map(([path, card]) => [paths.seen(path), card] as const);
}

function foundIn(card: DocumentCard, { entity, score, text }: Scored): FoundDocument {
  const { location } = entity;
  const section = card.sections.findLast(({ startLine }) => startLine <= location.startLine) ?? null;
  const lines = (text?.lines ?? []).slice(location.startLine - 1, location.endLine).join('\n');
  const body = lines.slice(frontmatterBounds(`${lines}\n`)?.bodyStart ?? 0);
  return {
    id: section?.id ?? card.id,
    name: card.name,
    section: section?.title ?? null,
    location,
    score,
    excerpt: body.replace(HEADING, '').replace(/\s+/g, ' ').trim().slice(0, EXCERPT_CHARACTERS),
  };
}
