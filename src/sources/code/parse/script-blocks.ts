const OPENING = /<script\b([^<>]{0,500})>/gi;
const CLOSING = /<\/script\b/gi;

export interface Script {
  /** As long as the whole text, with everything outside the scripts blanked, so that every position stays true. */
  readonly text: string;
  readonly language: 'typescript' | 'tsx' | 'javascript';
}

/** The scripts of a component; null when it has none. */
export function scriptOf(text: string): Script | null {
  let script = '';
  let at = 0;
  let attributes = '';
  for (const opening of text.matchAll(OPENING)) {
    if (opening.index < at) continue;
    const start = opening.index + opening[0].length;
    const end = closingAfter(text, start);
    script += blank(text.slice(at, start)) + text.slice(start, end);
    attributes += opening[1];
    at = end;
  }
  if (at === 0) return null;
  const written = /\blang\s*=\s*["']?(\w+)/.exec(attributes)?.[1] ?? 'js';
  const language = written === 'tsx' ? 'tsx' : written.startsWith('t') ? 'typescript' : 'javascript';
  return { text: script + blank(text.slice(at)), language };
}

// A script that is never closed goes on to the end.
function closingAfter(text: string, start: number): number {
  CLOSING.lastIndex = start;
  return CLOSING.exec(text)?.index ?? text.length;
}

function blank(text: string): string {
  return text.replace(/[^\r\n]/g, ' ');
}
