// A row of buttons of which one is chosen.

export interface SegmentsProps<Name extends string> {
  /** The label for screen readers. */
  readonly legend: string;
  /** The title of each choice. */
  readonly titles: Readonly<Record<Name, string>>;
  readonly chosen: Name;
  readonly onChoose: (name: Name) => void;
}

/** A row of buttons; one is chosen. */
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
