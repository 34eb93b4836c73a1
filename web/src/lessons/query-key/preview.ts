// SPDX-License-Identifier: MIT
import { html } from 'lit';
import { LightElement } from '../../components/light-element.ts';
import type { Engine } from '../../engine/index.ts';
import { I18nController } from '../../i18n/controller.ts';
import { initialState } from '../../state/fields.ts';
import type { Computed } from '../scene.ts';
import { compute, type Numbers } from './compute.ts';
import { renderProjection } from './controls.ts';
import { renderMatrices } from './picture.ts';
import type { Texts } from './scene.ts';
import { fields, type State, withinRanges } from './state.ts';
import css from './view.css?inline';

/** Scores and weights with their projections alone, to be switched before anything is read. */
export class QueryKeyPreview extends LightElement {
  static override css = css;
  static override properties = {
    engine: { attribute: false },
    state: { state: true },
    pointed: { state: true },
  };

  declare engine: Engine;
  declare protected state: State;
  declare protected pointed: number | undefined;

  readonly #texts = new I18nController(this);
  #last: Computed<State, Numbers> | undefined;

  constructor() {
    super();
    this.state = initialState(fields);
  }

  protected override render() {
    const { i18n } = this.#texts;
    const { state, engine } = this;
    this.#last = { state, numbers: compute(state, engine, this.#last) };
    const scene = {
      ...this.#last,
      i18n,
      t: i18n.translator<Texts>('query-key'),
      active: this.pointed ?? state.row - 1,
      set: (change: Partial<State>) => {
        this.state = withinRanges({ ...this.state, ...change });
      },
      activate: (index: number | undefined) => {
        this.pointed = index;
      },
    };
    return html`${renderProjection(scene)} ${renderMatrices(scene)}`;
  }
}

customElements.define('al-query-key-preview', QueryKeyPreview);
