// SPDX-License-Identifier: MIT
import type { Prose } from '*.md';
import { html, nothing, type ReactiveControllerHost } from 'lit';
import { Loading } from '../components/loading.ts';
import type { I18n } from '../i18n/i18n.ts';
import type { Resource } from '../i18n/resources.ts';
import type { Problem } from '../state/fields.ts';
import type { Lesson, LessonEntry, LessonProps } from './lesson.ts';

/** A loaded lesson with its text. */
interface Loaded {
  readonly entry: LessonEntry;
  readonly lesson: Lesson<unknown>;
  readonly prose: Resource<Prose>;
}

/** What all shells do with a lesson: load its parts, read its state from a link, and report problems of the link. */
export class LessonHost {
  /** The problems of the last link. */
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

  /** The error of the last load, if it failed. */
  get failure(): unknown {
    return this.#loading.failure;
  }

  /** Undefined until it is loaded. */
  get lesson(): Lesson<unknown> | undefined {
    return this.#loaded?.lesson;
  }

  get title(): string {
    return this.#loaded?.prose.value.title ?? '';
  }

  get state(): unknown {
    return this.#state;
  }

  /** A state that this lesson returned. The notice about a link disappears once one of its values changes again. */
  set state(state: unknown) {
    const before = this.#state;
    this.#state = state;
    if (this.problems.length > 0) this.#keepTrueProblems(before);
    this.host.requestUpdate();
  }

  /**
   * Loads a lesson and reads its first state. If it is called again meanwhile, only the last call counts.
   * @param params  called once the lesson is loaded
   * @returns whether it is loaded; a failure is shown as a notice
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

  /** Reads a state. Any parameters give a usable state. */
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

  /** Releases the lesson's text. */
  release(): void {
    this.#wanted = undefined;
    this.#loaded?.prose.release();
    this.#loaded = undefined;
  }

  /** Renders the lesson, or a notice while it is loading or after loading failed. */
  render(props: Omit<LessonProps<unknown>, 'state' | 'prose'>, retry: () => unknown) {
    const { t } = this.i18n();
    if (this.#loading.hasFailed) return this.#loading.render(this.i18n(), retry);
    if (this.#loaded === undefined || this.#loaded.entry !== this.#wanted)
      return html`<p class="loading" role="status">${t('status.loading')}</p>`;
    const { lesson, prose } = this.#loaded;
    return lesson.render({ ...props, state: this.#state, prose: prose.value });
  }

  /** A notice about values of the link that were changed, until the reader closes it. */
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
              ${t(`link.${kind}`, { field: lesson.fieldLabel(field, i18n), got, used })}
            </li>`,
          )}
        </ul>
        <button type="button" @click=${onClose}>${t('action.close')}</button>
      </div>`;
  }

  /** Removes the notice. */
  forgetProblems(): void {
    this.problems = [];
    this.host.requestUpdate();
  }
}
