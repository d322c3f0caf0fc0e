import type { DocumentFacts } from '../document-facts.ts';
import { fieldOf } from '../frontmatter/frontmatter.ts';
import { idFault } from '../lattice-id.ts';
import type { Finding } from './finding.ts';

interface GivenId {
  readonly id: string;
  readonly path: string;
  readonly line: number;
}

/** Ids given twice (E001) and ids that are none (E007). Documents and sections share one space of ids. */
export function checkIds(documents: readonly DocumentFacts[]): readonly Finding[] {
  const given = documents.flatMap(idsOf);
  const places = new Map<string, GivenId[]>();
  for (const one of given) {
    const same = places.get(one.id.toUpperCase());
    if (same) same.push(one);
    else places.set(one.id.toUpperCase(), [one]);
  }
  const duplicates = [...places.values()].filter((same) => same.length > 1).flatMap(duplicatesOf);
  const malformed = given.flatMap(({ id, path, line }): Finding[] => {
    const fault = idFault(id);
    return fault === null
      ? []
      : [{ code: 'E007', path, line, message: `malformed ID "${id}": ${fault}`, isFixable: false }];
  });
  return [...duplicates, ...malformed];
}

function idsOf({ path, frontmatter, sections }: DocumentFacts): readonly GivenId[] {
  const field = fieldOf(frontmatter, 'lattice-id');
  const own = field === null ? [] : [{ id: field.value === null ? '' : String(field.value), path, line: field.line }];
  const inHeadings = sections.flatMap(({ id, startLine }) => (id === null ? [] : [{ id, path, line: startLine }]));
  return [...own, ...inHeadings];
}

// Each place names one other, so that a list of any length stays readable.
function duplicatesOf(same: readonly GivenId[]): readonly Finding[] {
  return same.map(({ id, path, line }, index): Finding => {
    const other = same[index === 0 ? 1 : 0];
    return {
      code: 'E001',
      path,
      line,
      message: `ID ${id.toUpperCase()} is given twice: also at ${other?.path}:${other?.line}`,
      isFixable: false,
    };
  });
}
