import fc from 'fast-check';
import { expect, test } from 'vitest';
import { chooseByLength } from '../../src/engine/show/show-page.ts';
import { covers, lengthOf, orderCandidates, type ShowCandidate } from '../../src/pipeline/show/show-candidate.ts';
import type { DocumentCard, SectionCard } from '../../src/ports/store.ts';

const card = (path: string, docPriority: number, sections: readonly SectionCard[], length: number): DocumentCard => ({
  path,
  hash: path,
  id: null,
  name: path,
  title: path,
  description: null,
  labels: [],
  docPriority,
  docPosition: 0,
  docContextFor: [],
  docContextBudget: null,
  displayLength: length,
  lineCount: 100,
  isRoot: false,
  issue: null,
  sections,
});

// Sections 0 and 1 lie one in the other, 2 beside them.
const RANGES = [
  [10, 40],
  [20, 30],
  [41, 60],
] as const;
const cards = Array.from({ length: 6 }, (_, index) => {
  const sections = RANGES.map(([startLine, endLine], at) => ({
    index: at,
    id: null,
    title: `s${at}`,
    slug: `s${at}`,
    level: at === 1 ? 3 : 2,
    startLine,
    endLine,
    displayLength: (endLine - startLine) * (index + 1),
  }));
  return card(`${index}.md`, (index % 3) - 1, sections, 60 * (index + 1));
});

const related = fc.record({ at: fc.nat(5), section: fc.option(fc.nat(2)) }).map(({ at, section }) => ({
  card: cards[at]!,
  section: section === null ? null : cards[at]!.sections[section]!,
}));
const found = fc.record({
  label: fc.array(related, { maxLength: 6 }),
  link: fc.array(related, { maxLength: 8 }),
  root: fc.array(related, { maxLength: 4 }),
  field: fc.array(related, { maxLength: 4 }),
});

const nameOf = ({ card: { path }, section }: ShowCandidate) => `${path}#${section?.index ?? ''}`;

test('L1, L18–L20 documents beside a shown one keep to the limit, none comes twice, and none that fits is left out', async () => {
  await fc.assert(
    fc.asyncProperty(found, fc.nat(900), async (sources, charactersMax) => {
      const candidates = orderCandidates(sources, '0.md');
      const open = await chooseByLength(candidates, charactersMax);
      const leftOut = candidates.filter((one) => !open.has(one));
      const included = [...open].filter((one) => ![...open].some((other) => other !== one && covers(other, one)));
      const characters = included.reduce((sum, one) => sum + lengthOf(one), 0);
      expect(characters).toBeLessThanOrEqual(charactersMax);
      for (const one of included) {
        expect(one.card.path).not.toBe('0.md');
        expect(included.filter((other) => covers(one, other))).toEqual([one]);
      }
      const shown = new Set(included.map(nameOf));
      expect(leftOut.filter((one) => shown.has(nameOf(one)))).toEqual([]);
      for (const one of candidates) {
        const isCovered = included.some((other) => covers(other, one));
        expect(isCovered).toBe(!leftOut.some((other) => nameOf(other) === nameOf(one)));
      }
      // Nothing was left out that would have fitted beside all that is there.
      for (const one of leftOut) {
        const replaced = included
          .filter((other) => covers(one, other))
          .reduce((sum, other) => sum + lengthOf(other), 0);
        const isPossible = characters + lengthOf(one) - replaced <= charactersMax;
        if (replaced === 0) expect(isPossible).toBe(false);
      }
    }),
    { numRuns: 300 },
  );
});

test('L5, L14 documents beside a shown one are ordered by relation, then by priority, and none comes twice', () => {
  fc.assert(
    fc.property(found, (sources) => {
      const order = ['label', 'link', 'root', 'field'];
      const candidates = orderCandidates(sources, 'none.md');
      for (const [index, one] of candidates.entries()) {
        const before = candidates[index - 1];
        if (before === undefined) continue;
        const [first, second] = [before, one].map(({ relation: source }) => order.indexOf(source));
        expect(first! < second! || (first === second && before.card.docPriority >= one.card.docPriority)).toBe(true);
      }
      expect(new Set(candidates.map(nameOf)).size).toBe(candidates.length);
    }),
    { numRuns: 300 },
  );
});
