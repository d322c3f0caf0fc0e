import { useLayoutEffect, useRef } from 'preact/hooks';
import { ask } from './parts/api.ts';
import { CodeBox } from './parts/code-box.tsx';
import type { ShownFile } from './parts/pack-document.tsx';
import { useAsked } from './parts/use-asked.ts';
import { type OpenCode, page, usePage } from './state.ts';

/** The file behind a candidate, as it is now, at the lines that count. */
export function CodeDrawer() {
  const code = usePage((state) => state.code);
  return code ? <Drawer key={code.path} code={code} /> : null;
}

function Drawer({ code }: { readonly code: OpenCode }) {
  const { answer, fault } = useAsked(code.path, (signal) => ask<ShownFile>('/ui/lines', { path: code.path }, signal));
  const closer = useRef<HTMLButtonElement>(null);
  // Before it is drawn, so that the next key finds it there.
  useLayoutEffect(() => {
    const opener = document.activeElement;
    closer.current?.focus();
    return () => {
      if (opener instanceof HTMLElement) opener.focus();
    };
  }, []);
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
      {answer !== null && (
        <CodeBox
          text={answer.text}
          label={`Lines of ${code.path}`}
          firstLine={1}
          marks={code.marks}
          line={code.line}
          colors={answer.data.colors}
        />
      )}
    </div>
  );
}
