// SPDX-License-Identifier: MIT
// The controls for the reader's text and for the reader's own model.
import { html, nothing } from 'lit';
import '../../components/text-box.ts';
import type { ValueChange } from '../../components/light-element.ts';
import { AttentionError, type Engine } from '../../engine/index.ts';
import { refusalNotice } from '../refusal.ts';
import { ownModel, useModel } from './model.ts';
import { fields, MOST_CHARACTERS, MOST_TOKENS } from './numbers.ts';
import type { WritingScene } from './parts.ts';

/** The last text that the reader has entered. A button in each step applies it. */
let last = '';

/** The changes for a new text: its last token is chosen, and the tale starts again. */
const changeOf = (text: string) => ({ text, place: MOST_TOKENS, draws: '' });

export const renderText = ({ state, t, set }: WritingScene) => html`
  <al-text-box field="text" .label=${t('field.text')} .longest=${MOST_CHARACTERS}
    .value=${state.text} .revision=${state.text}
    @al-value=${({ detail }: CustomEvent<ValueChange<string>>) => {
      last = detail.value.trim();
      set(changeOf(detail.value), detail.final ? 'rest' : 'step');
    }}></al-text-box>`;

/** A button that applies the last text of another step or of a link. Empty if there is no such text. */
export function renderBring(scene: WritingScene): unknown {
  const text = scene.state.text.trim();
  if (text !== fields.text.initial) last ||= text;
  return last === '' || last === text
    ? nothing
    : html`<p><button type="button" name="bring" @click=${() => scene.set(changeOf(last), 'rest')}>${scene.t('text.bring')}</button></p>`;
}

/** The error of the last file that the reader has opened. Undefined if it contained a model. */
let refusal: AttentionError | undefined;

async function open(engine: Engine, file: File | undefined): Promise<void> {
  if (file === undefined) return;
  try {
    refusal = undefined;
    useModel(await engine.talesModel({ file: new Uint8Array(await file.arrayBuffer()) }));
  } catch (error) {
    if (!(error instanceof AttentionError)) throw error;
    refusal = error;
    useModel(ownModel());
  }
}

/** The input for a file with the reader's own model. The file stays on the device. */
export const renderModel = (scene: WritingScene) => html`
  <details class="scene-cells">
    <summary>${scene.t('model.open')}</summary>
    <p>${scene.t('model.about')}</p>
    <p><input type="file" accept=".safetensors" aria-label=${scene.t('model.file')}
      @change=${({ target }: Event) => open(scene.numbers.engine(), (target as HTMLInputElement).files?.[0])} /></p>
    ${refusalNotice(refusal, scene.i18n.t)}
    ${scene.numbers.isOwn ? html`<p role="status">${scene.t('model.isOwn')} <button type="button" @click=${() => useModel(undefined)}>${scene.t('model.back')}</button></p>` : nothing}
  </details>`;
