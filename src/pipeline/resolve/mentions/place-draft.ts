import { locatePath } from '../traces/locate-frames.ts';
import type { ViewPaths } from '../view-paths.ts';
import type { Draft } from './draft.ts';
import { isDoubtful } from './file-names.ts';

/** What stands around a chunk. */
export interface Surroundings {
  readonly before: string;
  readonly after: string;
  /** 0..1 */
  readonly weight: number;
  /** Quoted code: nothing counts that the index does not know. */
  readonly isCode: boolean;
}

/** What every draft of a chunk has in common. */
export type DraftStart = Pick<Draft, 'isExplicit' | 'weight' | 'line' | 'needsIndex'>;

/** More files than this make a name say nothing. */
export const PATHS_MAX = 20;
const VERB = /^(?:GET|POST|PUT|PATCH|DELETE|HEAD|OPTIONS)$/;
const ROUTE = /^\/[\w\-.~:{}*%@$[\]]+(?:\/[\w\-.~:{}*%@$[\]]+)*\/?(?:\?[\w=&%.[\]-]*)?$/;
// Folders of a machine, not of a site.
const MACHINE =
  /^\/(?:usr|home|etc|var|tmp|opt|bin|lib|lib64|dev|proc|mnt|root|Users|Applications|Library|private|srv|sys|run|builds?|workspace)(?:\/|$)/;

/** A file, folder or route, when the text has the form of one. */
export function placeDraft(text: string, base: DraftStart, around: Surroundings, view: ViewPaths): Draft | null {
  const path = text.replaceAll('\\', '/');
  const last = path.slice(path.lastIndexOf('/') + 1);
  if (view.isFileName(last) && !/[()]/.test(path)) return fileDraft(path, base, view);
  if (!text.includes('/')) return null;
  const isRouteLike = ROUTE.test(text) && /[A-Za-z]{2}/.test(text) && !MACHINE.test(text);
  if (isRouteLike && VERB.test(around.before)) return { ...base, kind: 'route', text, key: text, needsIndex: false };
  const segments = path.split('/').filter((segment) => segment !== '' && !/^\.{1,2}$/.test(segment));
  const whole = segments.join('/');
  if (segments.length > 1 || (/^\.?\/|\/$/.test(path) && segments.length > 0)) {
    const folders = view.folders(whole);
    if (folders.length > 0)
      return { ...base, kind: 'path', text, key: whole.toLowerCase(), paths: folders.slice(0, PATHS_MAX) };
    const modules = view.byModule(segments);
    if (modules.length > 0)
      return { ...base, kind: 'file', text, key: whole.toLowerCase(), paths: modules.slice(0, PATHS_MAX) };
  }
  if (isRouteLike && !around.isCode) return { ...base, kind: 'route', text, key: text, needsIndex: false };
  const isPath = base.isExplicit && segments.length > 1 && /^[\w@./-]+$/.test(path);
  return isPath ? { ...base, kind: 'path', text, key: whole.toLowerCase() } : null;
}

function fileDraft(path: string, base: DraftStart, view: ViewPaths): Draft | null {
  const paths = filesNamed(path, view);
  if (paths.length === 0 && isDoubtful(path)) return null;
  // A name that many files bear points to each of them less.
  const weight = base.weight / Math.sqrt(Math.max(1, Math.min(paths.length, PATHS_MAX)));
  return { ...base, kind: 'file', text: path, key: path.toLowerCase(), weight, paths: paths.slice(0, PATHS_MAX) };
}

/** The files of the view that a path or file name in a text means. */
export function filesNamed(path: string, view: ViewPaths): readonly string[] {
  const segments = path.split('/').filter((segment) => segment !== '' && segment !== '.' && segment !== '..');
  const match = view.bySuffix(segments.join('/'));
  if (match.segments === segments.length || (match.isWhole && match.segments > 1)) return match.paths;
  const isAbsolute = /^(?:\/|~|[A-Za-z]:)/.test(path);
  const located = isAbsolute ? locatePath(path, view) : null;
  return located !== null && match.paths.includes(located) ? [located] : [];
}
