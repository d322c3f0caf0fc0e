export interface SegmentsProps<Name extends string> {
  /** What is chosen, for those who do not see it. */
  readonly legend: string;
  /** The choices by their names, with their titles. */
  readonly titles: Readonly<Record<Name, string>>;
  readonly chosen: Name;
  readonly onChoose: (name: Name) => void;
}

/** A row of buttons of which one is chosen. */
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
