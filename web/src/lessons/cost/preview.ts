// SPDX-License-Identifier: MIT
import { html } from 'lit';
import { LightElement } from '../../components/light-element.ts';
import type { Engine } from '../../engine/index.ts';
import { I18nController } from '../../i18n/controller.ts';
import { initialState } from '../../state/fields.ts';
import { compute } from './compute.ts';
import { renderN, renderSquare } from './picture.ts';
import type { Picture, Texts } from './scene.ts';
import { fields, type State, withinRanges } from './state.ts';
import css from './view.css?inline';

/** The matrix and what it grows with. */
export class CostPreview extends LightElement {
  static override css = css;
  static override properties = { engine: { attribute: false }, state: { state: true } };

  declare engine: Engine;
  declare protected state: State;

  readonly #texts = new I18nController(this);

  constructor() {
    super();
    this.state = initialState(fields);
  }

  protected override render() {
    const { i18n } = this.#texts;
    const scene: Picture = {
      state: this.state,
      numbers: compute(this.state, this.engine),
      i18n,
      t: i18n.translator<Texts>('cost'),
      set: (change) => {
        this.state = withinRanges({ ...this.state, ...change });
      },
    };
    return html`${renderSquare(scene)} ${renderN(scene)}`;
  }
}

customElements.define('al-cost-preview', CostPreview);
