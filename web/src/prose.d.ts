// SPDX-License-Identifier: MIT

declare module '*.md' {
  export type Prose = import('../build/prose-types.ts').Prose;
  export type ProseSection = import('../build/prose-types.ts').ProseSection;
  const prose: Prose;
  export default prose;
}

/** The subset of the maths font and the rules that MathML and prose need; see web/build/math-font.ts. */
declare module 'virtual:math-font.css';

/** The same apart: the font's address, and the rules without a font face. */
declare module 'virtual:math-font' {
  export const url: string;
  export const rules: string;
}
