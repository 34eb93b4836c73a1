// SPDX-License-Identifier: MIT
import type { Prose } from '*.md';
import { html, nothing, type TemplateResult } from 'lit';
import { unsafeHTML } from 'lit/directives/unsafe-html.js';
import type { I18n } from '../i18n/i18n.ts';
import type { Beat, StageScene } from './define-lesson.ts';

export interface BeatParts<State, Numbers, Texts> {
  /** A prefix that makes the ids of the headings unique in the page. */
  readonly name: string;
  /** The ARIA role of the element of each beat (passage). */
  readonly role: string;
  readonly prose: Prose;
  /** The beat (passage of the lesson) at which the reader is, counted from 1. */
  readonly present: number;
  /** The first and the last visible beat (passage), counted from 1. An embed can show a part of the beats. */
  readonly shown: readonly [first: number, last: number];
  readonly onShow: (beat: Beat<State, Numbers, Texts>) => void;
  readonly onKey: (event: KeyboardEvent) => void;
  readonly onTouch: (event: Event) => void;
  /** Renders the prediction or the check question of a beat (passage), if it has one. */
  readonly ask: (beat: Beat<State, Numbers, Texts>) => TemplateResult | typeof nothing;
}

/** Renders the visible beats (passages): heading, text, button "Show me", question and further content. */
export function renderBeats<State, Numbers, Texts>(
  beats: readonly Beat<State, Numbers, Texts>[],
  scene: StageScene<State, Numbers, Texts>,
  {
    name,
    role,
    prose,
    present,
    shown,
    onShow,
    onKey,
    onTouch,
    ask,
  }: BeatParts<State, Numbers, Texts>,
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
        const part = `beat-${beat.id}`;
        return html`
          <section class="beat ${isPresent ? 'present' : ''}" tabindex="-1" role=${role} data-beat=${beat.id} data-part=${part}
            aria-labelledby=${`${name}-${beat.id}`} aria-current=${isPresent ? 'step' : nothing}>
            <p class="beat-kind">${number} <span>${t(`beat.kind.${beat.kind}`)}</span></p>
            <h2 id=${`${name}-${beat.id}`}>${section?.heading}</h2>
            <div class="prose">${unsafeHTML(section?.html ?? '')}</div>
            ${beat.render ? scene.draw(part, () => html`${beat.render?.(scene)}`) : nothing} ${ask(beat)}
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

/**
 * Renders one dot for each beat, as a link to the beat.
 * @param present  the current beat, counted from 1
 * @param hashOf  returns the link to a beat; undefined in an embed, where beats have no links
 */
export function renderDots(
  titles: readonly string[],
  present: number,
  i18n: I18n,
  hashOf: ((beat: number) => string) | undefined,
  goTo: (beat: number) => void,
  role: string,
): TemplateResult {
  return html`
    <div class="dots" role=${role} aria-label=${i18n.t('beat.list')}>
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
    </div>`;
}
