// SPDX-License-Identifier: MIT
import { html } from 'lit';
import { LightElement } from '../../components/light-element.ts';
import type { Engine } from '../../engine/index.ts';
import { I18nController } from '../../i18n/controller.ts';
import { initialState } from '../../state/fields.ts';
import type { Computed } from '../scene.ts';
import { compute, type Numbers } from './compute.ts';
import { renderAllHeads } from './pipeline/all-heads.ts';
import type { Texts } from './scene.ts';
import { fields, type State, withinRanges } from './state.ts';
import css from './view.css?inline';

/** What each head sees, alone, for a page that introduces the lesson. */
export class MultiHeadPreview extends LightElement {
  static override css = css;
  static override properties = { engine: { attribute: false }, state: { state: true } };

  declare engine: Engine;
  declare protected state: State;

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
    const set = (change: Partial<State>) => {
      this.state = withinRanges({ ...this.state, ...change });
    };
    return html`${renderAllHeads({ ...this.#last, i18n, t: i18n.translator<Texts>('multi-head'), set })}`;
  }
}

customElements.define('al-multi-head-preview', MultiHeadPreview);
