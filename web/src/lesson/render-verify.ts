// SPDX-License-Identifier: MIT
// Renders a page Verify, for the page and for the build.
import type { Prose } from '*.md';
import { html, nothing, type TemplateResult } from 'lit';
import { unsafeHTML } from 'lit/directives/unsafe-html.js';
import {
  type ExperimentCard,
  renderExperiments,
  renderOutcome,
} from '../components/experiment-cards.ts';
import { proseSection } from '../components/prose.ts';
import type { Engine } from '../engine/index.ts';
import type { I18n } from '../i18n/i18n.ts';
import { type Experiment, type Measurement, UNWATCHED } from '../lessons/experiment.ts';
import { experimentCard } from '../lessons/outcomes.ts';
import { type LessonMessages, say } from '../lessons/scene.ts';
import { pageAddress } from '../state/address.ts';
import type { AnyVerify } from './define-verify.ts';

/** Matches documents (group 1), further numbers in a list of documents (group 2, before a comma), and errata. */
const NAMED = /(?:documents?|文[档件]) ?(00\d)|\b(00\d)(?=[,，])|E-\d\d/gi;

/** Links the documents and errata that a text names to the page that lists their statements. */
const withDocuments = (text: string): string =>
  text.replace(NAMED, (name, named?: string, listed?: string) => {
    const document = named ?? listed;
    const place = document === undefined ? { entry: name } : { document };
    return `<a href="${pageAddress('documents', new URLSearchParams(place))}">${name}</a>`;
  });

/** The card of an experiment. Its source links to the documents and errata that it names. */
export function linkedCard(
  id: string,
  measurements: readonly Measurement[] | undefined,
  i18n: I18n,
  lesson: string,
): ExperimentCard {
  const t = say(i18n.translator<LessonMessages>(lesson));
  const card = experimentCard(id, measurements, i18n, t);
  return { ...card, source: unsafeHTML(withDocuments(card.source)) };
}

export type Panel = 'code' | 'data';

export const renderPanel = (
  id: Panel,
  { t }: I18n,
  content: unknown,
  isOpen = false,
  onToggle: (isOpen: boolean) => void = () => {},
) => html`
  <details class="panel" data-panel=${id} ?open=${isOpen}
    @toggle=${({ target }: Event) => onToggle((target as HTMLDetailsElement).open)}>
    <summary><strong>${t(`panel.${id}`)}</strong> <span>${t(`panel.${id}Text`)}</span></summary>
    <div class="panel-body" data-part=${id}>${content}</div>
  </details>`;

interface VerifyParts {
  readonly back: string;
  readonly notice: unknown;
  readonly cards: unknown;
  readonly panels: readonly TemplateResult[];
}

export function renderVerify(i18n: I18n, prose: Prose, parts: VerifyParts): TemplateResult {
  const { t } = i18n;
  const { title, sections } = prose;
  return html`
    <article class="lesson verify">
      <header class="lesson-head">
        <a href=${parts.back}><span aria-hidden="true">‹</span> ${t('verify.back', { title })}</a>
        <h1>${t('verify.title', { title })}</h1>
        <div class="verify-texts">
          <section class="verify-guide">
            <h2>${sections.reading?.heading}</h2>
            <div class="prose">${unsafeHTML(withDocuments(sections.reading?.html ?? ''))}</div>
          </section>
          <section>${proseSection(prose, 'experiments')}</section>
        </div>
      </header>
      ${parts.notice} ${parts.cards}
      <div class="panels">${parts.panels}</div>
    </article>`;
}

/** Cached outcomes, so that the build measures each experiment once for the pages in all languages. */
const outcomes = new Map<Experiment<unknown>, ReturnType<Experiment<unknown>['measure']>>();

function outcomeOf(experiment: Experiment<unknown>, engine: Engine) {
  if (experiment.isLong) return undefined;
  const known = outcomes.get(experiment) ?? experiment.measure(engine, UNWATCHED);
  outcomes.set(experiment, known);
  return known;
}

/** Renders the page for the build, with the outcomes that the build computes, so that it is useful without scripts. */
export async function renderVerifyDraft(
  { id, experiments }: AnyVerify,
  i18n: I18n,
  prose: Prose,
  engine: Engine,
): Promise<TemplateResult> {
  const cards: ExperimentCard[] = [];
  for (const experiment of experiments) {
    const found = await outcomeOf(experiment, engine);
    const card = linkedCard(experiment.id, found, i18n, id);
    const { outcome } = card;
    const isTimed = found?.map((one) => one.isTimed === true) ?? [];
    cards.push(
      outcome && isTimed.includes(true)
        ? {
            ...card,
            outcome: {
              ...outcome,
              rows: outcome.rows.filter((_, i) => !isTimed[i]),
              conclusion: undefined,
            },
          }
        : card,
    );
  }
  const section = (name: string) => unsafeHTML(prose.sections[name]?.html ?? '');
  return renderVerify(i18n, prose, {
    back: pageAddress(id),
    notice: html`<noscript class="notice">${section('without')}</noscript>`,
    cards: renderExperiments(
      cards,
      () => html`<button type="button" disabled>${i18n.t('experiment.run')}</button>`,
      (card) =>
        html`<noscript>${card.outcome ? renderOutcome(card, i18n) : section('long')}</noscript>`,
    ),
    panels: (['code', 'data'] as const).map((panel) => renderPanel(panel, i18n, nothing)),
  });
}
