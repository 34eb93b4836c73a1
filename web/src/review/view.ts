// SPDX-License-Identifier: MIT
import type { Prose } from '*.md';
import { html, nothing, type TemplateResult } from 'lit';
import { properties, TextElement, uniqueId } from '../components/light-element.ts';
import { proseSection } from '../components/prose.ts';
import type { Engine } from '../engine/index.ts';
import { lessonTitle } from '../i18n/lesson-names.ts';
import { Checks } from '../lessons/checks.ts';
import { failureNotice } from '../lessons/failure.ts';
import { lessonSheet } from '../lessons/lesson-sheet.ts';
import { lessons } from '../lessons/registry.ts';
import { say } from '../lessons/scene.ts';
import { renderToWriting } from '../lessons/to-writing.ts';
import { pageAddress } from '../state/address.ts';
import './own-sentence.ts';
import type { ReviewQuestion } from './questions/question.ts';
import { QUESTIONS } from './questions/questions.ts';
import css from './view.css?inline';

/** The page after the last lesson: a summary, questions with new numbers, and a sentence that the reader writes. */
export class Review extends TextElement {
  static override css = lessonSheet('al-review', css);
  static override properties = properties('prose', 'engine');

  declare prose: Prose;
  declare engine: Engine;

  /** Stores the answers, because the reader may follow a link to a lesson and return. */
  readonly #checks = new Checks(this, 'review');
  readonly #name = uniqueId('review');

  protected override render() {
    const { prose } = this;
    return html`
      <article class="lesson review">
        <header class="lesson-head">
          <h1>${prose.title}</h1>
          ${proseSection(prose, 'question')}
        </header>
        <section class="beside">
          ${proseSection(prose, 'learned')}
          <ul class="learned">${lessons.map(({ id }) => this.#renderLearned(id))}</ul>
        </section>
        <section class="beside">
          ${proseSection(prose, 'questions')} ${this.#renderScore()}
          <ol class="question-list">${QUESTIONS.map((question) => this.#renderQuestion(question))}</ol>
        </section>
        <section class="beside">
          ${proseSection(prose, 'sentence')}
          <div>
            <al-own-sentence .engine=${this.engine}></al-own-sentence>
            ${renderToWriting(this.texts.i18n, 'tale')}
          </div>
        </section>
        <section class="beside">${proseSection(prose, 'takeaway')}</section>
      </article>`;
  }

  #word(key: string, params?: Readonly<Record<string, string | number>>): string {
    return say(this.texts.i18n.translator('review'))(key, params);
  }

  #renderLearned(id: string): TemplateResult {
    return html`
      <li><a href=${pageAddress(id)}>${lessonTitle(this.texts.i18n, id)}</a> <span>${this.#word(`learned.${id}`)}</span></li>`;
  }

  #renderScore(): TemplateResult {
    const { right, answered } = this.#checks.score;
    const count = QUESTIONS.length;
    return html`
      <p class="score" role="status">
        ${answered === 0 ? this.#word('score.none', { count }) : this.#word('score.some', { right, answered, count })}
      </p>`;
  }

  #renderQuestion(question: ReviewQuestion<unknown>): TemplateResult {
    const { id } = question;
    const heading = `${this.#name}-${id}`;
    return html`
      <li data-question=${id} aria-labelledby=${heading}>
        <h3 id=${heading}>${this.#word(`topic.${id}`)}</h3>
        ${this.#renderCheck(question)} ${this.#renderTaught(question)}
      </li>`;
  }

  #renderCheck(question: ReviewQuestion<unknown>): TemplateResult | typeof nothing {
    const { i18n } = this.texts;
    try {
      return this.#checks.render(question, { t: i18n.translator('review'), i18n }, this.engine);
    } catch (error) {
      return html`${failureNotice({ error, retry: () => this.requestUpdate() }, i18n)}`;
    }
  }

  /** Renders a link to the step that teaches the topic, once the reader has answered. */
  #renderTaught({ id, taught }: ReviewQuestion<unknown>): TemplateResult | typeof nothing {
    const { answer, state } = this.#checks.stateOf(id) ?? {};
    if (answer === undefined) return nothing;
    const { lesson, number, step } = taught(state);
    const title = lessonTitle(this.texts.i18n, lesson);
    return html`
      <p class="taught">
        <a href=${pageAddress(lesson, new URLSearchParams({ scene: step }))}>
          ${this.#word('taught', { title, step: number })}</a>
      </p>`;
  }
}

customElements.define('al-review', Review);
