// SPDX-License-Identifier: MIT
import { html, svg } from 'lit';
import { renderHandle } from '../../components/handle-mark.ts';
import { Handles } from '../../components/handles.ts';
import { MarkedElement } from '../../components/marked-element.ts';
import { Motion } from '../../components/motion.ts';
import { grown } from '../../components/text-scale.ts';

/** A word with its current output and its output in the original order. */
export interface PlacedWord {
  readonly word: string;
  /** The current position of the word, counted from 0. */
  readonly place: number;
  readonly now: readonly number[];
  readonly before: readonly number[];
  /** The change of the output as text: words or a number. */
  readonly change: string;
  readonly isChanged: boolean;
  readonly text: string;
  readonly isLocked: boolean;
}

/**
 * A move of a word to a new position. `word` is its index in the property `words`, and `place` the new position. Both
 * are counted from 0. `final` is false during a drag, and true at its end.
 */
export interface WordMove {
  readonly word: number;
  readonly place: number;
  readonly final: boolean;
}

const CHIP = 32;
const CAPTION = 18;
const CHANGE = 24;
const GAP = 5;
const COLUMNS = 8;
/** Entries of vectors with at least this absolute value have full opacity. */
const EXTREME = 1.5;
const REACH = 30;

/**
 * Shows words in a row. The reader drags a word to another position, or moves it with the arrow keys. Below each word
 * are its current and its original output, as vectors of coloured cells.
 * @fires al-word WordMove
 * @fires al-active number | undefined, the word under the pointer or in focus
 */
export class WordRow extends MarkedElement {
  static override properties = {
    words: { attribute: false },
    captions: { attribute: false },
    hint: {},
  };

  /** The words in the order of the original sentence. */
  declare words: readonly PlacedWord[];
  declare captions: readonly [now: string, before: string];
  /** For screen readers: how to move a word with keys. */
  declare hint: string;

  readonly #motion = new Motion(this);

  constructor() {
    super();
    new Handles(this, {
      selector: '.placed-word',
      all: () => this.words.map(({ place, isLocked }) => ({ x: place, y: 0, isLocked })),
      tracks: () => ({ x: { low: 0, high: this.words.length - 1, step: 1, unit: 1 } }),
      place: (index) => [this.#middle(this.words[index]?.place ?? 0), CHIP / 2],
      invert: (px) => [px / this.#step - 0.5, 0],
      moved: (word, place, _y, final) =>
        this.send('al-word', { word, place, final } satisfies WordMove),
      mark: (index) => this.activate(index),
      reach: REACH,
    });
  }

  get #step(): number {
    return this.width / Math.max(this.words.length, 1);
  }

  #middle(place: number): number {
    return (place + 0.5) * this.#step;
  }

  protected override willUpdate(): void {
    this.#motion.to(this.words.map(({ place }) => place));
  }

  protected override render() {
    const { width, words, captions } = this;
    const height = this.tallest ?? 260;
    const tall = (height - CHIP - 2 * CAPTION - CHANGE) / 2;
    const tops = [CHIP + CAPTION, CHIP + 2 * CAPTION + tall] as const;
    return html`
      <svg class="word-row" role="group" aria-label=${this.description} viewBox="0 0 ${width} ${height}"
        width=${grown(width, this)} height=${grown(height, this)}>
        ${captions.map(
          (caption, i) =>
            svg`<text class="word-caption" x=${GAP} y=${(tops[i] ?? 0) - 5} aria-hidden="true">${caption}</text>`,
        )}
        ${words.map((word, i) => this.#renderWord(word, i, tops, tall))}
      </svg>`;
  }

  #renderWord(one: PlacedWord, index: number, tops: readonly [number, number], tall: number) {
    const wide = this.#step - 2 * GAP;
    const left = (this.#motion.now[index] ?? one.place) * this.#step + GAP;
    const kind = `placed-word${one.isChanged ? ' changed' : ''}${index === this.active ? ' active' : ''}`;
    return svg`
      <g transform="translate(${left} 0)">
        ${renderHandle(
          kind,
          {
            label: one.word,
            text: one.text,
            value: one.place + 1,
            range: [1, this.words.length],
            hint: this.hint,
            isLocked: one.isLocked,
          },
          svg`
            <rect class="word-chip" x="0.75" y="0.75" width=${wide - 1.5} height=${CHIP - 6} rx="8" />
            <text class="word" x=${wide / 2} y=${CHIP / 2 - 2} dy="0.34em" text-anchor="middle" aria-hidden="true">${one.word}</text>`,
        )}
        <g aria-hidden="true">
          <g data-term="outputs">
            ${patch(one.now, wide, tops[0], tall)}
            <rect class="vector-edge" y=${tops[0]} width=${wide} height=${tall} />
          </g>
          ${patch(one.before, wide, tops[1], tall)}
          <text class=${one.isChanged ? 'word-change changed' : 'word-change'} x=${wide / 2} y=${tops[1] + tall + CHANGE - 7}
            text-anchor="middle">${one.change}</text>
        </g>
      </g>`;
  }
}

/** Draws a vector as a grid of coloured cells, with up to `COLUMNS` cells in a row. */
function patch(vector: readonly number[], width: number, top: number, height: number) {
  const lines = Math.ceil(vector.length / COLUMNS);
  const [wide, tall] = [width / COLUMNS, height / lines];
  return vector.map((entry, i) => {
    const [row, column] = [Math.floor(i / COLUMNS), i % COLUMNS];
    return svg`
      <rect class=${entry < 0 ? 'component negative' : 'component'} x=${column * wide} y=${top + row * tall}
        width=${wide} height=${tall} fill-opacity=${Math.min(Math.abs(entry) / EXTREME, 1).toFixed(3)} />`;
  });
}

customElements.define('al-word-row', WordRow);
