// SPDX-License-Identifier: MIT
// The markup of a lesson of scenes, for the page and for the build.
import type { Prose } from '*.md';
import { html, nothing, type TemplateResult } from 'lit';
import { unsafeHTML } from 'lit/directives/unsafe-html.js';
import type { Engine } from '../engine/index.ts';
import type { I18n } from '../i18n/i18n.ts';
import type { PageProps } from '../lessons/lesson.ts';
import { type LessonMessages, say } from '../lessons/scene.ts';
import { pageAddress } from '../state/address.ts';
import type { Framed, Layout, Room, Scene, View } from './define.ts';
import { type AddressOf, withAddresses } from './lesson-links.ts';

export type AnyScene = Scene<never, unknown, LessonMessages>;

/**
 * `page`: the lesson is the page, and its steps have addresses. `whole`: all steps, within another page. `cards`: one step
 * at a time. `figure`: the figure of one step, with its controls.
 */
export type Form = 'page' | 'whole' | 'cards' | 'figure';

export interface ScenesParts {
  readonly form: Form;
  readonly page: PageProps | undefined;
  /** `draft`: the page that the build writes, with the figures of both layouts. */
  readonly layout: Layout | 'draft';
  /** Whether each step has its figure, drawn for a phone, beside its text. */
  readonly isBeside: boolean;
  readonly ids: readonly string[];
  readonly present: string;
  readonly role: string;
  readonly headingOf: (step: string) => string;
  readonly addressOf: (step: string) => string;
  readonly lessonAddress: AddressOf;
  readonly figure: (step: string, layout: Layout) => unknown;
  readonly controls: (step: string) => unknown;
  /** Renders the step's question and the note on the reader's changes, which follow the text. */
  readonly after: (step: string) => unknown;
  /** Whether the step's question is unanswered. If so, nothing may reveal the answer. */
  readonly isAsking: (step: string) => boolean;
  readonly spoken: (step: string) => string;
  readonly onStep: (step: string) => void;
}

/**
 * Renders the figure of a scene with its calculation and its caption. Page translators must skip the figure: its
 * labels have a fixed space, and its words are the input of the model.
 */
export function renderFigure(
  { definition }: Framed,
  scene: AnyScene,
  view: View,
  layout: Layout,
  id: string,
): TemplateResult {
  const step = definition.steps.find((one) => one.id === id);
  return html`
    <div class="scene-picture" data-scene=${id} translate="no">${definition.draw(scene, view as never, layout)}</div>
    <p class="scene-worked">${step?.worked?.(scene, view as never) ?? nothing}</p>
    <p class="scene-caption">${say(scene.t)(`caption.${id}`)}</p>`;
}

/** Renders a whole lesson for the build: its text, and the figure of each step at its start. */
export function renderDraft(
  framed: Framed,
  i18n: I18n,
  prose: Prose,
  engine: Engine,
  model: unknown,
  number: number | undefined,
): TemplateResult {
  const { definition, ids } = framed;
  const scenes = new Map(
    ids.map((id): [string, AnyScene] => {
      const state = framed.start(id) as never;
      const numbers = definition.compute(state, engine, model);
      const t = i18n.translator<LessonMessages>(definition.id);
      const rest = { pointed: '', addressOf: pageAddress, set: () => {} };
      return [id, { state, numbers, i18n, t, ...rest }];
    }),
  );
  const sceneOf = (id: string) => scenes.get(id) as AnyScene;
  return renderScenes(i18n, prose, {
    form: 'page',
    page: { number, onShare: () => {}, onProject: () => {} },
    layout: 'draft',
    isBeside: false,
    ids,
    present: ids[0] ?? '',
    role: 'region',
    headingOf: (id) => `step-${id}`,
    addressOf: (id) => `#${id}`,
    lessonAddress: pageAddress,
    figure: (id, layout) => renderFigure(framed, sceneOf(id), framed.view(id), layout, id),
    controls: (id) => definition.steps.find((one) => one.id === id)?.room?.map(renderRoom),
    after: () => nothing,
    isAsking: () => false,
    spoken: (id) => definition.steps.find((one) => one.id === id)?.spoken(sceneOf(id)) ?? '',
    onStep: () => {},
  });
}

/** Reserves the height of a control, so that the text does not move when the control appears. */
export const renderRoom = (room: Room): TemplateResult =>
  html`<div class=${`scene-room ${room}`}></div>`;

export function renderScenes(i18n: I18n, prose: Prose, parts: ScenesParts): TemplateResult {
  const { form, layout, isBeside, ids, present, figure } = parts;
  const steps = form === 'page' || form === 'whole' ? ids : [present];
  const hasStage = form === 'page' && layout !== 'phone';
  return html`
    <article class=${`scenes ${layout} ${form} ${isBeside ? 'beside' : ''}`} part="lesson">
      ${form === 'page' ? renderTicks(i18n, prose, parts) : nothing}
      <div class="scene-columns">
        <div class="scene-steps">
          ${form === 'page' || form === 'whole' ? renderLead(prose) : renderName(prose, form)}
          ${steps.map((id) => renderStep(i18n, prose, id, parts))}
        </div>
        ${
          hasStage
            ? html`<div class="scene-stage"><div class="scene-figure" part="figure" aria-hidden="true">${figure(present, 'wide')}</div></div>`
            : nothing
        }
      </div>
      ${form === 'cards' && ids.length > 1 ? renderTurns(i18n, parts) : nothing}
    </article>`;
}

const renderLead = (prose: Prose) => html`
  <header class="scene-lead"><p>${unsafeHTML(prose.summary)}</p><h1>${prose.title}</h1></header>`;

/** The name of the lesson above a card. Visually hidden above a figure alone, where the drawing needs the height. */
const renderName = ({ title }: Prose, form: Form) =>
  html`<h1 class=${form === 'figure' ? 'visually-hidden' : 'scene-title'}>${title}</h1>`;

/** Links to the steps, in the bar that stays at the top. */
function renderTicks({ t }: I18n, prose: Prose, parts: ScenesParts) {
  const { ids, page, present, addressOf, onStep } = parts;
  const at = ids.indexOf(present);
  const follow = (event: MouseEvent, id: string) => {
    if (event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    onStep(id);
  };
  return html`
    <nav class="scene-bar" aria-label=${t('scene.steps')}>
      <span class="scene-name">${page?.number === undefined ? nothing : `${page.number} · `}${prose.title}</span>
      <span class="scene-ticks">
        ${ids.map(
          (id, i) => html`
            <a href=${addressOf(id)} aria-label=${`${i + 1} ${prose.sections[id]?.heading ?? id}`}
              aria-current=${i === at ? 'step' : nothing} class=${i < at ? 'seen' : nothing}
              @click=${(event: MouseEvent) => follow(event, id)}></a>`,
        )}
      </span>
      <span class="scene-count">${t('scene.count', { step: at + 1, all: ids.length })}</span>
      <span class="scene-doors">
        ${renderDoor('scene-project', t('projector.open'), SCREEN, () => page?.onProject(true))}
        ${renderDoor('scene-share', t('share.open'), ARROW_UP, () => page?.onShare())}
      </span>
    </nav>`;
}

/** A button that opens a dialog about the present step. */
const renderDoor = (kind: string, name: string, path: string, onPress: () => void) => html`
  <button type="button" class=${kind} aria-haspopup="dialog" aria-label=${name} title=${name} @click=${onPress}>
    <svg viewBox="0 0 24 24" width="20" height="20" aria-hidden="true"><path d=${path} /></svg>
  </button>`;

const ARROW_UP = 'M12 15V4m-4 4l4-4 4 4M7 12H5v8h14v-8h-2';
const SCREEN = 'M3 4h18M5 4v11h14V4m-7 11v5m-4 0h8';

function renderTurns({ t }: I18n, { ids, present, onStep }: ScenesParts) {
  const at = ids.indexOf(present);
  const turn = (to: number, label: 'scene.previous' | 'scene.next') => html`
    <button type="button" aria-disabled=${ids[to] === undefined ? 'true' : nothing}
      @click=${() => ids[to] !== undefined && onStep(ids[to])}>${t(label)}</button>`;
  return html`
    <p class="scene-turns">
      ${turn(at - 1, 'scene.previous')}
      <span class="scene-count" role="status">${t('scene.count', { step: at + 1, all: ids.length })}</span>
      ${turn(at + 1, 'scene.next')}
    </p>`;
}

export function renderStep({ t }: I18n, prose: Prose, id: string, parts: ScenesParts) {
  const { form, layout, present, role, headingOf, lessonAddress, figure, controls, spoken } = parts;
  const { isBeside, after, isAsking } = parts;
  const section = prose.sections[id];
  const isPresent = id === present;
  const isFigure = form === 'figure';
  const isOpen = isAsking(id);
  const names = ['scene-step', isPresent && 'present', isOpen && 'asking'];
  // Without a figure beside the text, controls follow the figure, so that the reader sees what they change.
  const isLast = layout === 'wide' || isBeside;
  return html`
    <section class=${names.filter(Boolean).join(' ')} id=${form === 'page' ? id : nothing} data-step=${id}
      data-veil=${isOpen && form === 'page' ? t('scene.veil') : nothing} tabindex="-1" role=${role} aria-labelledby=${headingOf(id)} aria-current=${isPresent ? 'step' : nothing}>
      <h2 id=${headingOf(id)} class=${isFigure ? 'visually-hidden' : nothing}>${section?.heading}</h2>
      ${
        form === 'page' && layout === 'wide'
          ? nothing
          : html`<div class="scene-figure" part="figure" aria-hidden="true">${figure(id, layout === 'wide' ? 'wide' : 'phone')}</div>`
      }
      ${isLast ? nothing : controls(id)}
      ${isFigure ? nothing : html`<div class="prose">${unsafeHTML(withAddresses(section?.html ?? '', lessonAddress))}</div>`}
      <p class="visually-hidden">${spoken(id)}</p>
      ${isLast ? controls(id) : nothing} ${after(id)}
    </section>`;
}
