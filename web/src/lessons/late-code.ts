// SPDX-License-Identifier: MIT
import type { Code } from '*?excerpts';
import type { ReactiveControllerHost, TemplateResult } from 'lit';
import { TermLight } from '../components/term-light.ts';
import type { LessonCode, Ran } from './code.ts';
import { LatePart } from './late-part.ts';

interface CodeParts {
  readonly code: Code;
  readonly codeSection: typeof import('./code-section.ts').codeSection;
}

/**
 * The panel with the code that just ran, beside programs that compute the same results. Its content is loaded when the
 * reader opens it. Terms in the code are highlighted together with elements of the lesson that have the same
 * `data-term`.
 */
export class LateCode {
  readonly #light: TermLight;
  readonly #late: LatePart<CodeParts>;

  constructor(
    element: ReactiveControllerHost & HTMLElement,
    excerpts: () => Promise<{ readonly default: Code }>,
  ) {
    this.#light = new TermLight(element);
    this.#late = new LatePart(element, async () => {
      const [{ codeSection }, { default: code }] = await Promise.all([
        import('./code-section.ts'),
        excerpts(),
      ]);
      return { codeSection, code };
    });
  }

  /** Renders the panel. The first call starts to load the code. */
  render<State, Numbers>(
    scene: Ran<State, Numbers>,
    own: LessonCode<State, Numbers>,
  ): TemplateResult {
    this.#late.ask();
    return this.#late.render(scene.i18n, ({ codeSection, code }) =>
      codeSection(scene, own, code, this.#light),
    );
  }
}
