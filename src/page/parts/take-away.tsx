import { useState } from 'preact/hooks';

const EXTENSIONS: Readonly<Record<string, string>> = { markdown: 'md', plain: 'txt' };

/** Buttons that copy a text and save it as a file. */
export function TakeAway({ text, format }: { readonly text: string; readonly format: string }) {
  const [copied, setCopied] = useState('');
  const copy = async () => {
    const isCopied = await navigator.clipboard.writeText(text).then(
      () => true,
      () => false,
    );
    setCopied(isCopied ? text : '');
  };
  return (
    <>
      <button type="button" onClick={copy}>
        {copied === text && text !== '' ? 'Copied' : 'Copy'}
      </button>
      <button type="button" onClick={() => download(text, format)}>
        Download
      </button>
    </>
  );
}

function download(text: string, format: string): void {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(new Blob([text], { type: 'text/plain' }));
  link.download = `pack.${EXTENSIONS[format] ?? format}`;
  link.click();
  URL.revokeObjectURL(link.href);
}
