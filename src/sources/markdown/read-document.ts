import type {
  Anchor,
  DocumentContent,
  DocumentFacts,
  Frontmatter,
  FrontmatterReference,
  Issue,
} from '../../model/document.ts';
import { clip, codePoints } from '../../model/visible-text.ts';
import { createLineIndex } from '../code/parse/symbols/line-index.ts';
import { mentionsOf } from './body/mentions-of.ts';
import { type ReadBody, readBody } from './body/read-body.ts';
import { sectionAt, sectionsOf } from './body/sections-of.ts';
import { bodyOffsets } from './document-text.ts';
import { integerOf, labelsOf, listOf, referencesOf, textOf } from './frontmatter/read-fields.ts';
import { fieldOf, readFrontmatter } from './frontmatter/read-frontmatter.ts';
import { ISSUE_KEYS, STATUS_UNSAID } from './issues.ts';
import { latticeId } from './lattice-id.ts';
import { type DocumentPlaceOptions, placeDocument } from './place-document.ts';

/** Reads what follows the frontmatter; `firstLine` is the line it starts on. */
type BodyReader = (text: string, firstLine: number) => ReadBody;

const LEAD_CHARACTERS_MAX = 200;

/** Everything a markdown document holds. Never throws: what cannot be read is a note. */
export function readDocument(text: string, path: string, options: DocumentPlaceOptions): DocumentFacts {
  return placeDocument(readContent(text), path, options);
}

/** What a text holds, whatever its path. */
export function readContent(text: string, readBodyOf: BodyReader = readBody): DocumentContent {
  const { frontmatter, notes } = readFrontmatter(text);
  const lines = createLineIndex(text);
  const [start, end] = bodyOffsets(text);
  const bodyText = text.slice(start, end);
  const firstLine = start < end ? lines.lineAt(start) : lines.count + 1;
  const body = readBodyOf(bodyText, firstLine);
  const { sections, anchors } = sectionsOf(body.headings, lines);
  const placed = (line: number) => sectionAt(sections, line);
  const others: readonly Anchor[] = body.anchors.map((anchor) => ({ ...anchor, section: placed(anchor.line) }));
  return {
    frontmatter,
    ...fieldsOf(frontmatter),
    firstHeading: sections.find((section) => section.level === 1 && section.title !== '')?.title ?? null,
    lead: body.lead === null ? null : clip(body.lead, LEAD_CHARACTERS_MAX),
    sections,
    anchors: [...anchors, ...others],
    links: body.links.map((link) => ({ ...link, section: placed(link.line) })),
    externalLinks: body.external,
    images: body.images,
    mentions: mentionsOf(body.codeSpans),
    lineCount: lines.count,
    bodyLines: [firstLine, start < end ? lines.lineAt(end - 1) : lines.count],
    bodyLength: codePoints(bodyText),
    notes,
  };
}

function fieldsOf(frontmatter: Frontmatter) {
  const references = referencesOf(frontmatter);
  const id = textOf(frontmatter, 'lattice-id');
  return {
    id: id === null ? null : latticeId(id),
    givenName: textOf(frontmatter, 'name'),
    givenTitle: textOf(frontmatter, 'title'),
    aliases: [...new Set([...listOf(frontmatter, 'aliases'), ...listOf(frontmatter, 'alias')])],
    description: textOf(frontmatter, 'description'),
    labels: labelsOf(frontmatter),
    docPriority: integerOf(frontmatter, 'doc-priority') ?? 0,
    docPosition: integerOf(frontmatter, 'doc-position') ?? 0,
    docContextFor: listOf(frontmatter, 'doc-context-for'),
    docContextBudget: integerOf(frontmatter, 'doc-context-budget'),
    issue: issueOf(frontmatter, references),
    references,
  };
}

function issueOf(frontmatter: Frontmatter, references: readonly FrontmatterReference[]): Issue | null {
  const key = ISSUE_KEYS.find((one) => fieldOf(frontmatter, one) !== null);
  if (key === undefined) return null;
  const targets = (field: string) =>
    references.filter((reference) => reference.field === field).map(({ id, target }) => id ?? target);
  return {
    type: textOf(frontmatter, key)?.toLowerCase() ?? '',
    status: textOf(frontmatter, 'status')?.toLowerCase() ?? STATUS_UNSAID[key],
    priority: priorityOf(frontmatter),
    blocking: targets('blocking'),
    blockedBy: targets('blocked-by'),
    discoveredFrom: targets('discovered-from'),
    createdAt: textOf(frontmatter, 'created-at'),
    updatedAt: textOf(frontmatter, 'updated-at'),
    closedAt: textOf(frontmatter, 'closed-at'),
  };
}

// Priorities are shown as P0 to P4, so people write them so.
function priorityOf(frontmatter: Frontmatter): number | null {
  const written = /^p([0-4])$/i.exec(textOf(frontmatter, 'priority') ?? '')?.[1];
  return written === undefined ? integerOf(frontmatter, 'priority') : Number(written);
}
