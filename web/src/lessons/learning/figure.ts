// SPDX-License-Identifier: MIT
// Renders the loss curves beside the attention of one position. A narrow stage (the figure with its controls) has room
// for only one of them.
import { html, type TemplateResult } from 'lit';
import '../../components/arcs.ts';
import type { ArcBand } from '../../components/arcs.ts';
import './loss-plot.ts';
import type { Level } from './loss-plot.ts';
import { lossText, modelName, type Scene, seesAhead } from './scene.ts';
import { DEFAULT_STEPS, type State, type Task } from './state.ts';
import { targetOf } from './targets.ts';
import type { Trained } from './training/learning.ts';
import { WINDOWS } from './training/progress.ts';

/** The upper end of the loss axis: the loss of an untrained model (about ln 6, ln 12 or ln 60), rounded up. */
const TOP: Readonly<Record<Task, number>> = { pointing: 2, repetition: 3, sentences: 4.5 };

/** The end of the axis of training steps: the default number of steps, doubled until it is at least the target. */
function lastStep({ task, steps }: Pick<State, 'task' | 'steps'>): number {
  let last = DEFAULT_STEPS[task];
  while (last < steps) last *= 2;
  return last;
}

/** The lower bounds of the loss that the figure shows: one for all models, and one for models with W_q = W_k. */
function levelsOf(scene: Scene): readonly Level[] {
  const { numbers, t } = scene;
  const { floor, bound, models } = numbers;
  const level = (id: Level['id'], loss: number): Level => ({
    id,
    loss,
    label: t(
      id === 'floor' && loss > 0 && seesAhead(scene) ? 'figure.floorMasked' : `figure.${id}`,
      {
        loss: lossText(scene, loss),
      },
    ),
  });
  const isTied = models.some(({ options }) => options.tied === 'tied');
  const hasBound = isTied && bound !== undefined && bound > floor;
  return [level('floor', floor), ...(hasBound ? [level('bound', bound)] : [])];
}

/** Height in pixels below which the figure has no room for a long axis title. */
const LEAST_HEIGHT = 200;

/** The title of the loss axis. If there is room, it contains the number of steps over which the loss is averaged. */
function lossLabel({ state, height, t }: Scene): string {
  const window = WINDOWS[state.task];
  return window > 1 && height >= LEAST_HEIGHT
    ? t('figure.mean', { steps: window })
    : t('figure.loss');
}

function lossPlot(scene: Scene): TemplateResult {
  const { state, numbers, i18n, height, t } = scene;
  const lines = numbers.models.map((model) => ({
    label: modelName(scene, model),
    points: model.curve,
  }));
  return html`
    <al-loss-plot class="learning-loss" .height=${height} .description=${describeLoss(scene)}
      .xAxis=${{ label: t('figure.steps'), interval: [0, lastStep(state)] }}
      .yAxis=${{ label: lossLabel(scene), interval: [0, TOP[state.task]] }}
      .lines=${lines} .levels=${levelsOf(scene)} .format=${(x: number) => i18n.number(x)}></al-loss-plot>`;
}

export function describeLoss(scene: Scene): string {
  const { numbers, i18n, t } = scene;
  const told = numbers.models.map((model) =>
    t('figure.lossOf', {
      name: modelName(scene, model) || t('figure.model'),
      steps: i18n.integer(model.steps),
      loss: lossText(scene, model.loss),
    }),
  );
  return [...told, ...levelsOf(scene).map(({ label }) => t('figure.level', { label }))].join(' ');
}

/** The index of the position in the example whose attention is drawn. */
export const chosenPosition = ({ state, numbers }: Pick<Scene, 'state' | 'numbers'>): number =>
  Math.min(state.position, Math.max(numbers.symbols.length, 1)) - 1;

const least = (wanted: string, count: string): number => (count === '1' ? 0 : Number(wanted) - 1);

/** The attention weights to draw: of all heads of a single model, or of one head of each of two models. */
export function bandsOf(scene: Scene): readonly ArcBand[] {
  const { state, numbers, t } = scene;
  const { models } = numbers;
  const headName = (head: number) => t('figure.head', { head: head + 1 });
  const of = (model: Trained, head: number) =>
    model.weights(least(state.layer, model.options.layers), head);
  const [model] = models;
  if (model === undefined) return [];
  if (models.length > 1)
    return models.map((one) => {
      const head = least(state.head, one.options.heads);
      const name = modelName(scene, one);
      const label =
        one.options.heads === '1' ? name : t('figure.headOf', { name, head: headName(head) });
      return { label, weights: of(one, head) };
    });
  if (state.task === 'pointing') return [{ label: t('figure.weights'), weights: of(model, 0) }];
  const heads = Array.from({ length: Number(model.options.heads) }, (_, head) => head);
  return heads.map((head) => ({ label: headName(head), weights: of(model, head) }));
}

const MOST_TOLD = 3;
const LEAST_TOLD = 0.05;

/** Text alternative for the figure: up to three positions to which the selected position attends most. */
export function describeAttention(scene: Scene): string {
  const { numbers, i18n, t } = scene;
  const from = chosenPosition(scene);
  return bandsOf(scene)
    .map(({ label, weights }) => {
      const most = (weights[from] ?? [])
        .map((weight, j) => ({ weight, j }))
        .filter(({ weight }) => weight >= LEAST_TOLD)
        .toSorted((a, b) => b.weight - a.weight)
        .slice(0, MOST_TOLD)
        .map(({ weight, j }) =>
          t('figure.share', {
            symbol: numbers.symbols[j] ?? '',
            position: j + 1,
            share: i18n.percent(weight, 0),
          }),
        );
      return t('figure.attention', { name: label, list: i18n.list(most) });
    })
    .join(' ');
}

function arcs(scene: Scene): TemplateResult {
  const { state, numbers, i18n, height, t, active, activate, set } = scene;
  const from = chosenPosition(scene);
  const symbol = numbers.symbols[from] ?? '';
  const told = describeAttention(scene);
  const name = t('figure.position', { symbol, position: from + 1 });
  return html`
    <al-arcs class="learning-arcs" field="position" .height=${height} .term=${'weights'}
      .description=${t('figure.arcs', { layer: state.layer, name, told })}
      .symbols=${numbers.symbols} .bands=${bandsOf(scene)} .chosen=${from} .target=${targetOf(state, numbers)} .active=${active}
      .label=${t('field.position')} .text=${`${name}: ${told}`} .format=${(share: number) => i18n.percent(share, 0)}
      @al-choose=${({ detail }: CustomEvent<number>) => set({ position: detail + 1 }, 'rest')}
      @al-active=${({ detail }: CustomEvent<number | null>) => activate(detail ?? undefined)}></al-arcs>`;
}

export const figure = (scene: Scene): TemplateResult => html`
  <div class="learning-figure ${scene.state.view}">${lossPlot(scene)} ${arcs(scene)}</div>`;
