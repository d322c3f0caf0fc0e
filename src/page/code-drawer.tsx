import { useEffect, useRef, useState } from 'preact/hooks';
import { ask, PageFault, type Reply } from './parts/api.ts';
import { CodeBox } from './parts/code-box.tsx';
import type { ShownFile } from './parts/pack-document.tsx';
import { type OpenCode, page, usePage } from './state.ts';

/** The file behind a candidate, as it is now, at the lines that count. */
export function CodeDrawer() {
  const code = usePage((state) => state.code);
  return code ? <Drawer code={code} /> : null;
}

function Drawer({ code }: { readonly code: OpenCode }) {
  const [read, setRead] = useState<Reply<ShownFile> | null>(null);
  const [fault, setFault] = useState('');
  const closer = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    const stop = new AbortController();
    const opener = document.activeElement;
    closer.current?.focus();
    setRead(null);
    ask<ShownFile>('/ui/lines', { path: code.path }, stop.signal).then(setRead, (told: unknown) =>
      setFault(told instanceof PageFault ? told.message : String(told)),
    );
    return () => {
      stop.abort();
      if (opener instanceof HTMLElement) opener.focus();
    };
  }, [code.path]);
  const close = () => page.set({ code: null });
  const quoted = code.marks.map(({ first, last }) => (first === last ? `${first}` : `${first}–${last}`)).join(', ');
  return (
    <div class="drawer" role="dialog" aria-modal="false" aria-label={`Code of ${code.path}`}>
      <div class="bar">
        <strong class="path" title={code.path}>
          {code.path}
        </strong>
        <span class="hint">{quoted === '' ? 'nothing of it is in the pack' : `in the pack: ${quoted}`}</span>
        <span class="grow" />
        <button type="button" ref={closer} onClick={close}>
          Close
        </button>
      </div>
      {fault !== '' && <p class="hint">{fault}</p>}
      {read !== null && (
        <CodeBox
          text={read.text}
          label={`Lines of ${code.path}`}
          firstLine={1}
          marks={code.marks}
          line={code.line}
          colors={read.data.colors}
        />
      )}
    </div>
  );
}
