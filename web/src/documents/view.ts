// SPDX-License-Identifier: MIT
import { html, nothing, type PropertyValues } from 'lit';
import { repeat } from 'lit/directives/repeat.js';
import { properties, TextElement } from '../components/light-element.ts';
import { Loading } from '../components/loading.ts';
import { proseSection } from '../components/prose.ts';
import { verdictCss } from '../components/verdict.ts';
import { loadFile } from '../i18n/load-file.ts';
import { claims } from '../ledger/claims.ts';
import { type Experiment, shownProgress } from '../lessons/experiment.ts';
import { LatePart } from '../lessons/late-part.ts';
import type { LessonProps } from '../lessons/lesson.ts';
import { lessonSheet } from '../lessons/lesson-sheet.ts';
import { lessons } from '../lessons/registry.ts';
import { verifyEntry } from '../lessons/verify-entry.ts';
import { initialState } from '../state/fields.ts';
import { type Entry, entries } from './entries.ts';
import { type EntryScene, renderEntry } from './entry-view.ts';
import { renderFilters } from './filters.ts';
import { type Found, judgeAll, type LoadExperiments } from './judge.ts';
import { loadStatements, STATEMENTS, type Texts } from './scene.ts';
import { fields, isShown, LESSONS, type State } from './state.ts';
import css from './view.css?inline';

const files = import.meta.glob<{ experiments: readonly Experiment<unknown>[] }>(
  '../lessons/*/claims.ts',
);

const loadExperiments: LoadExperiments = async (lesson) =>
  (await loadFile(files, `../lessons/${lesson}/claims.ts`)).experiments;

/**
 * The page of the ledger, which contains every statement of the five source documents and every erratum (correction),
 * each with its verdict. The reader can run all experiments again.
 */
export class Documents extends TextElement {
  static override css = `${verdictCss}${lessonSheet('al-documents', css)}`;
  static override properties = properties('props', 'found', 'done');

  declare props: LessonProps<State>;
  /** Results of the reader's check (a new run of all experiments), by id of the statement or erratum (correction). */
  protected found: ReadonlyMap<string, Found> = new Map();
  /** The completed share of the running check, from 0 to 1. Undefined if none is running. */
  declare protected done: number | undefined;

  /** Loads the texts of the statements and of the experiments that decide them. Its value is true after loading. */
  readonly #statements = new LatePart(this, () => this.#load());
  readonly #checking = new Loading(this);
  #abort: AbortController | undefined;
  #pointedAt = '';

  override connectedCallback(): void {
    super.connectedCallback();
    this.#statements.ask();
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    this.#abort?.abort();
  }

  protected override render() {
    const { i18n } = this.texts;
    const { prose, state } = this.props;
    return html`
      <article class="lesson documents">
        <header class="lesson-head">
          <h1>${prose.title}</h1>
          ${proseSection(prose, 'question')}
        </header>
        ${this.#statements.render(i18n, () => this.#renderLedger())}
        <section class="beside">${proseSection(prose, 'takeaway')}</section>
        <p class="visually-hidden" role="status">${this.#statements.value ? i18n.translator<Texts>('documents')('shown', { count: this.#shown(state).length }) : nothing}</p>
      </article>`;
  }

  protected override updated(_changed: PropertyValues): void {
    const { entry } = this.props.state;
    if (!this.#statements.value || entry === this.#pointedAt) return;
    this.#pointedAt = entry;
    const element = entry && this.querySelector<HTMLElement>(`[data-entry="${CSS.escape(entry)}"]`);
    if (!element) return;
    element.scrollIntoView({ block: 'center' });
    element.focus({ preventScroll: true });
  }

  #renderLedger() {
    const { i18n } = this.texts;
    const t = i18n.translator<Texts>('documents');
    const { state } = this.props;
    const isRunning = this.done !== undefined;
    const scene: EntryScene = { i18n, t, found: this.found, entry: state.entry };
    const shown = this.#shown(state);
    return html`
      <div class="beside">
      <section class="check" aria-label=${t('check.title')}>
        <p>
          <button type="button" class="check-button" @click=${isRunning ? this.#stop : this.#check}>
            ${isRunning ? i18n.t('experiment.stop') : t('check.run', { count: claims.length })}
          </button>
          ${isRunning ? html`<progress max="1" .value=${this.done ?? 0} aria-label=${t('check.title')}></progress>` : nothing}
          <output>${this.#renderChecked()}</output>
        </p>
        ${this.#checking.render(i18n, this.#check)}
      </section>
      ${renderFilters({ ...scene, state, set: this.#set, reset: this.#reset, shown: shown.length })}
      <ol class="ledger">
        ${repeat(
          shown,
          ({ id }) => id,
          (entry) => renderEntry(entry, scene),
        )}
      </ol>
      </div>`;
  }

  #renderChecked() {
    const t = this.texts.i18n.translator<Texts>('documents');
    if (this.found.size === 0) return nothing;
    const agreeing = [...this.found.values()].filter(({ agrees }) => agrees).length;
    const { percent } = this.texts.i18n;
    return t('check.found', {
      agreeing,
      count: this.found.size,
      all: claims.length,
      share: percent(agreeing / this.found.size, 0),
    });
  }

  #shown(state: State): readonly Entry[] {
    return entries.filter((entry) => isShown(entry, state));
  }

  async #load(): Promise<true> {
    const { i18n } = this.texts;
    await Promise.all([
      i18n.addCatalogue(STATEMENTS, loadStatements),
      ...lessons
        .filter(({ id }) => LESSONS.includes(id))
        .map((entry) => i18n.addCatalogue(entry.id, verifyEntry(entry).messages)),
    ]);
    return true;
  }

  readonly #set = (change: Partial<State>): void => {
    this.props.onState({ ...this.props.state, entry: '', ...change }, 'jump');
  };

  readonly #reset = (): void => this.#set(initialState(fields));

  readonly #stop = (): void => this.#abort?.abort();

  readonly #check = async (): Promise<void> => {
    const abort = new AbortController();
    this.#abort = abort;
    this.found = new Map();
    this.done = 0;
    const run = {
      signal: abort.signal,
      onProgress: (done: number) => {
        if (!abort.signal.aborted) this.done = shownProgress(done);
      },
    };
    await this.#checking.run(() =>
      judgeAll(claims, loadExperiments, this.props.engine, run, (some) => {
        this.found = new Map([...this.found, ...some.map((one) => [one.id, one] as const)]);
      }),
    );
    if (this.#abort === abort) this.done = undefined;
  };
}

customElements.define('al-documents', Documents);
