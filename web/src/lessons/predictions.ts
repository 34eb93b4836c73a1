// SPDX-License-Identifier: MIT
import { html, type LitElement, type TemplateResult } from 'lit';
import { guard } from 'lit/directives/guard.js';
import '../components/predict.ts';
import { keepGuesses, keptGuesses } from '../device/guesses.ts';
import type { Engine } from '../engine/index.ts';
import type { I18n } from '../i18n/i18n.ts';
import { again } from './again.ts';
import type { Answered } from './lesson.ts';
import { outcomeOfPrediction, type Prediction } from './prediction.ts';
import { type BasicScene, say } from './scene.ts';

interface PredictionsHost<State> {
  readonly lesson: () => string;
  readonly all: () => readonly Prediction<State>[];
  /** The ids of the questions that an embed asks before the lesson. */
  readonly asked: () => readonly string[];
  readonly engine: () => Engine;
  /** Called when the reader has chosen a guess at a question within the lesson. */
  readonly onGuess: (prediction: Prediction<State>) => void;
  /** Called when the reader wants to see the outcome in the figure. */
  readonly onSee: (prediction: Prediction<State>) => void;
  /**
   * Moves the focus to the stage (the main figure). If an experiment with this id has a `picture` of its own, moves the
   * focus to that element instead.
   */
  readonly focus: (id: string) => void;
}

/**
 * The predictions of a lesson and the reader's guesses. If an embed asks questions, they are shown before the lesson.
 * @fires al-answered Answered, when the reader has chosen a guess
 */
export class Predictions<State> {
  #taken: ReadonlyMap<string, string> | undefined;
  #isOpened = false;

  constructor(
    private readonly element: LitElement,
    private readonly host: PredictionsHost<State>,
  ) {}

  /** Whether there are questions before the lesson and the reader has not opened the lesson yet. */
  get isAsking(): boolean {
    return !this.#isOpened && this.#asked.length > 0;
  }

  get #guesses(): ReadonlyMap<string, string> {
    this.#taken ??= keptGuesses(this.host.lesson());
    return this.#taken;
  }

  /** Renders a question with its guesses. After a guess, also renders the outcome. */
  render<Texts>(scene: BasicScene<State, unknown, Texts>, id: string): TemplateResult {
    const { i18n, t } = scene;
    const prediction = this.host.all().find((one) => one.id === id);
    if (prediction === undefined) throw new Error(`unknown prediction "${id}"`);
    // A guess that was made before a reload may not exist in a new version of the lesson. It is then ignored.
    const guess = prediction.guesses.find((one) => one === this.#guesses.get(id));
    const word = say(t);
    // While these values are the same, `guard` skips rendering, for example while a drag changes other numbers.
    return html`${guard(
      [prediction, guess, i18n.language, i18n.digits],
      () => html`
        <al-predict .question=${word(`predict.${id}.question`)} .guess=${guess}
          .guesses=${prediction.guesses.map((value) => ({ value, label: word(`predict.${id}.guess.${value}`) }))}
          .outcome=${guess && outcomeOfPrediction(prediction, guess, this.host.engine(), i18n, word)}
          @al-commit=${({ detail }: CustomEvent<string>) => this.#commit(prediction, detail, i18n)}
          @al-retry=${() => this.#set(id, undefined)}
          @al-see=${() => {
            this.host.onSee(prediction);
            void this.#open(id);
          }}></al-predict>`,
    )}`;
  }

  /** Renders the questions before the lesson, and a button that is enabled when all are answered. */
  renderAsked<Texts>(scene: BasicScene<State, unknown, Texts>): TemplateResult {
    const { t } = scene.i18n;
    const asked = this.#asked;
    return html`
      <section class="asked" part="asked">
        <h2>${t('ask.title')}</h2>
        <p>${t('ask.text', { count: asked.length })}</p>
        ${asked.map((id) => this.render(scene, id))}
        <button type="button" ?disabled=${!asked.every((id) => this.#guesses.has(id))}
          @click=${() => this.#open()}>${t('ask.open')}</button>
      </section>`;
  }

  get #asked(): readonly string[] {
    const known = this.host.all().map(({ id }) => id);
    return this.host.asked().filter((id) => known.includes(id));
  }

  // Opens the lesson. The questions disappear with the focused button, so the focus moves to the lesson.
  async #open(id = ''): Promise<void> {
    this.#isOpened = true;
    this.element.requestUpdate();
    await this.element.updateComplete;
    this.host.focus(id);
  }

  #set(id: string, guess: string | undefined): void {
    const guesses = new Map(this.#guesses);
    if (guess === undefined) guesses.delete(id);
    else guesses.set(id, guess);
    this.#taken = guesses;
    keepGuesses(this.host.lesson(), guesses);
    this.element.requestUpdate();
  }

  #commit(prediction: Prediction<State>, guess: string, i18n: I18n): void {
    const { id } = prediction;
    this.#set(id, guess);
    const { right } = again(() => prediction.measure(this.host.engine(), i18n));
    const detail: Answered = { id, guess, right };
    this.element.dispatchEvent(new CustomEvent('al-answered', { detail, bubbles: true }));
    // A guess changes the state, so that the figure shows the outcome. But a guess at a question before the lesson does
    // not, because the lesson must open in its initial state.
    if (!(this.isAsking && this.#asked.includes(id))) this.host.onGuess(prediction);
  }
}
