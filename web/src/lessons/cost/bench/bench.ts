// SPDX-License-Identifier: MIT
// The lesson's page Verify: its claims beside a figure with all controls, and measurements on this device.
import { defineLesson } from '../../define-lesson.ts';
import { code } from '../code.ts';
import type { Texts } from '../scene.ts';
import { CostSession, type Numbers } from '../session.ts';
import { data, stage } from '../stage.ts';
import { fields, N_RANGE, N_STOPS, type State } from '../state.ts';
import css from '../style.css?inline';

export const lesson = defineLesson<State, Numbers, Texts>({
  id: 'cost',
  fields,
  session: (host) => new CostSession(host),
  offers: () => ({ n: { min: N_STOPS[0] as number, max: N_RANGE.max } }),
  stage,
  beats: [],
  claims: { count: 6, questions: ['exact'] },
  verify: () => import('../verify.ts'),
  data,
  code: { own: code, excerpts: () => import('../code?excerpts') },
  css,
});
