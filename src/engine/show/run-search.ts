import type { FoundDocument, SearchAnswer, SearchInput } from '../../ports/knowledge.ts';
import type { DocumentCard } from '../../ports/store.ts';
import { frontmatterBounds } from '../../sources/markdown/frontmatter/bounds.ts';
import type { RunContext } from '../run-pack.ts';
import { runQuery } from '../run-query.ts';

const HEADING = /^#{1,6}[ \t].*$/gm;

/** Searches documents and their sections, and names what it finds as the other commands do. */
export async function runSearch(input: SearchInput, context: RunContext): Promise<SearchAnswer> {
  const { results, notes } = await runQuery(
    { ...input, isDocumentsOnly: true, code: false, imports: false, contextLines: 0 },
    context,
  );
  const cards = await context.parts.store.documents([...new Set(results.map(({ location }) => location.path))]);
  const found = results.flatMap((result) => {
    const card = cards.get(result.location.path);
    return card ? [foundIn(card, result)] : [];
  });
  // The page they come from keeps what lies in one file together; a list is better with the best first.
  return { results: found.toSorted((a, b) => b.score - a.score), notes };
}

function foundIn(
  card: DocumentCard,
  { location, score, codePreview }: Awaited<ReturnType<typeof runQuery>>['results'][number],
): FoundDocument {
  const section = card.sections.findLast(({ startLine }) => startLine <= location.startLine) ?? null;
  const text = codePreview.slice(frontmatterBounds(`${codePreview}\n`)?.bodyStart ?? 0);
  return {
    id: section?.id ?? card.id,
    name: card.name,
    section: section?.title ?? null,
    location,
    score,
    excerpt: text.replace(HEADING, '').replace(/\s+/g, ' ').trim(),
  };
}
