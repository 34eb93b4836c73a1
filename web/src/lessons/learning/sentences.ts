// SPDX-License-Identifier: MIT
// The reader's own sentence, and what the model expects next.
import { html, nothing, type TemplateResult } from 'lit';
import '../../components/bars.ts';
import type { ValueChange } from '../../components/number-box.ts';
import '../../components/text-box.ts';
import { chosenPosition } from './figure.ts';
import { sentenceSpace, wordsOf } from './sentence-words.ts';
import { LONGEST } from './state.ts';
import './word-chips.ts';
import type { Scene } from './words.ts';

const MOST_CHARACTERS = 240;
const MOST_NEXT = 5;

/** Every text is taken; words that the vocabulary lacks are told. */
const TAKE_ALL = (): undefined => undefined;

function take({ set }: Scene, words: readonly string[]): void {
  set({ words, position: Math.max(Math.min(words.length, LONGEST), 1) }, 'rest');
}

/** The most probable next words after the chosen position. */
function nextWords(scene: Scene): TemplateResult | typeof nothing {
  const { numbers, i18n, t } = scene;
  const position = chosenPosition(scene);
  const model = numbers.models[0];
  if (model === undefined) return nothing;
  const next = model.next(position).slice(0, MOST_NEXT);
  const after = numbers.symbols[position] ?? '';
  const title = t('sentence.next', { word: after });
  const [best] = next;
  return html`
    <h3>${title}</h3>
    <al-bars .active=${undefined} .description=${`${title}: ${i18n.list(next.map((one) => `${one.symbol} ${i18n.percent(one.probability, 0)}`))}`}
      .bars=${next.map(({ symbol, probability }) => ({
        label: symbol,
        share: probability,
        text: i18n.percent(probability, 1),
      }))}></al-bars>
    ${
      best === undefined
        ? nothing
        : html`<button type="button" @click=${() => take(scene, [...numbers.symbols.slice(0, position + 1), best.symbol])}>
            ${t('sentence.append', { word: best.symbol })}</button>`
    }`;
}

export function sentenceBench(scene: Scene): TemplateResult {
  const { state, numbers, i18n, t } = scene;
  const { vocabulary, unknown = [] } = numbers;
  // What the reader wrote stays, words included that the model does not know.
  const words = state.words.length > 0 ? state.words : numbers.symbols;
  const text = words.join(sentenceSpace(vocabulary));
  return html`
    <div class="sentence">
      <al-text-box field="words" .label=${t('field.words')} .longest=${MOST_CHARACTERS} .refuse=${TAKE_ALL}
        .value=${text} .revision=${text}
        @al-value=${({ detail }: CustomEvent<ValueChange<string>>) =>
          detail.final && take(scene, wordsOf(detail.value, vocabulary))}></al-text-box>
      <p class="unknown-words" role="status">
        ${unknown.length > 0 ? t('sentence.unknown', { words: i18n.list(unknown) }) : nothing}
      </p>
      <al-word-chips field="words" .words=${words} .vocabulary=${vocabulary} .unknown=${unknown} .most=${LONGEST}
        .sentenceLabel=${t('field.words')} .vocabularyLabel=${t('sentence.vocabulary', { count: vocabulary.length })}
        .removeLabel=${(word: string) => t('sentence.remove', { word })}
        @al-words=${({ detail }: CustomEvent<readonly string[]>) => take(scene, detail)}></al-word-chips>
      ${nextWords(scene)}
    </div>`;
}
