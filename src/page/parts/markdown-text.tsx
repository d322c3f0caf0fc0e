// Shows Markdown of documents without ever inserting their HTML.
import type { ComponentChildren } from 'preact';

/**
 * Shows Markdown as headings, lists, code and paragraphs. Builds nodes and never HTML, so that no document can load an
 * image, follow a link or hide text: comments and targets of links stay visible.
 */
export function MarkdownText({ text }: { readonly text: string }) {
  return <div class="markdown">{partsOf(text.split('\n')).map(drawn)}</div>;
}

interface MarkdownPart {
  readonly kind: 'heading' | 'code' | 'list' | 'text';
  readonly lines: readonly string[];
}

const FENCE = /^\s*(`{3,}|~{3,})/;
const HEADING = /^#{1,6}\s/;
const ITEM = /^\s*(?:[-*+]|\d+[.)])\s/;

function partsOf(lines: readonly string[]): readonly MarkdownPart[] {
  const parts: { kind: MarkdownPart['kind']; lines: string[] }[] = [];
  let fence: string | null = null;
  for (const line of lines) {
    const last = parts.at(-1);
    const [, sign] = FENCE.exec(line) ?? [];
    if (fence !== null) {
      last!.lines.push(line);
      if (sign?.startsWith(fence)) fence = null;
    } else if (sign !== undefined) {
      fence = sign;
      parts.push({ kind: 'code', lines: [line] });
    } else if (HEADING.test(line)) parts.push({ kind: 'heading', lines: [line] });
    else if (line.trim() === '') parts.push({ kind: 'text', lines: [] });
    else {
      const kind = ITEM.test(line) || (last?.kind === 'list' && /^\s/.test(line)) ? 'list' : 'text';
      if (last?.kind === kind) last.lines.push(line);
      else parts.push({ kind, lines: [line] });
    }
  }
  return parts.filter((part) => part.lines.length > 0);
}

function drawn({ kind, lines }: MarkdownPart, position: number): ComponentChildren {
  if (kind === 'code') return <pre key={position}>{lines.join('\n')}</pre>;
  if (kind === 'heading') return <h4 key={position}>{inline(lines[0]!.replace(/^#+\s*/, ''))}</h4>;
  if (kind === 'text') return <p key={position}>{inline(lines.join('\n'))}</p>;
  return (
    <ul key={position}>
      {lines.map((line, index) => (
        <li key={index}>{inline(line.replace(ITEM, ''))}</li>
      ))}
    </ul>
  );
}

// Formats only code and emphasis.
function inline(text: string): ComponentChildren {
  return text.split(/(`[^`\n]+`|\*\*[^*\n]+\*\*)/).map((run, index) => {
    if (index % 2 === 0) return run;
    return run.startsWith('`') ? (
      <code key={index}>{run.slice(1, -1)}</code>
    ) : (
      <strong key={index}>{run.slice(2, -2)}</strong>
    );
  });
}
