// SPDX-License-Identifier: MIT

/** One `## Heading {#id}` part of a prose file. */
export interface ProseSection {
  /** Plain text. */
  readonly heading: string;
  /** Trusted HTML, compiled from our own Markdown: no style attribute, no script, no image. */
  readonly html: string;
}

/** What a `text.<language>.md` file becomes when it is imported. */
export interface Prose {
  /** Plain text of the `# Title`. */
  readonly title: string;
  /** Trusted inline HTML of the one paragraph under the title, without `<p>`. */
  readonly summary: string;
  /** The sections by id, in the order of the file. */
  readonly sections: Readonly<Record<string, ProseSection>>;
}
