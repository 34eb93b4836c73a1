// SPDX-License-Identifier: MIT
import { html } from 'lit';
import { defineLesson } from '../define-lesson.ts';
import { beats } from './beats.ts';
import { experiments } from './claims.ts';
import excerpts from './code?excerpts';
import { code } from './code.ts';
import { renderSteps } from './derivation.ts';
import { predictions } from './predictions.ts';
import { type Numbers, ScalingSession } from './session.ts';
import { ALL, renderCurves, softmaxTable } from './softmax.ts';
import { data, short, stage, type Texts } from './stage.ts';
import { fields, NUM_KEYS, type State } from './state.ts';
import css from './style.css?inline';

export const lesson = defineLesson<State, Numbers, Texts>({
  id: 'scaling',
  fields,
  session: (host) => new ScalingSession(host),
  stage,
  beats,
  values: (scene) => ({ root: short(scene, scene.numbers.rawDeviation.expected) }),
  experiments,
  predictions,
  details: (scene, ask) => html`
    <section>${ask('shape')} ${ask('gradient')}</section>
    <section>${scene.section('derivation')} ${renderSteps(scene)}</section>
    <section>
      ${scene.section('logits')} ${softmaxTable(scene, ALL)}
      <p class="hint">
        ${scene.t('rows.hint', {
          count: scene.i18n.integer(scene.numbers.rows.count),
          keys: NUM_KEYS,
          d: scene.state.d,
        })}
      </p>
      ${renderCurves(scene)}
    </section>`,
  data,
  code: { excerpts, own: code },
  css,
});
