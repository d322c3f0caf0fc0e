// Finds the thing that a caller of `show` or `links` names: code, a document, one of its sections, or a folder. If
// nothing has the name, the error suggests similar names.
import { ContextError } from '../../model/errors.ts';
import { readPlace } from '../../model/line-ranges.ts';
import { closeMatches, closePaths } from '../../model/paths.ts';
import { isBelow } from '../../pipeline/show/list-documents.ts';
import type { RelatedDocument } from '../../pipeline/show/show-candidate.ts';
import type { DocumentCard } from '../../ports/store.ts';
import { createSectionLookup } from '../../sources/markdown/links/directory.ts';
import { type Resolution, resolveReference } from '../../sources/markdown/links/resolve-link.ts';
import { stemOf } from '../../sources/markdown/place-document.ts';
import { contentOf, type DocumentRun, fileDocuments } from '../documents/document-run.ts';
import { linkDirectory } from '../links/link-directory.ts';
import { ambiguityError, type FoundTarget, findCode, findEnding, findSymbol, wholeFile } from './find-code.ts';

const TITLES_SHOWN = 8;
const NEAR_SHOWN = 4;

/** Finds code by its path, else a document, a folder, the end of a path or a symbol; fails if a name is ambiguous. */
export async function findTarget(asked: string, run: DocumentRun): Promise<FoundTarget> {
  const text = asked.trim().replace(/^([`"'])\1*([^`"']+)\1+$/, '$2');
  if (text === '') throw new ContextError('BAD_INPUT', 'The name of what to show is empty.');
  const code = await findCode(text, run);
  if (code !== null) return code;
  // A document may also be named by its title, which may end in `:12`. Only what knap prints around places (`@1a2b3c`,
  // `knap://`) is no part of a title.
  const { name, hash } = readPlace(text);
  const resolution = await resolveTypedText(hash === null && !text.startsWith('knap://') ? text : name, run);
  if (resolution.outcome === 'document') {
    const card = (await run.store.documents([resolution.path])).get(resolution.path);
    const section = resolution.section === null ? null : (card?.sections[resolution.section.index] ?? null);
    if (card) return { kind: 'document', card, section };
  }
  if (resolution.outcome === 'file') {
    const file = run.files.get(resolution.path);
    return file ? wholeFile(file) : { kind: 'folder', path: resolution.path };
  }
  const folder = text.replace(/^\.\/|\/+$/g, '') || '.';
  if ([...run.files.keys()].some((path) => isBelow(path, folder))) return { kind: 'folder', path: folder };
  const isAmbiguous = resolution.outcome === 'unresolved' && resolution.why !== 'missing';
  const other = isAmbiguous ? null : ((await findEnding(text, run)) ?? (await findSymbol(text, run)));
  if (other !== null) return other;
  throw await notFoundError(text, resolution, run);
}

/** Fails if `findTarget` finds something else than a document. */
export async function findDocument(asked: string, run: DocumentRun): Promise<DocumentCard> {
  const found = await findTarget(asked, run);
  if (found.kind === 'document') return found.card;
  throw new ContextError('NO_SUCH_DOCUMENT', `${asked} is not a markdown document.`);
}

/** Finds one section of a document by its title, a part of it that no other title has, its anchor or its id. */
export async function findSection(card: DocumentCard, asked: string, run: DocumentRun): Promise<RelatedDocument> {
  const content = await contentOf(run, card);
  const found = content === null ? undefined : createSectionLookup(content)(asked.trim());
  const text = asked.trim().toLowerCase();
  const [similar, ...others] = card.sections.filter(({ title }) => title.toLowerCase().includes(text));
  const section = found ? card.sections[found.index] : others.length === 0 ? similar : undefined;
  if (section) return { card, section };
  const titles = card.sections.map(({ title }) => title);
  const near = closeMatches(asked, titles);
  const hint =
    near.length > 0 ? `near are ${quoteAll(near)}` : `it has ${quoteAll(titles.slice(0, TITLES_SHOWN)) || 'none'}`;
  throw new ContextError('NO_SUCH_SECTION', `${card.path} has no section "${asked}"; ${hint}.`);
}

async function resolveTypedText(text: string, run: DocumentRun): Promise<Resolution> {
  // The caller names a document, not an address, so a percent sign is not an escape.
  const target = text.replaceAll('%', '%25');
  const wanted = [false, true].map((isWiki) => ({ target, isWiki }));
  const resolve = (directory: Parameters<typeof resolveReference>[2]) => resolveReference(text, null, directory);
  return resolve(await linkDirectory(wanted, run.tables, run.store, resolve));
}

async function notFoundError(
  text: string,
  resolution: Resolution,
  { store, files }: DocumentRun,
): Promise<ContextError> {
  if (resolution.outcome === 'unresolved') {
    const { why, candidates } = resolution;
    if (why === 'outside') return new ContextError('OUTSIDE_ROOT', `${text} leads out of the workspace.`);
    if (why === 'ambiguous') return ambiguityError(text, candidates);
    const section = text.slice(text.indexOf('#') + 1);
    const missing = `${candidates[0]} has no section "${section}".`;
    if (why === 'missing-section') return new ContextError('NO_SUCH_SECTION', missing);
  }
  const cards = await fileDocuments(store);
  const names = cards.flatMap(({ id, name, path }) => [...(id === null ? [] : [id]), name, stemOf(path), path]);
  const { name } = readPlace(text);
  const near = [...new Set([...closePaths(name, [...files.keys()]), ...closeMatches(text, [...new Set(names)])])];
  const tail = near.length > 0 ? `; near are ${quoteAll(near.slice(0, NEAR_SHOWN))}` : '';
  return new ContextError('NO_SUCH_DOCUMENT', `No document, section or file is called "${text}"${tail}.`);
}

const quoteAll = (names: readonly string[]): string => names.map((name) => `"${name}"`).join(', ');
