// SPDX-License-Identifier: MIT
import { html, type PropertyValues } from 'lit';
import { guard } from 'lit/directives/guard.js';
import '../../components/experiments.ts';
import { LightElement } from '../../components/light-element.ts';
import '../../components/predict.ts';
import { proseSection } from '../../components/prose.ts';
import { AttentionError } from '../../engine/index.ts';
import { I18nController } from '../../i18n/controller.ts';
import { initialState } from '../../state/fields.ts';
import type { Measurement } from '../experiment.ts';
import lessonCss from '../lesson.css?inline';
import type { Change, LessonProps } from '../lesson.ts';
import { refusalNotice } from '../refusal.ts';
import { renderAnswerControls, renderAnswerPlot } from './answer.ts';
import { type Computed, compute } from './compute.ts';
import { renderControls, resultText } from './controls.ts';
import { experiments } from './experiments.ts';
import { renderFormula } from './formula.ts';
import { holds } from './interval.ts';
import { experimentCard } from './outcomes.ts';
import { renderJacobian, renderWeights } from './picture.ts';
import { GUESSES, measureShift, SHIFTED } from './prediction.ts';
import type { Scene, Texts } from './scene.ts';
import { renderStages } from './stages.ts';
import { fields, type State, withinRanges } from './state.ts';
import css from './view.css?inline';

/** The lesson "softmax": state in, numbers from the engine, picture out. */
export class SoftmaxView extends LightElement {
  static override css = `${lessonCss}${css}`;
  static override properties = {
    props: { attribute: false },
    active: { state: true },
    outcomes: { state: true },
    guess: { state: true },
    refusal: { state: true },
  };

  declare props: LessonProps<State>;
  declare protected active: number | undefined;
  declare protected outcomes: ReadonlyMap<string, readonly Measurement[]>;
  declare protected guess: string | undefined;
  declare protected refusal: AttentionError | undefined;

  readonly #texts = new I18nController(this);
  #computed: Computed | undefined;
  #tried: State | undefined;
  #isMoving = false;
  #said = '';

  constructor() {
    super();
    this.outcomes = new Map();
    this.refusal = undefined;
  }

  protected override willUpdate(_changed: PropertyValues): void {
    const { state, engine } = this.props;
    if (state === this.#tried) return;
    this.#tried = state;
    // A scale that grew during a drag would carry the thumb away from the pointer.
    const held = this.#isMoving ? this.#computed?.numbers.interval : undefined;
    const interval = held && holds(held, state.x) ? held : undefined;
    try {
      this.#computed = { state, numbers: compute(state, engine, this.#computed, interval) };
      this.refusal = undefined;
    } catch (error) {
      if (!(error instanceof AttentionError)) throw error;
      this.refusal = error;
    }
  }

  protected override render() {
    const { i18n } = this.#texts;
    const t = i18n.translator<Texts>('softmax');
    const { prose } = this.props;
    const computed = this.#computed;
    const notice = refusalNotice(this.refusal, i18n.t);
    if (computed === undefined) return notice;
    const { state, numbers } = computed;
    const active = (this.active ?? 0) < state.x.length ? this.active : undefined;
    const scene: Scene = {
      state,
      numbers,
      i18n,
      t,
      // A link or "back" may have taken the marked entry away.
      active,
      set: this.#set,
      activate: this.#activate,
    };
    return html`
      <article class="lesson">
        <header class="lesson-head">
          <h1>${prose.title}</h1>
          ${proseSection(prose, 'question')}
        </header>
        ${notice}
        <section class="bench" tabindex="-1" aria-label=${t('bench')}>
          <div class="bench-plot"><h2>${t('weights.title')}</h2> ${renderWeights(scene)}</div>
          <div class="bench-controls">${renderControls(scene, this.#reset)}</div>
          <p class="visually-hidden" role="status">${this.#whatToSay(scene)}</p>
          <div class="bench-weights"><h2>${t('jacobian.title')}</h2> ${renderJacobian(scene)}</div>
        </section>
        <section>
          <h2>${t('predict.title')}</h2>
          ${this.#renderPredict(scene)}
        </section>
        <section>
          <h2>${t('stages.title')}</h2>
          ${renderStages(scene)}
        </section>
        <section>
          ${proseSection(prose, 'answer')}
          <div class="bench">
            <div class="bench-plot">${renderAnswerPlot(scene)}</div>
            <div class="bench-controls">${renderAnswerControls(scene)}</div>
          </div>
        </section>
        <section>${proseSection(prose, 'formula')} ${renderFormula(scene)}</section>
        <section>
          ${proseSection(prose, 'experiments')}
          <al-experiments
            .cards=${guard([this.outcomes, i18n.language], () =>
              experiments.map((one) => experimentCard(one, this.outcomes.get(one.id), i18n, t)),
            )}
            @al-run=${(event: CustomEvent<string>) => this.#run(event.detail)}
            @al-see=${this.#showBench}></al-experiments>
        </section>
        <section>${proseSection(prose, 'takeaway')}</section>
      </article>`;
  }

  #renderPredict({ i18n, t }: Scene) {
    return html`
      <al-predict .question=${t('predict.question')} .guess=${this.guess}
        .guesses=${GUESSES.map((value) => ({ value, label: t(`predict.guess.${value}`) }))}
        .outcome=${guard([this.guess, i18n.language], () => {
          if (this.guess === undefined) return undefined;
          const { right, weight, share, nothing: naive } = measureShift(this.props.engine);
          const text = t('predict.outcome', {
            weight: i18n.percent(weight, 2),
            share: i18n.percent(share, 2),
            naive: i18n.number(naive),
          });
          return { right, text };
        })}
        @al-commit=${({ detail }: CustomEvent<string>) => this.#setGuess(detail)}
        @al-retry=${() => this.#setGuess(undefined)}
        @al-see=${() => {
          this.#set(SHIFTED, 'jump');
          this.#showBench();
        }}></al-predict>`;
  }

  #setGuess(guess: string | undefined): void {
    this.guess = guess;
  }

  readonly #set = (change: Partial<State>, how: Change): void => {
    this.#isMoving = how === 'step';
    this.props.onState(withinRanges({ ...this.props.state, ...change }), how);
  };

  // A drag would be told number by number; what counts is where it ends.
  #whatToSay(scene: Scene): string {
    if (!this.#isMoving) this.#said = resultText(scene);
    return this.#said;
  }

  readonly #showBench = (): void => {
    const bench = this.querySelector<HTMLElement>('.bench');
    bench?.scrollIntoView({ block: 'start' });
    bench?.focus({ preventScroll: true });
  };

  readonly #reset = (): void => this.#set(initialState(fields), 'jump');

  readonly #activate = (index: number | undefined): void => {
    this.active = index;
  };

  #run(id: string): void {
    const experiment = experiments.find((one) => one.id === id);
    if (experiment === undefined) return;
    this.outcomes = new Map(this.outcomes).set(id, experiment.measure(this.props.engine));
    this.#set(experiment.state, 'jump');
  }
}

customElements.define('al-softmax', SoftmaxView);
