// SPDX-License-Identifier: MIT
// Renders the details in Verify (the lesson's second view): the pipeline (attention step by step), two ways to split
// into heads, the documents' classes, derivatives, and dropout.
import { html, type TemplateResult } from 'lit';
import { guard } from 'lit/directives/guard.js';
import { indexed } from '../indexed.ts';
import { rowsOf } from '../matrix.ts';
import '../../components/heat-map.ts';
import { MULTI_HEAD_VARIANTS, type MultiHeadVariant } from '../../engine/index.ts';
import { bench, cellMap, cellsOf, cellTable, extremeOf, short, upTo } from './cells.ts';
import { differenceOf, type Place } from './compute.ts';
import { renderAllHeads, renderPipelineControls, renderStages, renderStep } from './pipeline.ts';
import type { Scene } from './stage.ts';
import { sums } from './tensors.ts';

export { experiments, predictions } from './claims.ts';

export function details(scene: Scene, ask: (id: string) => TemplateResult): TemplateResult {
  const { state, numbers, i18n, t, section, bind, draw } = scene;
  /** Renders a part only if an entry of `own` has changed, because most changes affect few parts of the page. */
  const kept = (own: readonly unknown[], render: () => TemplateResult) =>
    html`${guard([...own, i18n.language, i18n.digits], render)}`;
  return html`
    ${bench(
      scene,
      'pipeline',
      section('pipeline'),
      () =>
        html`${renderStep(scene)} ${kept([numbers.pipeline().run, state.head], () => renderAllHeads(scene))}`,
      () => renderPipelineControls(scene),
    )}
    <section data-part="stages">
      <h2>${t('stages.title')}</h2>
      ${draw('stages', () => renderStages(scene))}
      <p class="hint">${t('stages.note')}</p>
    </section>
    <section>${section('formula')}</section>
    ${bench(
      scene,
      'split',
      section('split'),
      () => kept([numbers.pipeline().splits], () => renderSplits(scene)),
      () => html`${bind('heads')} ${bind('tokens')}`,
    )}
    <section>
      ${section('variants')} ${ask('million')}
      <div class="variants" data-part="variants" tabindex="-1">
        ${bind('layers')}
        ${draw('variants', () => kept([numbers.pipeline().runs, state.variant], () => renderVariants(scene)))}
      </div>
    </section>
    ${bench(
      scene,
      'influence',
      section('global'),
      () => kept([numbers.pipeline().influence], () => renderInfluence(scene)),
      () => bind('mask'),
    )}
    ${bench(
      scene,
      'dropout',
      section('dropout'),
      () => renderDropout(scene),
      () =>
        html`${bind('dropoutRate')} ${bind('dropoutSeed')}<p class="hint">${t('dropout.hint')}</p>`,
    )}
    <section>${section('undecided')}</section>`;
}

/** Two ways to split a matrix into heads. Each entry has the number and the colour of its token. */
function renderSplits(scene: Scene): TemplateResult {
  const { numbers, t } = scene;
  const splits = numbers.pipeline().splits();
  const text = ({ token, component }: Place) => `${token + 1}.${component + 1}`;
  const cellOf = (place: Place, row: number) => ({
    text: text(place),
    tone: `group-${place.token}` as const,
    strength: 1,
    isLit: place.token !== row,
  });
  const side = (way: 'right' | 'wrong', pure: number) => {
    const names = splits[way].map((_, i) => t('split.head', { head: i + 1 }));
    const texts = splits[way].map((rows) => rows.map((row) => row.map(text)));
    const isWhole = pure === splits.rows;
    const count = t('split.count', { pure, rows: splits.rows });
    return html`
      <div>
        <h3>${t(`split.${way}`)}</h3>
        <div class="in-line">
          ${splits[way].map((rows, i) =>
            cellMap(
              names[i] ?? '',
              texts[i] ?? [],
              `${names[i]}. ${count}`,
              rows.map((row, k) => row.map((place) => cellOf(place, k))),
            ),
          )}
        </div>
        <p class=${isWhole ? 'split-count whole' : 'split-count'}><span aria-hidden="true">${isWhole ? '✓' : '✗'}</span> ${count}</p>
        ${cellTable(scene, `split-${way}`, names, texts)}
      </div>`;
  };
  return html`
    <div class="side-by-side">${side('right', splits.pureRight)} ${side('wrong', splits.pureWrong)}</div>
    <p class="hint">${t('split.hint')}</p>`;
}

/** The outputs of the documents' implementations, all for the same input. */
function renderVariants(scene: Scene): TemplateResult {
  const { numbers, t } = scene;
  const outputs = MULTI_HEAD_VARIANTS.map((variant) =>
    rowsOf(numbers.pipeline().runs[variant]().output),
  );
  return html`
    <div class="side-by-side">${MULTI_HEAD_VARIANTS.map((variant) => renderVariant(scene, variant))}</div>
    ${cellTable(
      scene,
      'variants',
      MULTI_HEAD_VARIANTS.map((one) => t(`variant.${one}`)),
      outputs,
    )}`;
}

function renderVariant(scene: Scene, variant: MultiHeadVariant): TemplateResult {
  const { state, numbers, i18n, t, set } = scene;
  const values = rowsOf(numbers.pipeline().runs[variant]().output);
  const name = t(`variant.${variant}`);
  const isChosen = variant === state.variant;
  const difference = differenceOf(numbers.pipeline(), variant);
  const description = t('variants.description', { name, difference: short(scene, difference) });
  return html`
    <article class=${isChosen ? 'variant-card chosen' : 'variant-card'} data-variant=${variant}>
      <h3>${name}</h3>
      <p class="hint">${t(`variants.note.${variant}`)}</p>
      ${cellMap('Y', values, description, cellsOf(scene, values))}
      <p>${t('variants.difference')} <strong>${i18n.result(difference, 5)}</strong></p>
      <button type="button" aria-pressed=${isChosen} @click=${() => set({ variant }, 'jump')}>${t('variants.walk')}</button>
    </article>`;
}

/** Heat map of the largest absolute derivative of each token's output with respect to each token. */
function renderInfluence(scene: Scene): TemplateResult {
  const { numbers, i18n, t } = scene;
  const influence = numbers.pipeline().influence();
  const reached = influence.flat().filter((size) => size > 0).length;
  const description = t('influence.description', { reached, all: influence.length ** 2 });
  const names = (letter: string) => upTo(influence.length).map((_, i) => indexed(letter, i));
  const format = (x: number) => i18n.number(x, { digits: 2 });
  return html`
    <al-heat-map one-sided .values=${influence} .extreme=${extremeOf(influence)} .rows=${names('y')} .columns=${names('x')}
      .format=${format} .formatTick=${format} .description=${description} .hint=${description}
      .readout=${(i: number, j: number) =>
        t('influence.readout', {
          i: i + 1,
          j: j + 1,
          size: short(scene, influence[i]?.[j] ?? 0),
        })}></al-heat-map>
    ${cellTable(scene, 'influence', ['|∂y/∂x|'], [influence])}`;
}

/**
 * Renders the weights of one head before dropout, as document 001 stores them, and after dropout, as document 000
 * returns them (both are source texts, see web/src/ledger).
 */
function renderDropout(scene: Scene): TemplateResult {
  const { state, numbers, i18n, t } = scene;
  const dropped = numbers.pipeline().dropped();
  const extreme = extremeOf([...dropped.before, ...dropped.after]);
  const ways = ['before', 'after'] as const;
  const name = indexed('A', state.head - 1);
  return html`
    <div class="side-by-side">
      ${ways.map((way) => {
        const values = dropped[way];
        const rows = i18n.list(sums(values).map((sum) => i18n.result(sum, 5)));
        return html`
          <div>
            <h3>${t(`dropout.${way}`)}</h3>
            ${cellMap(name, values, t(`dropout.${way}`), cellsOf(scene, values, { extreme }))}
            <p class="weight-sums">${t('dropout.sums', { rows })}</p>
          </div>`;
      })}
    </div>
    ${cellTable(
      scene,
      'dropout',
      ways.map((way) => t(`dropout.${way}`)),
      [dropped.before, dropped.after],
    )}`;
}
