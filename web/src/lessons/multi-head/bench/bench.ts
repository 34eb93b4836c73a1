// SPDX-License-Identifier: MIT
// The lesson's page Verify: its claims beside a figure with all controls.
import { defineLesson } from '../../define-lesson.ts';
import { OnDemand } from '../../on-demand.ts';
import { SentenceSession } from '../../sentence-session.ts';
import { code } from '../code.ts';
import { compute, type Numbers, pipelineOf } from '../compute.ts';
import { data, stage, type Texts } from '../stage.ts';
import { constrain, fields, type State } from '../state.ts';
import css from '../style.css?inline';

export const lesson = defineLesson<State, Numbers, Texts>({
  id: 'multi-head',
  fields,
  constrain,
  session: (host) => {
    const pipelines = new OnDemand(pipelineOf);
    return new SentenceSession(host, (state, engine, model, last) =>
      compute(state, engine, last, model, pipelines),
    );
  },
  stage,
  beats: [],
  claims: { count: 20, questions: ['million'] },
  verify: () => import('../verify.ts'),
  data,
  code: { own: code, excerpts: () => import('../code?excerpts') },
  css,
});
