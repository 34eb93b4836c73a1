// SPDX-License-Identifier: MIT
import { html, nothing } from 'lit';
import { renderChoice } from '../components/head-choice.ts';
import { verdictText } from '../components/verdict.ts';
import { lessonTitle } from '../i18n/lesson-names.ts';
import { say } from '../lessons/scene.ts';
import { DOCUMENTS, entries, VERDICTS } from './entries.ts';
import { type EntryScene, verdictWords } from './entry-view.ts';
import { STATEMENTS } from './scene.ts';
import { isShown, LESSONS, type State } from './state.ts';

interface FilterScene extends EntryScene {
  readonly state: State;
  readonly set: (change: Partial<State>) => void;
  readonly reset: () => void;
  readonly shown: number;
}

export function renderFilters(scene: FilterScene) {
  const { i18n, t, state, set, reset, shown } = scene;
  const statements = say(i18n.translator(STATEMENTS));
  const isNarrow = shown < entries.length;
  return html`
    <div class="filters" role="group" aria-label=${t('filter')}>
      ${renderVerdicts(scene)}
      ${renderChoice({
        ...{ kind: 'filter', isLabelled: true, label: t('field.document') },
        ...{ options: ['all', ...DOCUMENTS], chosen: state.document },
        name: (id) => (id === 'all' ? t('all') : `${id} · ${statements(`document.${id}`)}`),
        onChoice: (document) => set({ document }),
      })}
      ${renderChoice({
        ...{ kind: 'filter', isLabelled: true, label: t('field.lesson') },
        ...{ options: ['all', ...LESSONS], chosen: state.lesson },
        name: (id) => (id === 'all' ? t('all') : lessonTitle(i18n, id)),
        onChoice: (lesson) => set({ lesson }),
      })}
      <p class="filter-count">
        ${t('shown', { count: shown })}
        ${isNarrow ? html`<button type="button" class="quiet" @click=${reset}>${t('showAll')}</button>` : nothing}
      </p>
    </div>`;
}

/** Renders a button for each verdict. It shows the number of entries with this verdict that match the other filters. */
function renderVerdicts(scene: FilterScene) {
  const { t, state, set } = scene;
  const count = (verdict: State['verdict']) =>
    entries.filter((entry) => isShown(entry, { ...state, verdict, entry: '' })).length;
  const chip = (verdict: State['verdict'], text: unknown) => html`
    <button type="button" class="chip" data-verdict=${verdict} aria-pressed=${verdict === state.verdict}
      @click=${() => set({ verdict })}>${text} <span class="chip-count">${count(verdict)}</span></button>`;
  return html`
    <div class="chips" role="group" aria-label=${t('field.verdict')}>
      ${chip('all', t('all'))} ${VERDICTS.map((verdict) => chip(verdict, verdictText(verdict, verdictWords(verdict, scene))))}
    </div>`;
}
