import type { DocumentFacts } from '../document-facts.ts';
import type { Directory } from '../links/directory.ts';
import { type Resolution, resolveField, resolveLink } from '../links/resolve-link.ts';
import type { Finding, FindingCode } from './finding.ts';

const CANDIDATES_SHOWN = 3;

/** Links that lead nowhere (E002), to their own document (W010), or that are written with backslashes (W011). */
export function checkLinks(document: DocumentFacts, directory: Directory): readonly Finding[] {
  const { path, links, references } = document;
  const finding = (code: FindingCode, line: number, message: string): Finding => ({
    code,
    path,
    line,
    message,
    isFixable: false,
  });
  const inBody = links.flatMap(({ target, isWiki, line }) => {
    const shown = isWiki ? `[[${target}]]` : target;
    const resolution = resolveLink({ target, isWiki }, path, directory);
    const fault = faultOf(resolution);
    const isSelf = resolution.outcome === 'document' && resolution.path === path && resolution.section === null;
    return [
      ...(fault === null ? [] : [finding('E002', line, `link to ${shown}: ${fault}`)]),
      // A link to the top of its own page is meant so.
      ...(isSelf && !target.startsWith('#')
        ? [finding('W010', line, `link to ${shown} leads to its own document`)]
        : []),
      ...(target.includes('\\') && !isWiki ? [finding('W011', line, `path ${shown} has a backslash; use /`)] : []),
    ];
  });
  const inFields = references.flatMap((reference) => {
    const { field, target, line } = reference;
    const resolution = resolveField(reference, path, directory);
    if (resolution === null) return [];
    const fault = faultOf(resolution);
    const isSelf = resolution.outcome === 'document' && resolution.path === path;
    return [
      ...(fault === null ? [] : [finding('E002', line, `${field}: ${target}: ${fault}`)]),
      ...(isSelf ? [finding('W010', line, `${field}: ${target} is its own document`)] : []),
    ];
  });
  return [...inBody, ...inFields];
}

function faultOf(resolution: Resolution): string | null {
  if (resolution.outcome !== 'unresolved') return null;
  const { why, candidates } = resolution;
  if (why === 'missing-section') return `${candidates[0]} has no such section`;
  if (why === 'outside') return 'it leaves the root';
  if (why === 'missing') return 'there is no such document';
  const more = candidates.length > CANDIDATES_SHOWN ? ` and ${candidates.length - CANDIDATES_SHOWN} more` : '';
  return `it may be any of ${candidates.slice(0, CANDIDATES_SHOWN).join(', ')}${more}`;
}
