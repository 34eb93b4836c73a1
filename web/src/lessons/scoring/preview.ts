// SPDX-License-Identifier: MIT
import { html } from 'lit';
import { LightElement } from '../../components/light-element.ts';
import type { Engine } from '../../engine/index.ts';
import { I18nController } from '../../i18n/controller.ts';
import { initialState } from '../../state/fields.ts';
import { compute } from './compute.ts';
import { renderFlip } from './controls.ts';
import { renderMaps } from './picture.ts';
import type { Pair, Scene, Texts } from './scene.ts';
import { fields, type State, withinRanges } from './state.ts';
import css from './view.css?inline';

/** The four matrices alone, and the switch that tells them apart. */
export class ScoringPreview extends LightElement {
  static override css = css;
  static override properties = {
    engine: { attribute: false },
    state: { state: true },
    pointed: { state: true },
  };

  declare engine: Engine;
  declare protected state: State;
  declare protected pointed: Pair | undefined;

  readonly #texts = new I18nController(this);

  constructor() {
    super();
    this.state = initialState(fields);
  }

  protected override render() {
    const { i18n } = this.#texts;
    const { state, engine } = this;
    const scene: Scene = {
      state,
      numbers: compute(state, engine),
      i18n,
      t: i18n.translator<Texts>('scoring'),
      pair: this.pointed ?? [state.query - 1, state.key - 1],
      set: (change) => {
        this.state = withinRanges({ ...this.state, ...change });
      },
      point: (pair) => {
        this.pointed = pair;
      },
    };
    return html`${renderFlip(scene)} ${renderMaps(scene)}`;
  }
}

customElements.define('al-scoring-preview', ScoringPreview);
