// SPDX-License-Identifier: MIT
import { html } from 'lit';
import { LightElement } from '../../components/light-element.ts';
import type { Engine } from '../../engine/index.ts';
import { I18nController } from '../../i18n/controller.ts';
import { initialState } from '../../state/fields.ts';
import { compute } from './compute.ts';
import { renderRules } from './controls.ts';
import { renderMask, renderRow } from './picture.ts';
import type { Scene, Texts } from './scene.ts';
import { fields, type State, withinRanges } from './state.ts';
import css from './view.css?inline';

/** The mask and one query's weights alone, to be moved before anything is read. */
export class MaskingPreview extends LightElement {
  static override css = css;
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
    const scene: Scene = {
      state: this.state,
      numbers: compute(this.state, this.engine),
      i18n,
      t: i18n.translator<Texts>('masking'),
      active: this.active,
      set: (change) => {
        this.state = withinRanges({ ...this.state, ...change });
      },
      activate: (index) => {
        this.active = index;
      },
    };
    return html`${renderMask(scene)} ${renderRow(scene)} ${renderRules(scene)}`;
  }
}

customElements.define('al-masking-preview', MaskingPreview);
