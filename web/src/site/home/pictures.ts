// SPDX-License-Identifier: MIT
// The pictures of the three parts of the course on the home page. The build draws them with the engine.
import { html, type SVGTemplateResult, svg, type TemplateResult } from 'lit';
import type { Engine, SentenceModel } from '../../engine/index.ts';
import sentences from '../../lesson/sentences.json';
import { pixelMark } from '../../marks/matrix.ts';

const [WIDTH, HEIGHT] = [360, 170];

const KEYS = [51, 56, 58];
const VALUES = [40, 43, 48];
const [FROM, TO] = [48, 61];
const QUERY = 57;
const POINTS = 60;

/** Draws kernel regression with three pairs: the predictions, and the one for the query of the first lesson. */
function mean(engine: Engine): SVGTemplateResult {
  const queries = Array.from({ length: POINTS }, (_, i) => FROM + ((TO - FROM) * i) / (POINTS - 1));
  const { output } = engine.attention({
    precision: 'float64',
    queries: { shape: [POINTS + 1, 1], data: [...queries, QUERY] },
    keys: { shape: [KEYS.length, 1], data: KEYS },
    values: { shape: [VALUES.length, 1], data: VALUES },
    score: 'gaussian',
  });
  const x = (key: number) => 20 + ((WIDTH - 40) * (key - FROM)) / (TO - FROM);
  const y = (value: number) => 150 - 11 * (value - 38);
  const line = queries.map((query, i) => `${x(query)},${y(output.data[i] ?? 0)}`);
  return svg`
    <polyline class="home-curve" points=${line.join(' ')} />
    ${KEYS.map((key, i) => svg`<circle class="home-key" cx=${x(key)} cy=${y(VALUES[i] ?? 0)} r="7" />`)}
    <path class="home-query" d="M${x(QUERY)} 16 V154" />
    <circle class="home-output" cx=${x(QUERY)} cy=${y(output.data[POINTS] ?? 0)} r="7.5" />`;
}

/** The attention weights of one head for the first sentence, one row for each word. */
function rowsOf(model: SentenceModel, layer: number, head: number): readonly number[][] {
  const words = sentences[model.language][0] ?? [];
  const count = words.length;
  const { data, shape } = model.weights(words);
  const heads = shape[1] ?? 1;
  const start = (layer * heads + head) * count ** 2;
  return words.map((_, i) => Array.from(data.subarray(start + i * count, start + (i + 1) * count)));
}

function table(model: SentenceModel): SVGTemplateResult {
  const words = sentences[model.language][0] ?? [];
  const side = 162 / words.length;
  return svg`
    ${pixelMark({ part: 'weights', role: 'weight', rows: rowsOf(model, 0, 0), x: 132, y: 4, cell: [side, side] })}
    ${words.map((word, i) => svg`<text class="word small end" x="120" y=${4 + (i + 0.5) * side}>${word}</text>`)}`;
}

/** Draws the weights of the four heads, two in each of two layers, with arrows before, between and after the layers. */
function layers(model: SentenceModel): SVGTemplateResult {
  const words = sentences[model.language][0] ?? [];
  const side = 58 / words.length;
  const head = (layer: number, index: number) =>
    pixelMark({
      ...{ part: 'weights', role: 'weight', rows: rowsOf(model, layer, index) },
      ...{ x: 86 + 134 * layer, y: 22 + 72 * index, cell: [side, side] },
    });
  return svg`
    ${[0, 1].map((layer) => [head(layer, 0), head(layer, 1)])}
    ${[24, 158, 292].map(
      (x) => svg`<path class="home-stream" d="M${x} 87 h44 m-8 -6 l8 6 l-8 6" />`,
    )}`;
}

/** @param part  counted from 1 */
export function renderPicture(part: number, engine: Engine, model: SentenceModel): TemplateResult {
  const draw = [() => mean(engine), () => table(model), () => layers(model)][part - 1];
  return html`
    <div class="scene-picture" data-picture=${part} aria-hidden="true" translate="no">
      <svg viewBox="0 0 ${WIDTH} ${HEIGHT}">${draw?.()}</svg>
    </div>`;
}
