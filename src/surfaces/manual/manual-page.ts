/** A page in parts, before it is set for a screen or for `man`. */
export interface ManualPage {
  readonly title: string;
  readonly version: string;
  readonly sections: readonly ManualSection[];
}

export interface ManualSection {
  readonly heading: string;
  readonly paragraphs: readonly string[];
  /** Lines that are typed as they stand. */
  readonly verbatim: readonly string[];
  readonly entries: readonly { readonly term: string; readonly text: string }[];
}
