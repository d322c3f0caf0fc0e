import type { CallPlace } from './agent-session.ts';

const FILE = /^\*\*\* (Add|Update|Delete) File: (.+)$/;

/** Lists the places that a patch in the format of agents changes, each by its text before the change. */
export function patchPlaces(patch: string): readonly CallPlace[] {
  const places: CallPlace[] = [];
  let path: string | null = null;
  let hunk: string[] = [];
  const close = () => {
    if (path !== null && hunk.length > 0) places.push(...hunkPlace(path, hunk));
    hunk = [];
  };
  for (const line of patch.split('\n')) {
    const [, action, named = ''] = FILE.exec(line) ?? [];
    if (action !== undefined) {
      close();
      path = action === 'Update' ? named.trim() : null;
      if (action === 'Delete') places.push({ path: named.trim(), lines: null });
    } else if (line.startsWith('@@') || line.startsWith('***')) close();
    else if (/^[ +-]/.test(line)) hunk.push(line);
  }
  close();
  return places;
}

function hunkPlace(path: string, hunk: readonly string[]): readonly CallPlace[] {
  const old: string[] = [];
  const changed: number[] = [];
  for (const line of hunk) {
    // An inserted line counts as a change of the line before it.
    changed.push(...(line.startsWith('+') ? [Math.max(0, old.length - 1)] : line.startsWith('-') ? [old.length] : []));
    if (!line.startsWith('+')) old.push(line.slice(1));
  }
  const [first, last] = [changed[0], changed.at(-1)];
  if (first === undefined || last === undefined || old.length === 0) return [];
  return [{ path, lines: null, replaced: { text: old.join('\n'), first, last } }];
}
