/** A typed line and its output, with the escape sequences of colours. */
export interface Recorded {
  readonly typed: string;
  readonly shown: string;
}

const FONT = { size: 14, width: 8.43, height: 20 } as const;
const MARGIN = { side: 20, top: 48, bottom: 20 } as const;
const TYPING_MS = 35;
const PAUSE_MS = 900;

// Escape codes of `picocolors`: code → CSS class, or null for its end.
const STYLES: Readonly<Record<string, string | null>> = {
  1: 'bold',
  2: 'dim',
  22: null,
  32: 'green',
  33: 'yellow',
  36: 'cyan',
  39: null,
};
const CSS = `text{font:${FONT.size}px ui-monospace,SFMono-Regular,Menlo,Consolas,"DejaVu Sans Mono",monospace;fill:#d5d9e0;white-space:pre}
.bold{font-weight:bold;fill:#fff}.dim{fill:#8b93a1}.green{fill:#7fd18b}.yellow{fill:#e5c07b}.cyan{fill:#6fc3df}.typed{fill:#fff}
@keyframes come{from{visibility:hidden}to{visibility:visible}}
.come{animation:come 1ms both}
@media(prefers-reduced-motion:reduce){.come{animation:none}}`;

/** Draws a terminal: lines appear in order and stay. Without animation all lines are visible. */
export function terminalSvg(recorded: readonly Recorded[], columns: number): string {
  const lines = timed(recorded);
  const [width, height] = [
    Math.ceil(columns * FONT.width + 2 * MARGIN.side),
    MARGIN.top + lines.length * FONT.height + MARGIN.bottom,
  ];
  const title = recorded.map(({ typed }) => typed).join('; ');
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}" role="img">
<title>${escaped(title)}</title>
<style>${CSS}</style>
<rect width="100%" height="100%" rx="8" fill="#1b1f27"/>
<g>${['#ff5f57', '#febc2e', '#28c840'].map((fill, at) => `<circle cx="${24 + at * 20}" cy="22" r="6" fill="${fill}"/>`).join('')}</g>
${lines.map(({ svg, atMs }, index) => textLine(svg, { atMs, y: MARGIN.top + (index + 1) * FONT.height - 6 })).join('\n')}
</svg>
`;
}

interface Line {
  readonly svg: string;
  readonly atMs: number;
}

function textLine(svg: string, { atMs, y }: { readonly atMs: number; readonly y: number }): string {
  return `<text xml:space="preserve" class="come" style="animation-delay:${Math.round(atMs)}ms" x="${MARGIN.side}" y="${y}">${svg}</text>`;
}

// Typing takes time; output appears at once.
function timed(recorded: readonly Recorded[]): readonly Line[] {
  let atMs = 300;
  return recorded.flatMap(({ typed, shown }, index) => {
    const typedAt = atMs;
    const shownAt = typedAt + typed.length * TYPING_MS;
    atMs = shownAt + PAUSE_MS * 3;
    return [
      ...(index > 0 ? [{ svg: '', atMs: typedAt }] : []),
      { svg: `<tspan class="green">$</tspan> <tspan class="typed">${escaped(typed)}</tspan>`, atMs: typedAt },
      ...shown.split('\n').map((line) => ({ svg: styled(line), atMs: shownAt })),
    ];
  });
}

function styled(line: string): string {
  // Progress bars overwrite each other, so only the text after the last carriage return counts.
  const [, ...parts] = `\u001b[0m${line.split('\r').at(-1)!}`.split(/\u001b\[(\d*)[A-Za-z]/);
  const spans: string[] = [];
  for (let at = 0; at < parts.length; at += 2) {
    const [code = '', text = ''] = [parts[at], parts[at + 1]];
    const look = STYLES[code] ?? null;
    if (text !== '') spans.push(look === null ? escaped(text) : `<tspan class="${look}">${escaped(text)}</tspan>`);
  }
  return spans.join('');
}

const escaped = (text: string): string => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
