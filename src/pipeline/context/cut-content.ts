/** The first lines of a content with a mark that says how many are missing; a fence that was open is closed. */
export function cutContent(content: string, lines: number): string {
  const all = content.split('\n');
  if (lines >= all.length) return content;
  const kept = all.slice(0, lines);
  const rest = all.length - lines;
  const mark = `… ${rest} more ${rest === 1 ? 'line' : 'lines'}`;
  const fence = openFence(kept);
  const closed = fence === null ? kept : [...kept, fence];
  const list = /^\s*- /.test(closed.at(-1) ?? '') ? '- ' : '';
  return [...closed, `${list}${mark}`].join('\n');
}

// The contents are made by this stage: a fence is closed by the very line that opened it, less its language.
function openFence(lines: readonly string[]): string | null {
  let open: string | null = null;
  for (const line of lines) {
    const fence = /^(\s*`{3,})/.exec(line)?.[1];
    if (fence === undefined) continue;
    if (open === null) open = fence;
    else if (line === open) open = null;
  }
  return open;
}
