// SPDX-License-Identifier: MIT
import { defineLesson } from '../define-lesson.ts';
import { beats } from './beats.ts';
import { code } from './code.ts';
import { favourites, type Numbers, QueryKeySession } from './compute.ts';
import { data, short, stage, type Texts } from './stage.ts';
import { constrain, fields, type State } from './state.ts';
import css from './style.css?inline';

export const lesson = defineLesson<State, Numbers, Texts>({
  id: 'query-key',
  fields,
  constrain,
  session: (host) => new QueryKeySession(host),
  stage,
  beats,
  values: (scene) => {
    const { scoresAsymmetry, weights } = scene.numbers.shown;
    return {
      asymmetry: short(scene, scoresAsymmetry),
      favourites: scene.i18n.integer(favourites(weights)),
    };
  },
  claims: { count: 16, questions: ['self'] },
  verify: () => import('./verify.ts'),
  data,
  code: { own: code, excerpts: () => import('./code?excerpts') },
  css,
});
