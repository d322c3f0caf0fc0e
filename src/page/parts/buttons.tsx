// Buttons that several views share: quiet ones, those that copy and save a text, and a row to choose from.
import { useState } from 'preact/hooks';

const EXTENSIONS: Readonly<Record<string, string>> = { markdown: 'md', plain: 'txt' };

interface QuietButtonProps {
  readonly text: string;
  /** The label for screen readers. */
  readonly label: string;
  readonly onClick: () => void;
  readonly isPressed?: boolean;
}

/** A button without a frame. */
export function QuietButton({ text, label, onClick, isPressed }: QuietButtonProps) {
  return (
    <button type="button" class="quiet" aria-label={label} aria-pressed={isPressed} onClick={onClick}>
      {text}
    </button>
  );
}

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

interface SegmentsProps<Name extends string> {
  /** The label for screen readers. */
  readonly legend: string;
  /** The title of each choice. */
  readonly titles: Readonly<Record<Name, string>>;
  readonly chosen: Name;
  readonly onChoose: (name: Name) => void;
}

/** A row of choices, of which one is chosen. */
export function Segments<Name extends string>({ legend, titles, chosen, onChoose }: SegmentsProps<Name>) {
  return (
    <fieldset class="segments">
      <legend class="unseen">{legend}</legend>
      {(Object.keys(titles) as Name[]).map((name) => (
        <label key={name} class={name === chosen ? 'chosen' : ''}>
          <input type="radio" name={legend} checked={name === chosen} onChange={() => onChoose(name)} />
          {titles[name]}
        </label>
      ))}
    </fieldset>
  );
}
