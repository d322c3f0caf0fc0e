// Buttons to copy and download a text.
import { useState } from 'preact/hooks';

const EXTENSIONS: Readonly<Record<string, string>> = { markdown: 'md', plain: 'txt' };

/** Buttons that copy a text and save it as a file. */
export function CopyAndDownload({ text, format }: { readonly text: string; readonly format: string }) {
  return (
    <span class="together">
      <CopyButton text={text} />
      <button type="button" onClick={() => download(text, format)}>
        Download
      </button>
    </span>
  );
}

/** Copies a text, and shows that until the text changes. */
export function CopyButton({ text, of }: { readonly text: string; readonly of?: string }) {
  const [copied, setCopied] = useState<string | null>(null);
  const copy = () =>
    navigator.clipboard.writeText(text).then(
      () => setCopied(text),
      () => setCopied(null),
    );
  const label = copied === text ? 'Copied' : 'Copy';
  return (
    <button type="button" class={of && 'quiet'} aria-label={of && `${label} ${of}`} onClick={copy}>
      {label}
    </button>
  );
}

function download(text: string, format: string): void {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(new Blob([text], { type: 'text/plain' }));
  link.download = `pack.${EXTENSIONS[format] ?? format}`;
  link.click();
  URL.revokeObjectURL(link.href);
}
