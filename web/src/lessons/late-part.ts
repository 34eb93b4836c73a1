// SPDX-License-Identifier: MIT
import type { Code } from '*?excerpts';
import { html, type ReactiveControllerHost, type TemplateResult } from 'lit';
import { Loading } from '../components/loading.ts';
import { TermLight } from '../components/term-light.ts';
import type { I18n } from '../i18n/i18n.ts';
import type { LessonCode, Ran } from './code.ts';

/**
 * A part of a lesson that is loaded or computed on demand. `value` is undefined until then. If `load` returns no
 * promise, the part is there at once.
 */
export class LatePart<T> {
  value: T | undefined;
  readonly #loading: Loading;
  #isAsked = false;

  constructor(
    private readonly host: Pick<ReactiveControllerHost, 'requestUpdate'>,
    private readonly load: () => T | Promise<T>,
  ) {
    this.#loading = new Loading(host);
  }

  /** Starts to load the part. Repeated calls have no effect. */
  ask(): void {
    if (this.#isAsked) return;
    const found = this.load();
    this.#isAsked = true;
    if (found instanceof Promise) void this.#run(found);
    else this.value = found;
  }

  /** Renders the part. While it is loading, or if loading has failed, renders a notice instead. */
  render(i18n: I18n, make: (value: T) => TemplateResult): TemplateResult {
    if (this.value !== undefined) return make(this.value);
    return this.#loading.hasFailed
      ? html`${this.#loading.render(i18n, () => this.#run(this.load()))}`
      : html`<p class="loading" role="status">${i18n.t('status.loading')}</p>`;
  }

  #run(loaded: T | Promise<T>): Promise<boolean> {
    return this.#loading.run(async () => {
      this.value = await loaded;
      this.host.requestUpdate();
    });
  }
}

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
