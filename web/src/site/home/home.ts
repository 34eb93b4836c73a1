// SPDX-License-Identifier: MIT
import type { PropertyValues } from 'lit';
import { properties, TextElement } from '../../components/light-element.ts';
import type { Engine, SentenceModel } from '../../engine/index.ts';
import { sentenceLanguage } from '../../engine/sentences/languages.ts';
import { fragmentOf, paramsIn } from '../../state/address.ts';
import { choiceField } from '../../state/fields.ts';
import {
  forgetProgress,
  PROGRESS_EVENT,
  type Progress,
  readPlace,
  readProgress,
} from '../progress.ts';
import { look, renderPitch, renderSentence } from './sentence.ts';
import { renderHome } from './view.ts';

export { loadTexts } from './texts.ts';

/** The sentence that the URL selects, counted from 1. */
const sentence = choiceField('1', ['1', '2', '3', '4']);

function firstChoice(): number {
  const named = new URLSearchParams(paramsIn(location.hash)).get('sentence') ?? '';
  return Number(sentence.read(named).value) - 1;
}

/** The home page: the question of the course, a live sentence with attention weights, and the list of lessons. */
export class Home extends TextElement {
  static override properties = properties('engine', 'outline', 'model', 'choice', 'progress');

  declare engine: Engine | undefined;
  /** The prerendered page. Its pictures are kept; its sentence is shown until the model is loaded. */
  declare outline: Element | undefined;
  declare protected model: SentenceModel | undefined;
  protected choice = firstChoice();
  protected progress: Progress = readProgress();

  #sentence: Element | undefined;
  #pitch: Element | undefined;
  #pictures: readonly Element[] = [];

  protected override willUpdate(changed: PropertyValues<this>): void {
    if (changed.has('outline')) {
      this.#sentence = this.outline?.querySelector('.home-sentence') ?? undefined;
      this.#pitch = this.outline?.querySelector('.home-pitch') ?? undefined;
      this.#pictures = [...(this.outline?.querySelectorAll('[data-picture]') ?? [])];
    }
    if (changed.has('engine') && this.engine !== undefined) void this.#loadModel(this.engine);
  }

  protected override render() {
    const { model, choice, progress } = this;
    const { i18n } = this.texts;
    const found = model && look(model, choice);
    return renderHome({
      i18n,
      choice,
      progress,
      place: readPlace(),
      sentence: found ? renderSentence(i18n, found, choice, this.#choose) : this.#sentence,
      pitch: found ? renderPitch(i18n, found) : this.#pitch,
      picture: (part) => this.#pictures[part - 1],
      onForget: this.#forget,
    });
  }

  // The URL contains the sentence, so that a reload or another language keeps it.
  readonly #choose = (next: number): void => {
    this.choice = next;
    const params = new URLSearchParams(next === 0 ? {} : { sentence: `${next + 1}` });
    history.replaceState(
      history.state,
      '',
      fragmentOf(params) || location.pathname + location.search,
    );
  };

  async #loadModel(engine: Engine): Promise<void> {
    // If loading fails, the prerendered sentence is kept.
    const language = sentenceLanguage(this.texts.i18n.language);
    this.model = await engine.sentenceModel(language).catch(() => undefined);
  }

  // Deletes the progress. The button disappears too, so the focus moves to `main`.
  readonly #forget = (): void => {
    forgetProgress();
    this.progress = readProgress();
    this.dispatchEvent(new Event(PROGRESS_EVENT, { bubbles: true }));
    this.closest<HTMLElement>('main')?.focus();
  };
}

customElements.define('al-home', Home);
