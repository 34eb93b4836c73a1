// SPDX-License-Identifier: MIT
import { html, nothing, type TemplateResult } from 'lit';
import '../../components/choice.ts';
import type { ValueChange } from '../../components/light-element.ts';
import type { Stage } from '../define-lesson.ts';
import { say } from '../scene.ts';
import { pause, RESTART, step, stepsMade, train } from './actions.ts';
import { describeAttention, describeLoss, figure } from './figure.ts';
import { lossText, modelName, type Scene, seesAhead, shareText, type Texts } from './scene.ts';
import type { Numbers } from './session.ts';
import { SHOWN, type State, switchesOf, TASKS } from './state.ts';

/**
 * Renders the training buttons. "Train" and "Pause" are the same button, so that it keeps the focus when it is pressed.
 */
function runButtons({ state, numbers, access, t, set }: Scene): TemplateResult {
  const isLocked = access.isLocked('steps');
  const made = stepsMade(numbers);
  const { isRunning } = numbers;
  return html`
    <div class="stage-actions run-buttons" role="group" aria-label=${t('run.label')} ?hidden=${!access.isShown('steps')}>
      <button type="button" class="primary" ?disabled=${isLocked}
        @click=${() => set(isRunning ? pause(numbers) : train(state, numbers), 'jump')}>
        ${t(isRunning ? 'run.pause' : 'run.train')}</button>
      <button type="button" ?disabled=${isLocked} @click=${() => set(step(numbers), 'jump')}>${t('run.step')}</button>
      <button type="button" ?disabled=${isLocked || (made === 0 && state.steps === 0)}
        @click=${() => set(RESTART, 'jump')}>${t('run.restart')}</button>
    </div>`;
}

/**
 * Controls that select the weights that the figure draws: the layer, if a model has two layers, and in a comparison
 * also the head, if a model has two heads.
 */
function whichWeights({ state, numbers, bind }: Scene): TemplateResult | typeof nothing {
  const has = (name: 'layers' | 'heads') =>
    state.task !== 'pointing' && numbers.models.some(({ options }) => options[name] === '2');
  const heads = numbers.models.length > 1 && has('heads');
  if (!has('layers') && !heads) return nothing;
  return html`
    <div class="which-weights ${state.view}">
      ${has('layers') ? bind('layer') : nothing} ${heads ? bind('head') : nothing}
    </div>`;
}

/**
 * Renders a choice for a field. `change` returns the fields to set for a chosen option, which can include other fields.
 */
function choice<Name extends 'task' | 'compare'>(
  { state, access, t, set }: Scene,
  field: Name,
  options: readonly State[Name][],
  change: (value: State[Name]) => Partial<State>,
): TemplateResult {
  const label = (value: State[Name]) => say(t)(`${field}.${value}`);
  return html`
    <al-choice field=${field} .label=${say(t)(`field.${field}`)} .value=${state[field]} .disabled=${access.isLocked(field)}
      .options=${options.map((value) => ({ value, label: label(value) }))}
      @al-value=${({ detail }: CustomEvent<ValueChange<State[Name]>>) => set(change(detail.value), 'jump')}></al-choice>`;
}

/**
 * Renders the choice of the task. Choosing a task also selects a position and a layer in whose weights the attention
 * that the model learns is visible.
 */
const taskChoice = (scene: Scene): TemplateResult =>
  choice(scene, 'task', TASKS, (task) => ({ task, ...SHOWN[task] }));

/**
 * The choice of the option in which a second model differs from the first. It offers only options that affect the
 * current task.
 */
const compareChoice = (scene: Scene): TemplateResult =>
  choice(scene, 'compare', ['none', ...switchesOf(scene.state.task)], (compare) => ({ compare }));

/**
 * The line below the main number: the other model's loss, the lower bound, the speed, the steps and the share of
 * correct predictions.
 */
function note(scene: Scene): string {
  const { state, numbers, i18n, t } = scene;
  const { models, stepsPerSecond: speed, floor } = numbers;
  const trained = models.filter(({ steps }) => steps > 0);
  const [, other] = trained;
  const share = trained.map(({ right }) => shareText(scene, right)).join(' / ');
  // Each short part stays on one line, because its spaces are replaced by non-breaking ones.
  const short = (part: string) => part.replaceAll(' ', '\u00a0');
  const parts = [
    other &&
      short(t('main.other', { name: modelName(scene, other), loss: lossText(scene, other.loss) })),
    // If a model can attend to the next token, its loss can be below the entropy of the data. The entropy is then no
    // lower bound, so another text replaces it.
    seesAhead(scene) ? t('main.ahead') : t('main.floor', { loss: lossText(scene, floor) }),
    speed !== undefined && short(t('main.speed', { speed: i18n.integer(Math.round(speed)) })),
    short(t('main.steps', { steps: i18n.integer(stepsMade(numbers)) })),
    trained.length > 0 &&
      short(t(state.task === 'sentences' ? 'main.pronouns' : 'main.right', { share })),
  ];
  return parts.filter((part) => typeof part === 'string').join(' · ');
}

export const stage: Stage<State, Numbers, Texts> = {
  figure,
  main: (scene) => {
    const { numbers, t } = scene;
    const [model] = numbers.models;
    if (model === undefined || Number.isNaN(model.loss))
      return { label: t('main.untrained'), value: undefined, note: note(scene) };
    const name = modelName(scene, model);
    return {
      label: name === '' ? t('main.loss') : t('main.lossOf', { name }),
      value: model.loss,
      term: 'loss',
      note: note(scene),
    };
  },
  controls: (scene) => [
    runButtons(scene),
    taskChoice(scene),
    html`<div class="view-choice">${scene.bind('view')}</div>`,
    html`${whichWeights(scene)}`,
  ],
  more: (scene) => [
    ...(scene.state.task === 'pointing' ? [scene.bind('permutation')] : []),
    ...switchesOf(scene.state.task).map((field) => scene.bind(field)),
    compareChoice(scene),
    scene.bind('seed'),
  ],
  spoken: (scene) => {
    const { numbers, t } = scene;
    return numbers.isRunning
      ? t('main.training')
      : `${describeLoss(scene)} ${describeAttention(scene)}`;
  },
};
