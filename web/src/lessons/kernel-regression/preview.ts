// SPDX-License-Identifier: MIT
import { html } from 'lit';
import { OPEN } from '../../components/field-access.ts';
import { LightElement } from '../../components/light-element.ts';
import type { Engine } from '../../engine/index.ts';
import { I18nController } from '../../i18n/controller.ts';
import { initialState } from '../../state/fields.ts';
import { compute } from './compute.ts';
import type { Texts } from './scene.ts';
import { renderPlot } from './stage.ts';
import { fields, type State } from './state.ts';

const HEIGHT = 300;

/** The plot of this lesson on the home page. Readers can use it before they open the lesson. */
export class KernelRegressionPreview extends LightElement {
  static override properties = {
    engine: { attribute: false },
    state: { state: true },
    active: { state: true },
  };

  declare engine: Engine;
  declare protected state: State;
  declare protected active: number | undefined;

  readonly #texts = new I18nController(this);

  constructor() {
    super();
    this.state = initialState(fields);
  }

  protected override render() {
    const { i18n } = this.#texts;
    const t = i18n.translator<Texts>('kernel-regression');
    const numbers = compute(this.state, this.engine);
    const answer = t('preview.answer', {
      query: i18n.number(this.state.query, { digits: 6 }),
      prediction: i18n.number(numbers.prediction, { digits: 5 }),
    });
    return html`
      <p class="preview-answer">${answer}</p>
      ${renderPlot({
        state: this.state,
        numbers,
        i18n,
        t,
        access: OPEN,
        active: this.active,
        height: HEIGHT,
        set: (change) => {
          this.state = Object.freeze({ ...this.state, ...change });
        },
        activate: (index) => {
          this.active = index;
        },
      })}`;
  }
}

customElements.define('al-kernel-regression-preview', KernelRegressionPreview);

export const renderPreview = (engine: Engine) =>
  html`<al-kernel-regression-preview .engine=${engine}></al-kernel-regression-preview>`;
