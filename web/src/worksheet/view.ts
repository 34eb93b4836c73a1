// SPDX-License-Identifier: MIT
import { html, nothing, type PropertyValues } from 'lit';
import { properties, TextElement, type ValueChange } from '../components/light-element.ts';
import { Loading } from '../components/loading.ts';
import '../components/seed-box.ts';
import { failureNotice } from '../lessons/failure.ts';
import type { LessonProps } from '../lessons/lesson.ts';
import type { SheetState } from './lesson.ts';
import type messages from './messages.en.json';
import { renderSheet } from './sheet.ts';
import { MOST_SHEETS, type Task, TEXTS } from './task.ts';
import { loadTexts } from './texts.ts';

/** The worksheet of a lesson, with a box for its number and a button that prints it. */
export class Worksheet extends TextElement {
  static override properties = properties('lesson', 'tasks', 'props', 'isReady');

  declare lesson: string;
  declare tasks: readonly Task[];
  declare props: LessonProps<SheetState>;
  /** Whether the texts of the questions have been loaded. */
  protected isReady = false;

  readonly #loading = new Loading(this);

  protected override firstUpdated(_changed: PropertyValues): void {
    void this.#load();
  }

  protected override render() {
    const { i18n } = this.texts;
    if (!this.isReady)
      return this.#loading.hasFailed
        ? this.#loading.render(i18n, this.#load)
        : (this.props.waiting ?? nothing);
    const { engine, prose, state } = this.props;
    try {
      return renderSheet(i18n, engine, {
        ...{ lesson: this.lesson, prose, tasks: this.tasks, seed: state.seed },
        controls: this.#renderControls(state),
      });
    } catch (error) {
      return html`${failureNotice({ error, retry: () => this.requestUpdate() }, i18n)}`;
    }
  }

  #renderControls(state: SheetState) {
    const t = this.texts.i18n.translator<typeof messages>(TEXTS);
    return html`
      <div class="paper-controls">
        <al-seed-box field="seed" .label=${t('field.seed')} .next=${t('next')} .value=${state.seed} .revision=${state}
          .lowest=${1} .highest=${MOST_SHEETS} @al-value=${this.#onSeed}></al-seed-box>
        <button type="button" class="primary" @click=${() => print()}>${t('print')}</button>
      </div>`;
  }

  readonly #onSeed = ({ detail }: CustomEvent<ValueChange<number>>): void => {
    if (detail.final) this.props.onState({ seed: detail.value }, 'jump');
  };

  readonly #load = (): Promise<boolean> =>
    this.#loading.run(async () => {
      await loadTexts(this.texts.i18n);
      this.isReady = true;
    });
}

customElements.define('al-worksheet', Worksheet);
