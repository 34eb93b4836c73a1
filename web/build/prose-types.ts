// SPDX-License-Identifier: MIT

/** A section of a prose file, which starts with the line `## Heading {#id}`. */
export interface ProseSection {
  /** The heading as plain text. */
  readonly heading: string;
  /** Trusted HTML: it is compiled from our own Markdown, without style attributes, scripts or images. */
  readonly html: string;
}

/** A prose file `text.<language>.md`, compiled by web/build/compile-prose.ts. */
export interface Prose {
  /** The text of the line `# Title`. */
  readonly title: string;
  /** The paragraph under the title as trusted inline HTML, without `<p>`. */
  readonly summary: string;
  /** The sections by their id, in the order of the file. */
  readonly sections: Readonly<Record<string, ProseSection>>;
}
