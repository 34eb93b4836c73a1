// SPDX-License-Identifier: MIT
import type { Beat } from '../define-lesson.ts';
import { boundFormula } from './formula.ts';
import { cycle, pattern } from './questions.ts';
import { depthRace, switchRace } from './races.ts';
import type { Texts } from './scene.ts';
import { sentencePart } from './sentence-part.ts';
import type { Numbers } from './session.ts';
import { DEFAULT_STEPS, PLAIN, SHOWN, type State } from './state.ts';

export const beats: readonly Beat<State, Numbers, Texts>[] = [
  { id: 'cycle', kind: 'predict', prediction: cycle },
  {
    id: 'bound',
    kind: 'formula',
    show: {
      ...{ task: 'pointing', permutation: 'swaps', tied: 'tied', compare: 'tied' },
      steps: DEFAULT_STEPS.pointing,
    },
    render: boundFormula,
  },
  { id: 'depth', kind: 'predict', render: depthRace },
  {
    id: 'induction',
    kind: 'see',
    show: {
      ...PLAIN,
      ...SHOWN.repetition,
      ...{ task: 'repetition', compare: 'none', view: 'attention' },
      steps: DEFAULT_STEPS.repetition,
    },
  },
  {
    id: 'sentences',
    kind: 'play',
    show: {
      ...PLAIN,
      ...SHOWN.sentences,
      ...{ task: 'sentences', compare: 'none', view: 'attention' },
      steps: DEFAULT_STEPS.sentences,
    },
    render: sentencePart,
  },
  { id: 'switches', kind: 'predict', render: switchRace },
  { id: 'check', kind: 'check', question: pattern },
  { id: 'takeaway', kind: 'takeaway' },
];
