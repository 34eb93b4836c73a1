// SPDX-License-Identifier: MIT
import { defineVerify } from '../../../lesson/define-verify.ts';
import { experiments } from '../claims.ts';
import { code } from '../code.ts';
import { compute, EXAMPLE, type Numbers, type State } from '../compute.ts';
import { data, type Texts } from '../data.ts';

export const lesson = defineVerify<State, Numbers, Texts>({
  id: 'cost',
  experiments,
  example: EXAMPLE,
  compute,
  data,
  code: { own: code, excerpts: () => import('../code?excerpts') },
});
