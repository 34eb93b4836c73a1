// SPDX-License-Identifier: MIT
// The sentence of the home page, with the attention weights of its last word in a trained model.

import { html, nothing, type SVGTemplateResult, svg, type TemplateResult } from 'lit';
import type { NextWord, SentenceModel } from '../../engine/index.ts';
import { type SentenceLanguage, sentenceLanguage } from '../../engine/sentences/languages.ts';
import type { I18n } from '../../i18n/i18n.ts';
import { shareText } from '../../i18n/share.ts';
import sentences from '../../lesson/sentences.json';
import { label } from '../../marks/label.ts';
import { type BandsMark, bandsMark, placeWords, type Row, widthOf } from '../../marks/sentence.ts';
import { texts } from './texts.ts';

/** The model's results for a sentence. */
export interface Look {
  readonly words: readonly string[];
  /** The weights of the last word, in the first head of the first layer. */
  readonly weights: readonly number[];
  /** The index of the word with the largest weight. */
  readonly found: number;
  /** The predicted word: for English sentences the last word, for Chinese ones the word after the sentence. */
  readonly written: NextWord;
}

/** The index of the word in which the sentences of a language differ. */
const CHANGED = 1;

/** English sentences contain the word that the model predicts as their last word. Chinese ones do not contain it. */
const endsWithAnswer = (language: SentenceLanguage): boolean => language === 'en';

const sentencesIn = ({ language }: I18n): readonly (readonly string[])[] =>
  sentences[sentenceLanguage(language)];

/** The last word of a sentence, whose weights are shown. */
export const lastWord = (i18n: I18n, choice: number): string =>
  sentencesIn(i18n)[choice]?.at(-1) ?? '';

/** @throws AttentionError if the engine rejects the call */
export function look(model: SentenceModel, choice: number): Look {
  const words: readonly string[] = sentences[model.language][choice] ?? [];
  const count = words.length;
  const rows = model.weights(words).data;
  const weights = Array.from(rows.subarray((count - 1) * count, count ** 2));
  const before = endsWithAnswer(model.language) ? words.slice(0, -1) : words;
  const [written = { word: '', probability: Number.NaN }] = model.next(before);
  return { words, weights, found: weights.indexOf(Math.max(...weights)), written };
}

/** Weights below this one are shown without a number. */
const LEAST = 0.002;
const LARGE = 0.3;

const capital = (word: string): string => word.charAt(0).toLocaleUpperCase() + word.slice(1);

/** The words to show: the sentence, then the predicted word if the sentence does not contain it. */
function shownWords(i18n: I18n, { words, written }: Look): readonly string[] {
  const [first = '', ...rest] = words;
  const own = [capital(first), ...rest];
  return endsWithAnswer(sentenceLanguage(i18n.language)) ? own : [...own, written.word];
}

function wide(i18n: I18n, given: Look): SVGTemplateResult {
  const { words, weights } = given;
  const row: Row = placeWords(shownWords(i18n, given), 6, 1174, 34);
  const y = 268;
  const from = words.length - 1;
  const others = weights.map((weight, i) => (i === from ? 0 : weight));
  const bands: BandsMark = {
    ...{ part: 'weights', row, from, weights: others, y: y - 46, side: -1, room: 200 },
  };
  const last = row.words.length - 1;
  const width = widthOf(row.words[last] ?? '') * row.size + 34;
  return svg`
    ${bandsMark(bands)}
    <rect class="home-answer" x=${(row.middles[last] ?? 0) - width / 2} y=${y - 26} width=${width} height="52" rx="11" />
    ${row.words.map(
      (word, i) =>
        svg`<text class=${`word sized middle ${i === last || i === given.found ? 'followed' : ''}`} x=${row.middles[i]}
          y=${y} font-size=${row.size}>${word}</text>`,
    )}
    ${weights.map((weight, i) =>
      weight < LEAST || i === from
        ? nothing
        : label(
            row.middles[i] ?? 0,
            y + 40,
            shareText(i18n, weight),
            weight > LARGE ? 'weight moment middle' : 'quiet middle',
          ),
    )}
    ${label((row.middles[last] ?? 0) + width / 2, y + 46, writtenText(i18n, given, row.words), 'quiet end')}`;
}

/** The text that names the word before the predicted word, and the probability of the predicted word. */
function writtenText(i18n: I18n, { written }: Look, shown: readonly string[]): string {
  const probability = shareText(i18n, written.probability);
  return texts(i18n)('written', { before: shown.at(-2) ?? '', probability });
}

const LINE = 36;

/** Draws the sentence for a phone: the words in a column, with the bands beside them. */
function tall(i18n: I18n, given: Look): SVGTemplateResult {
  const { words, weights } = given;
  const shown = shownWords(i18n, given);
  const last = shown.length - 1;
  const [x, size] = [96, 24];
  const middle = (i: number) => 24 + i * LINE;
  const from = words.length - 1;
  const band = (weight: number, to: number) => {
    const [start, end] = [middle(from), middle(to)];
    const left = 76 - (start - end) * 0.26;
    return svg`<path class=${weight > LARGE / 10 ? 'band' : 'band thin'} stroke-width=${Math.max(1.6, 20 * weight)}
      d="M76 ${start} C${left} ${start} ${left} ${end} 76 ${end}" />`;
  };
  const endOf = (i: number) => x + widthOf(shown[i] ?? '') * size + 24;
  return svg`
    <g class="bands">${weights.map((weight, i) => (weight < LEAST || i === from ? nothing : band(weight, i)))}</g>
    <rect class="home-answer" x=${x - 9} y=${middle(last) - 18} width=${endOf(last) - x} height="36" rx="8" />
    ${shown.map(
      (word, i) =>
        svg`<text class=${`word sized ${i === last || i === given.found ? 'followed' : ''}`} x=${x} y=${middle(i)}
          font-size=${size}>${word}</text>`,
    )}
    ${weights.map((weight, i) =>
      weight < LEAST || i === from
        ? nothing
        : label(
            endOf(i),
            middle(i),
            shareText(i18n, weight),
            weight > LARGE ? 'weight moment' : 'quiet',
          ),
    )}
    ${label(x, middle(last) + LINE - 2, writtenText(i18n, given, shown), 'quiet')}`;
}

/** Renders the sentence with its bands, and the options for the word that can be changed. */
export function renderSentence(
  i18n: I18n,
  given: Look,
  choice: number,
  onChoose: ((choice: number) => void) | undefined,
): TemplateResult {
  const height = 48 + shownWords(i18n, given).length * LINE;
  return html`
    <div class=${`home-sentence ${onChoose ? 'live' : ''}`}>
      <div class="scene-picture" aria-hidden="true" translate="no">
        <svg class="home-wide" viewBox="0 0 1200 330">${wide(i18n, given)}</svg>
        <svg class="home-tall" viewBox="0 0 360 ${height}">${tall(i18n, given)}</svg>
      </div>
      <fieldset class="home-choice">
        <legend>${texts(i18n)('change')}</legend>
        ${sentencesIn(i18n).map(
          (sentence, i) => html`
            <label class=${i === choice ? 'chosen' : ''} lang=${sentenceLanguage(i18n.language)} translate="no">
              <input type="radio" name="home-choice" .checked=${i === choice} @change=${() => onChoose?.(i)}>
              ${sentence[CHANGED]}
            </label>`,
        )}
      </fieldset>
    </div>`;
}

const NUMBER = '\uE000';

/** Renders a paragraph that contains the largest weight. */
export function renderPitch(i18n: I18n, { words, weights, found }: Look): TemplateResult {
  const [before, after] = texts(i18n)('pitch', {
    word: words.at(-1) ?? '',
    to: words[found] ?? '',
    weight: NUMBER,
  }).split(NUMBER);
  return html`
    <p class="home-pitch" aria-live="polite">${before}<strong>${shareText(i18n, weights[found])}</strong>${after}</p>`;
}
