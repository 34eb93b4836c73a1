// SPDX-License-Identifier: MIT
import { html, nothing, type TemplateResult } from 'lit';
import type { I18n } from '../i18n/i18n.ts';
import { pageAddress } from '../state/address.ts';

/** The step of the lesson "writing" that a link opens. */
export type WritingStep = 'heads' | 'lens' | 'tale';

const SAMPLE = 'The dog was so tired that it';
/** The maximum number of characters of a text in the lesson "writing". */
const LONGEST = 240;

const addressIn = (step: WritingStep, text: string): string =>
  pageAddress('writing', new URLSearchParams({ scene: step, text }));

/** Renders a box for a text, with a link that opens it in the language model of the lesson "writing". */
export function renderToWriting({ t }: I18n, step: WritingStep): TemplateResult {
  const partsOf = (event: Event) => {
    const form = event.currentTarget as HTMLFormElement;
    return { box: form.querySelector('input'), link: form.querySelector('a') };
  };
  const write = (event: Event) => {
    const { box, link } = partsOf(event);
    if (box && link) link.href = addressIn(step, box.value.trim() || SAMPLE);
  };
  const follow = (event: Event) => {
    event.preventDefault();
    partsOf(event).link?.click();
  };
  return html`
    <form class="to-writing" @input=${write} @submit=${follow}>
      <label>${t('toWriting.label')} <input type="text" lang="en" autocomplete="off" spellcheck="false" maxlength=${LONGEST} value=${SAMPLE} /></label>
      <a href=${addressIn(step, SAMPLE)}>${t(`toWriting.${step}`)}</a>
    </form>`;
}

/** By the id of a lesson: the step of the lesson "writing" that the box at its end opens. */
const STEPS: Readonly<Record<string, WritingStep>> = {
  'self-attention': 'heads',
  'multi-head': 'heads',
  block: 'lens',
};

/** Renders the box at the end of a lesson. Empty if the lesson has none. */
export function renderOnward(lesson: string, i18n: I18n): TemplateResult | typeof nothing {
  const step = STEPS[lesson];
  return step === undefined ? nothing : renderToWriting(i18n, step);
}
