// SPDX-License-Identifier: MIT
// The questions of a worksheet and, on a separate page, their solutions. The build renders sheet 1.
import type { Prose } from '*.md';
import { html, nothing, type TemplateResult } from 'lit';
import { proseSection } from '../components/prose.ts';
import type { Engine } from '../engine/index.ts';
import type { I18n } from '../i18n/i18n.ts';
import { lessonTitle } from '../i18n/lesson-names.ts';
import { again } from '../lessons/again.ts';
import type { Matrix } from '../lessons/matrix.ts';
import { pageAddress } from '../state/address.ts';
import type messages from './messages.en.json';
import { notation } from './notation.ts';
import { type Drawn, drawTask, type Task, TEXTS } from './task.ts';

type Texts = typeof messages;

export interface SheetParts {
  readonly lesson: string;
  readonly prose: Prose;
  readonly tasks: readonly Task[];
  readonly seed: number;
  /** The controls for choosing another sheet. Default: none. */
  readonly controls?: unknown;
}

export function renderSheet(i18n: I18n, engine: Engine, parts: SheetParts): TemplateResult {
  const { lesson, prose, tasks, seed, controls = nothing } = parts;
  const title = i18n.t('teach.worksheet', { title: lessonTitle(i18n, lesson) });
  const t = i18n.translator<Texts>(TEXTS);
  const drawn = tasks.map((task) => again(() => drawTask(task, seed, engine, i18n)));
  const number = html`<p class="paper-number">${t('sheet', { seed: i18n.integer(seed) })}</p>`;
  return html`
    <article class="lesson worksheet">
      <section class="paper">
        <header class="paper-head"><h1>${title}</h1>${number}</header>
        <p class="paper-blanks" aria-hidden="true"><span>${t('name')}</span><span>${t('date')}</span></p>
        <div class="paper-about">
          ${proseSection(prose, 'about')}
          ${controls}
          <p class="paper-links">
            <a href=${pageAddress(lesson)}>${t('toLesson')}</a>
            <a href=${`${pageAddress('teach')}#${lesson}`}>${t('toTeach')}</a>
          </p>
        </div>
        <ol class="tasks">${drawn.map((one) => renderTask(one, i18n))}</ol>
      </section>
      <section class="paper solutions">
        <header class="paper-head"><h2>${t('solutions', { title: lessonTitle(i18n, lesson) })}</h2>${number}</header>
        <ol class="tasks">${drawn.map((one) => renderSolution(one, t('answer')))}</ol>
      </section>
    </article>`;
}

const renderTask = ({ id, text, given }: Drawn, i18n: I18n) => html`
  <li data-task=${id}>
    <p>${notation(text)}</p>
    ${given.length > 0 ? html`<div class="givens">${given.map((one) => renderGiven(one, i18n))}</div>` : nothing}
  </li>`;

function renderGiven([name, rows]: Drawn['given'][number], i18n: I18n) {
  const label = rows.map((row) => spoken(row, i18n)).join(', ');
  return html`
    <p class="given" dir="ltr" translate="no">
      ${notation(name, true)} =
      <span class="given-rows" role="img" aria-label=${label}>
        ${rows.map((row) => html`<span class="given-row">${row.map((x) => html`<span>${i18n.number(x)}</span>`)}</span>`)}
      </span>
    </p>`;
}

const spoken = (row: Matrix[number], i18n: I18n) =>
  `(${row.map((x) => i18n.number(x)).join(', ')})`;

const renderSolution = ({ id, answer, working, reason }: Drawn, label: string) => html`
  <li data-solution=${id}>
    ${working.map((line) => html`<p class="working" dir="ltr" translate="no">${notation(line, true)}</p>`)}
    ${reason ? html`<p class="reason">${reason}</p>` : nothing}
    <p class="answer"><span>${label}</span> <strong>${notation(answer, true)}</strong></p>
  </li>`;
