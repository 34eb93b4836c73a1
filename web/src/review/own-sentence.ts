// SPDX-License-Identifier: MIT
import { html, nothing, type PropertyValues } from 'lit';
import { properties, TextElement } from '../components/light-element.ts';
import { Loading } from '../components/loading.ts';
import '../components/next-words.ts';
import type { Candidate } from '../components/next-words.ts';
import '../components/sentence-box.ts';
import { type Engine, runInSlices, type SentenceLanguage } from '../engine/index.ts';
import { grammarOf } from '../engine/sentences/grammars.ts';
import { sentenceLanguage } from '../engine/sentences/languages.ts';
import { STEPS } from '../engine/sentences/training.ts';
import { again } from '../lessons/again.ts';
import { trainedSentences } from '../lessons/trained-sentences.ts';
import { type Predictor, ReaderModel, sitePredictor } from './predictor.ts';
import { word } from './questions/question.ts';
import beginnings from './words.json';

/** Number of training steps after which the page is updated. */
const STRIDE = 10;

/** Predicts the next word of the reader's sentence, with a model that the reader has trained or the site's model. */
export class OwnSentence extends TextElement {
  static override properties = properties('engine', 'words', 'predictor', 'isTraining', 'done');

  declare engine: Engine;
  /** The reader's sentence. Undefined for the default sentence. */
  declare protected words: readonly string[] | undefined;
  declare protected predictor: Predictor | undefined;
  protected isTraining = false;
  /** The completed share of the training, from 0 to 1. */
  protected done = 0;

  readonly #loading = new Loading(this);
  #language: SentenceLanguage | undefined;
  #abort: AbortController | undefined;

  override connectedCallback(): void {
    super.connectedCallback();
    if (this.hasUpdated) this.requestUpdate();
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    this.#forget();
  }

  protected override willUpdate(_changed: PropertyValues): void {
    const language = sentenceLanguage(this.texts.i18n.language);
    if (!this.isConnected || language === this.#language) return;
    this.#forget();
    this.#language = language;
    this.words = undefined;
    void this.#load();
  }

  protected override render() {
    const { i18n } = this.texts;
    const { predictor, isTraining } = this;
    if (predictor === undefined)
      return this.#loading.hasFailed
        ? this.#loading.render(i18n, this.#load)
        : html`<p class="loading" role="status">${i18n.t('status.loading')}</p>`;
    const { words: vocabulary, longest } = grammarOf(i18n.language);
    const words = this.words ?? beginnings[sentenceLanguage(i18n.language)];
    const known = words.filter((one) => vocabulary.includes(one)).slice(0, longest);
    const next = this.#next(predictor, known);
    return html`
      <p class="own-model" role="status">${this.#describe(predictor)}</p>
      <p class="own-training">
        <button type="button" class="primary" @click=${isTraining ? this.#stop : this.#train}>
          ${word(i18n, isTraining ? 'own.stop' : predictor.steps === undefined ? 'own.train' : 'own.more')}</button>
        ${isTraining ? html`<progress max="1" .value=${this.done} aria-label=${word(i18n, 'own.training')}></progress>` : nothing}
      </p>
      ${this.#loading.render(i18n, this.#train)}
      <al-sentence-box .field=${'words'} .label=${word(i18n, 'own.label')} .words=${words} .vocabulary=${vocabulary} .most=${longest}
        @al-words=${this.#onWords}></al-sentence-box>
      ${
        next === undefined
          ? nothing
          : html`
            <al-next-words .label=${word(i18n, 'own.next', { word: known.at(-1) ?? '' })} .most=${longest}
              .beginning=${known} .next=${next} .appendLabel=${(one: string) => word(i18n, 'own.append', { word: one })}
              @al-words=${this.#onWords}></al-next-words>`
      }`;
  }

  readonly #onWords = ({ detail }: CustomEvent<readonly string[]>): void => {
    this.words = detail.slice(0, grammarOf(this.texts.i18n.language).longest);
  };

  #describe({ steps }: Predictor): string {
    const { i18n } = this.texts;
    if (this.isTraining) return word(i18n, 'own.training');
    return steps === undefined
      ? word(i18n, 'own.site')
      : word(i18n, 'own.reader', { steps: i18n.integer(steps) });
  }

  #next(predictor: Predictor, known: readonly string[]): readonly Candidate[] | undefined {
    if (known.length === 0) return undefined;
    try {
      return again(() => predictor.next(known));
    } catch (error) {
      this.#drop(error);
      return undefined;
    }
  }

  /** Replaces a model that no longer works, for example after a trap in the engine, by a notice. */
  #drop(error: unknown): void {
    this.predictor = undefined;
    void this.#loading.run(() => Promise.reject(error));
  }

  /** Loads the model that the reader has trained, or else the site's model. */
  readonly #load = () =>
    this.#loading.run(async () => {
      const language = this.#language;
      if (language === undefined) return;
      const predictor = trainedSentences(language)
        ? new ReaderModel(await this.engine.withTraining(), language)
        : sitePredictor(await this.engine.sentenceModel(language));
      if (language === this.#language) this.#show(predictor);
      else predictor.release();
    });

  readonly #train = async (): Promise<void> => {
    const abort = new AbortController();
    this.#abort = abort;
    this.isTraining = true;
    this.done = 0;
    let engine: Engine | undefined;
    await this.#loading.run(async () => {
      engine = await this.engine.withTraining();
    });
    try {
      if (engine && this.#abort === abort) await this.#run(engine, abort);
    } catch (error) {
      if (this.#abort === abort) this.#drop(error);
    } finally {
      if (this.#abort === abort) this.isTraining = false;
    }
  };

  async #run(engine: Engine, abort: AbortController): Promise<void> {
    const { predictor } = this;
    const language = sentenceLanguage(this.texts.i18n.language);
    const model = predictor instanceof ReaderModel ? predictor : new ReaderModel(engine, language);
    this.#show(model);
    const first = model.steps;
    let drawn = first;
    await runInSlices(model, {
      total: first + STEPS,
      signal: abort.signal,
      onProgress: (steps) => {
        if (steps < drawn + STRIDE || abort.signal.aborted) return;
        drawn = steps;
        this.done = (steps - first) / STEPS;
      },
    });
    if (this.#abort === abort && model.steps > first) model.keep();
  }

  readonly #stop = (): void => this.#abort?.abort();

  #show(predictor: Predictor): void {
    if (predictor === this.predictor) return;
    this.predictor?.release();
    this.predictor = predictor;
  }

  #forget(): void {
    if (this.isTraining && this.predictor instanceof ReaderModel) this.predictor.keep();
    this.#abort?.abort();
    this.#abort = undefined;
    this.isTraining = false;
    this.#language = undefined;
    this.predictor?.release();
    this.predictor = undefined;
  }
}

customElements.define('al-own-sentence', OwnSentence);
