// SPDX-License-Identifier: MIT
// The text box for the reader's sentence, and the predicted next words.
import { html, nothing, type TemplateResult } from 'lit';
import '../../components/next-words.ts';
import '../../components/sentence-box.ts';
import { chosenPosition } from './figure.ts';
import type { Scene } from './scene.ts';
import { LONGEST } from './state.ts';

function take({ set }: Scene, words: readonly string[]): void {
  set({ words, position: Math.max(Math.min(words.length, LONGEST), 1) }, 'rest');
}

export function sentenceBench(scene: Scene): TemplateResult {
  const { state, numbers, t } = scene;
  const position = chosenPosition(scene);
  const { symbols, models } = numbers;
  const [model] = models;
  // The text box shows the whole sentence of the reader, including words outside the vocabulary.
  const words = state.words.length > 0 ? state.words : symbols;
  const onWords = ({ detail }: CustomEvent<readonly string[]>) => take(scene, detail);
  return html`
    <al-sentence-box .field=${'words'} .label=${t('field.words')} .words=${words} .vocabulary=${numbers.vocabulary} .most=${LONGEST}
      @al-words=${onWords}></al-sentence-box>
    ${
      model === undefined
        ? nothing
        : html`
          <al-next-words .label=${t('sentence.next', { word: symbols[position] ?? '' })} .most=${LONGEST}
            .beginning=${symbols.slice(0, position + 1)} .next=${model.next(position)}
            .appendLabel=${(word: string) => t('sentence.append', { word })}
            @al-words=${onWords}></al-next-words>`
    }`;
}
