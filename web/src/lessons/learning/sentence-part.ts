// SPDX-License-Identifier: MIT
import { html, type TemplateResult } from 'lit';
import { LightElement } from '../../components/light-element.ts';
import { LatePart } from '../late-part.ts';
import type { Scene } from './scene.ts';

/**
 * The part of a beat (a passage of the lesson) in which readers write a sentence. Its controls are loaded when the
 * reader chooses the sentence task.
 */
export class SentencePart extends LightElement {
  static override properties = { scene: { attribute: false } };

  declare scene: Scene;

  readonly #bench = new LatePart(this, () => import('./sentences.ts'));

  protected override render(): TemplateResult {
    this.#bench.ask();
    return this.#bench.render(this.scene.i18n, ({ sentenceBench }) => sentenceBench(this.scene));
  }
}

customElements.define('al-sentence-part', SentencePart);

export const sentencePart = (scene: Scene): TemplateResult =>
  scene.state.task === 'sentences'
    ? html`<al-sentence-part .scene=${scene}></al-sentence-part>`
    : html``;
