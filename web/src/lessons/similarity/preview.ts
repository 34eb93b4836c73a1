// SPDX-License-Identifier: MIT
import { html } from 'lit';
import { LightElement } from '../../components/light-element.ts';
import type { Engine } from '../../engine/index.ts';
import { I18nController } from '../../i18n/controller.ts';
import { initialState } from '../../state/fields.ts';
import type { Computed } from '../scene.ts';
import { compute, type Numbers } from './compute.ts';
import { renderResult } from './controls.ts';
import { renderPlane } from './plane.ts';
import type { Scene, Texts } from './scene.ts';
import { fields, type State, withinRanges } from './state.ts';
import css from './view.css?inline';

/** The arrows and which key they prefer, to be moved before anything is read. */
export class SimilarityPreview extends LightElement {
  static override css = css;
  static override properties = { engine: { attribute: false }, state: { state: true } };

  declare engine: Engine;
  declare protected state: State;

  readonly #texts = new I18nController(this);
  #computed: Computed<State, Numbers> | undefined;

  constructor() {
    super();
    this.state = initialState(fields);
  }

  protected override render() {
    const { i18n } = this.#texts;
    const { state } = this;
    this.#computed = { state, numbers: compute(state, this.engine, this.#computed) };
    const scene: Scene = {
      ...this.#computed,
      i18n,
      t: i18n.translator<Texts>('similarity'),
      active: undefined,
      set: (change) => {
        this.state = withinRanges({ ...state, ...change });
      },
      activate: () => {},
    };
    return html`${renderPlane(scene)} ${renderResult(scene)}`;
  }
}

customElements.define('al-similarity-preview', SimilarityPreview);
