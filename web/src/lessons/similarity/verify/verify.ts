// SPDX-License-Identifier: MIT
import { defineVerify } from '../../../lesson/define-verify.ts';
import { experiments } from '../claims.ts';
import { code } from '../code.ts';
import { compute, type Numbers } from '../compute.ts';
import { data, type Texts } from '../data.ts';
import { EXAMPLE, type State } from '../state.ts';

export const lesson = defineVerify<State, Numbers, Texts>({
  id: 'similarity',
  experiments,
  example: EXAMPLE,
  compute,
  data,
  code: { own: code, excerpts: () => import('../code?excerpts') },
});
