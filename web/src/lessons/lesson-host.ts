// SPDX-License-Identifier: MIT
import type { Prose } from '*.md';
import { html, nothing, type ReactiveControllerHost } from 'lit';
import { Loading } from '../components/loading.ts';
import type { I18n } from '../i18n/i18n.ts';
import type { Resource } from '../i18n/resources.ts';
import type { Problem } from '../state/fields.ts';
import type { Lesson, LessonEntry, LessonProps } from './lesson.ts';

interface Loaded {
  readonly entry: LessonEntry;
  readonly lesson: Lesson<unknown>;
  readonly prose: Resource<Prose>;
}

/** Loads a lesson, reads its state from a link, and reports invalid values. Both the site and the embed use it. */
export class LessonHost {
  /** The invalid values of the last link. */
  problems: readonly Problem[] = [];
  readonly #loading: Loading;
  #wanted: LessonEntry | undefined;
  #loaded: Loaded | undefined;
  #state: unknown;

  constructor(
    private readonly host: ReactiveControllerHost,
    private readonly i18n: () => I18n,
  ) {
    this.#loading = new Loading(host);
  }

  /** The error of the last attempt to load. Undefined if it did not fail. */
  get failure(): unknown {
    return this.#loading.failure;
  }

  get lesson(): Lesson<unknown> | undefined {
    return this.#loaded?.lesson;
  }

  get title(): string {
    return this.#loaded?.prose.value.title ?? '';
  }

  get prose(): Prose | undefined {
    return this.#loaded?.prose.value;
  }

  get state(): unknown {
    return this.#state;
  }

  /** Sets a state that this lesson has returned. Empties `problems` if a field with a problem changes. */
  set state(state: unknown) {
    const before = this.#state;
    this.#state = state;
    if (this.problems.length > 0) this.#keepTrueProblems(before);
    this.host.requestUpdate();
  }

  /**
   * Loads a lesson and reads its initial state. If another lesson is requested meanwhile, only the last request has an
   * effect.
   * @param params  returns the link parameters; called when the lesson is loaded
   * @returns whether the lesson was loaded; a failure is shown as a notice
   */
  async load(entry: LessonEntry, params: () => URLSearchParams): Promise<boolean> {
    const i18n = this.i18n();
    if (entry !== this.#wanted) this.#loading.forget();
    this.#wanted = entry;
    this.host.requestUpdate();
    await this.#loading.run(async () => {
      const [lesson, prose] = await Promise.all([
        entry.load(),
        i18n.addResource(entry.prose),
        i18n.addCatalogue(entry.id, entry.messages),
      ]);
      if (entry !== this.#wanted) {
        prose.release();
        return;
      }
      this.#loaded?.prose.release();
      this.#loaded = { entry, lesson, prose };
      this.read(params());
    });
    return this.#loaded?.entry === entry;
  }

  /** Reads a state from link parameters. Invalid values are replaced by valid ones and reported in `problems`. */
  read(params: URLSearchParams): void {
    if (this.lesson === undefined) return;
    const { state, problems } = this.lesson.readLink(params);
    this.#state = state;
    this.problems = problems;
    this.host.requestUpdate();
  }

  #keepTrueProblems(before: unknown): void {
    const [then, now] = [before, this.#state].map((one) => this.lesson?.writeLink(one));
    const isUsed = ({ field }: Problem) => then?.get(field) === now?.get(field);
    if (!this.problems.every(isUsed)) this.problems = [];
  }

  /** Releases the lesson and its text. The text is then no longer updated when the language changes. */
  release(): void {
    this.#wanted = undefined;
    this.#loaded?.prose.release();
    this.#loaded = undefined;
  }

  /**
   * Renders the lesson, or a notice if loading has failed.
   * @param waiting  content to show while the lesson is loading
   */
  render(
    props: Omit<LessonProps<unknown>, 'state' | 'prose'>,
    retry: () => unknown,
    waiting: unknown = html`<p class="loading" role="status">${this.i18n().t('status.loading')}</p>`,
  ) {
    if (this.#loading.hasFailed) return this.#loading.render(this.i18n(), retry);
    if (this.#loaded === undefined || this.#loaded.entry !== this.#wanted) return waiting;
    const { lesson, prose } = this.#loaded;
    return lesson.render({ ...props, waiting, state: this.#state, prose: prose.value });
  }

  /** Renders a notice about invalid values of the link, until the reader closes it. */
  renderProblems(onClose: () => void) {
    const { lesson, problems } = this;
    const i18n = this.i18n();
    const { t } = i18n;
    if (lesson === undefined || problems.length === 0) return nothing;
    return html`
      <div class="notice" role="alert">
        <p>${t('link.changed')}</p>
        <ul>
          ${problems.map(
            ({ kind, field, got, used }) => html`<li>
              ${t(`link.${kind}`, {
                field: kind === 'unknown-field' ? field : lesson.fieldLabel(field, i18n),
                fields: i18n.list(lesson.fields) || '–',
                got,
                used,
              })}
            </li>`,
          )}
        </ul>
        <button type="button" @click=${onClose}>${t('action.close')}</button>
      </div>`;
  }

  forgetProblems(): void {
    this.problems = [];
    this.host.requestUpdate();
  }
}
