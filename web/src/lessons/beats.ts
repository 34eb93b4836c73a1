// SPDX-License-Identifier: MIT
import type { Prose } from '*.md';
import { html, nothing, type TemplateResult } from 'lit';
import { unsafeHTML } from 'lit/directives/unsafe-html.js';
import type { I18n } from '../i18n/i18n.ts';
import type { Beat, StageScene } from './define-lesson.ts';

export interface BeatParts<State, Numbers, Texts> {
  /** Prefix for the ids of the headings, unique in the page. */
  readonly name: string;
  readonly prose: Prose;
  /** The current beat, counted from 1. */
  readonly present: number;
  /** The range of visible beats, counted from 1. An embed may show only some. */
  readonly shown: readonly [first: number, last: number];
  readonly onShow: (beat: Beat<State, Numbers, Texts>) => void;
  readonly onKey: (event: KeyboardEvent) => void;
  readonly onTouch: (event: Event) => void;
  /** Renders the prediction or the check of a beat. */
  readonly ask: (beat: Beat<State, Numbers, Texts>) => TemplateResult | typeof nothing;
}

/** Renders the visible beats: heading, text, "Show me", question and further content. */
export function renderBeats<State, Numbers, Texts>(
  beats: readonly Beat<State, Numbers, Texts>[],
  scene: StageScene<State, Numbers, Texts>,
  { name, prose, present, shown, onShow, onKey, onTouch, ask }: BeatParts<State, Numbers, Texts>,
): TemplateResult {
  const { t } = scene.i18n;
  const [first, last] = shown;
  return html`
    <div class="beats" @keydown=${onKey} @focusin=${onTouch} @click=${onTouch}>
      ${beats.map((beat, index) => {
        const number = index + 1;
        if (number < first || number > last) return nothing;
        const section = prose.sections[beat.id];
        const isPresent = number === present;
        return html`
          <section class="beat ${isPresent ? 'present' : ''}" tabindex="-1" data-beat=${beat.id}
            aria-labelledby=${`${name}-${beat.id}`} aria-current=${isPresent ? 'step' : nothing}>
            <p class="beat-kind">${number} <span>${t(`beat.kind.${beat.kind}`)}</span></p>
            <h2 id=${`${name}-${beat.id}`}>${section?.heading}</h2>
            <div class="prose">${unsafeHTML(section?.html ?? '')}</div>
            ${beat.render?.(scene) ?? nothing} ${ask(beat)}
            ${
              beat.show === undefined
                ? nothing
                : html`<button type="button" class="show-me" @click=${() => onShow(beat)}>
                    <span aria-hidden="true">▶</span> ${t('beat.show')}</button>`
            }
          </section>`;
      })}
    </div>`;
}

/** Renders one dot for each beat, as a link to it. */
export function renderDots(
  titles: readonly string[],
  present: number,
  i18n: I18n,
  hashOf: ((beat: number) => string) | undefined,
  goTo: (beat: number) => void,
): TemplateResult {
  return html`
    <nav class="dots" aria-label=${i18n.t('beat.list')}>
      ${titles.map((title, index) => {
        const beat = index + 1;
        return html`<a class="dot" href=${hashOf?.(beat) ?? '#'} title=${title}
          aria-label=${`${beat} ${title}`} aria-current=${beat === present ? 'step' : nothing}
          @click=${(event: MouseEvent) => {
            if (event.ctrlKey || event.metaKey || event.shiftKey) return;
            event.preventDefault();
            goTo(beat);
          }}></a>`;
      })}
    </nav>`;
}
