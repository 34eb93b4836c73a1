// SPDX-License-Identifier: MIT
import type { Beat } from '../define-lesson.ts';
import { deviation, width } from './questions.ts';
import type { Numbers } from './session.ts';
import { SOME, softmaxTable } from './softmax-view.ts';
import type { Texts } from './stage.ts';
import type { State } from './state.ts';
import { stepBeat } from './steps-view.ts';

export const beats: readonly Beat<State, Numbers, Texts>[] = [
  { id: 'width', kind: 'predict', prediction: width },
  { id: 'root', kind: 'play', show: { d: 256, divisor: 'none' } },
  { id: 'product', kind: 'formula', render: stepBeat('products') },
  { id: 'sum', kind: 'formula', render: stepBeat('sum') },
  {
    id: 'divide',
    kind: 'formula',
    show: [{ divisor: 'sqrt_dk', d: 16 }, { d: 256 }],
    render: stepBeat('scaled'),
  },
  {
    id: 'softmax',
    kind: 'see',
    show: { divisor: 'dk', d: 512 },
    render: (scene) => softmaxTable(scene, SOME),
  },
  { id: 'check', kind: 'check', question: deviation },
  { id: 'takeaway', kind: 'takeaway' },
];
