// SPDX-License-Identifier: MIT
import { html, nothing, type ReactiveControllerHost, type TemplateResult } from 'lit';
import { AttentionError, type Engine, type Progress } from '../engine/index.ts';
import { sentenceLanguage } from '../engine/sentences/languages.ts';
import type { I18n } from '../i18n/i18n.ts';
import type { Language } from '../i18n/languages.ts';
import { type Failure, failureNotice } from '../lessons/failure.ts';
import { LatePart } from '../lessons/late-part.ts';
import { EngineWatch, lossNotice } from '../lessons/lost-instance.ts';
import { refusalNotice } from '../lessons/refusal.ts';
import type { AnyState, Framed } from './define.ts';

const MEGABYTE = 1e6;

/** Computes the numbers of a lesson's scenes, each once, and renders notices about errors. */
export class SceneNumbers {
  readonly #watch = new EngineWatch(() => this.#onLost());
  readonly #training: LatePart<Engine>;
  #given: Engine | undefined;
  /** Undefined until an engine is loaded that has all functions of the lesson. */
  #engine: Engine | undefined;
  #model: unknown;
  /** The language of the model; `all` for a lesson's own model; empty if there is none. */
  #language = '';
  /** Received and total bytes of the loading model. Undefined if none is loading. */
  #progress: readonly [bytes: number, total: number | undefined] | undefined;
  #known = new WeakMap<AnyState, unknown>();
  #last: unknown;
  #refusal: AttentionError | undefined;
  #failure: Failure | undefined;
  #isEngineLost = false;

  constructor(
    private readonly host: Pick<ReactiveControllerHost, 'requestUpdate'>,
    private readonly framed: () => Framed,
  ) {
    this.#training = new LatePart(host, async () => (this.#given as Engine).withTraining());
  }

  /** Sets the engine, and loads the lesson's model: its own one or the sentence model of a language. */
  use(engine: Engine, language: Language): void {
    this.#given = engine;
    const isLate = this.framed().definition.trains === true && !engine.canTrain;
    if (isLate) this.#training.ask();
    this.#engine = isLate ? this.#training.value : engine;
    this.#watch.watch(this.#engine);
    this.#loadModel(engine, sentenceLanguage(language));
  }

  /** Whether the lesson has its own model, and this model is not loaded yet. Without it, nothing can be computed. */
  get isWaiting(): boolean {
    return this.framed().definition.loadModel !== undefined && this.#model === undefined;
  }

  release(): void {
    this.#watch.watch(undefined);
  }

  /** The numbers of a state. After an error, the last numbers; undefined if there are none. */
  of(state: AnyState): unknown {
    const found = this.#known.get(state);
    if (found !== undefined || this.#engine === undefined || this.isWaiting) return found;
    try {
      const { compute } = this.framed().definition;
      const numbers = compute(state as never, this.#engine, this.#model);
      this.#known.set(state, numbers);
      this.#last = numbers;
      this.#refusal = undefined;
      this.#failure = undefined;
    } catch (error) {
      this.onError(error);
    }
    return this.#last;
  }

  /** Shows a notice about an error until numbers are computed again. */
  onError(error: unknown): void {
    if (error instanceof AttentionError) this.#refusal = error;
    else this.#failure = { error, retry: this.#onRetry };
  }

  render(i18n: I18n): TemplateResult {
    return html`
      ${this.#renderProgress(i18n)}
      ${this.#engine ? nothing : this.#training.render(i18n, () => html``)}
      ${lossNotice(this.#isEngineLost, i18n, this.#onClosed)}
      ${refusalNotice(this.#refusal, i18n.t)} ${failureNotice(this.#failure, i18n)}`;
  }

  #renderProgress(i18n: I18n): unknown {
    if (!this.isWaiting || this.#failure) return nothing;
    const [bytes, total] = this.#progress ?? [0, undefined];
    const of = (count: number) => i18n.number(count / MEGABYTE, { decimals: 1 });
    const text =
      total === undefined
        ? i18n.t('model.loading', { bytes: of(bytes) })
        : i18n.t('model.loadingOf', { bytes: of(bytes), total: of(total) });
    return html`<p class="scene-loading" role="status"><span>${text}</span></p>`;
  }

  #loadModel(engine: Engine, wanted: ReturnType<typeof sentenceLanguage>): void {
    const { loadModel } = this.framed().definition;
    // A lesson's own model does not depend on the language.
    const language = loadModel ? 'all' : wanted;
    if (language === this.#language || this.#failure) return;
    this.#language = language;
    this.#model = undefined;
    const onProgress: Progress = (...progress) => {
      this.#progress = progress;
      this.host.requestUpdate();
    };
    const loading = loadModel ? loadModel(engine, onProgress) : engine.sentenceModel(wanted);
    loading.then(
      (model) => {
        if (language !== this.#language) return;
        this.#known = new WeakMap();
        this.#model = model;
        this.#progress = undefined;
        this.host.requestUpdate();
      },
      (error: unknown) => {
        this.#language = '';
        this.#progress = undefined;
        this.#failure = { error, retry: this.#onRetry, isLoading: true };
        this.host.requestUpdate();
      },
    );
  }

  #onLost(): void {
    this.#isEngineLost = true;
    this.#known = new WeakMap();
    this.host.requestUpdate();
  }

  readonly #onClosed = (): void => {
    this.#isEngineLost = false;
    this.host.requestUpdate();
  };

  readonly #onRetry = (): void => {
    this.#failure = undefined;
    this.host.requestUpdate();
  };
}
