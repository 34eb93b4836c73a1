// SPDX-License-Identifier: MIT
import { defineLesson } from '../define-lesson.ts';
import { beats } from './beats.ts';
import { code } from './code.ts';
import { compute, type Numbers } from './compute.ts';
import css from './lesson.css?inline';
import type { Scene, Texts } from './scene.ts';
import { renderData, stage } from './stage.ts';
import { constrain, fields, readLink, type State } from './state.ts';

const MOST_SHARES = 4;
const QUERY_STEPS = 180;

const stepOf = (length: number): number => Number((length / QUERY_STEPS).toPrecision(1));

function values({ numbers, i18n, t }: Scene) {
  const { keyStages, hasSupport, prediction } = numbers;
  const shares = keyStages.map(({ weight }) =>
    i18n.percent(Number.isFinite(weight) ? weight : 0, 0),
  );
  const known = keyStages.map(({ value }) => value);
  const weight = (x: number) => `${i18n.number(x, { digits: 4 })} ${t('unit.weight')}`;
  return {
    shares: [...shares.slice(0, MOST_SHARES), ...(shares.length > MOST_SHARES ? ['…'] : [])].join(
      t('separator'),
    ),
    prediction: hasSupport ? weight(prediction) : t('result.none'),
    lightest: weight(Math.min(...known)),
    heaviest: weight(Math.max(...known)),
  };
}

export const lesson = defineLesson<State, Numbers, Texts>({
  id: 'kernel-regression',
  fields,
  constrain,
  read: readLink,
  offers: ({
    numbers: {
      queryInterval: [min, max],
    },
  }) => ({
    query: { min, max, step: stepOf(max - min) },
  }),
  compute,
  stage,
  beats,
  values,
  claims: { count: 16, questions: ['printed-sign', 'without-softmax'] },
  verify: () => import('./verify.ts'),
  data: renderData,
  code: { own: code, excerpts: () => import('./code?excerpts') },
  css,
});
