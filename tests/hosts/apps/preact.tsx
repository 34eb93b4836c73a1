// SPDX-License-Identifier: MIT
/** @jsxImportSource preact */
import type {} from 'attention-lab/preact';

export const lesson = <attention-lab class="wide" lesson="softmax" show="figure" steps="2-4" />;

export const heard = (
  <attention-lab
    onstate-change={({ detail }) => detail.change satisfies 'step' | 'rest' | 'jump'}
    onerror={({ detail }) => detail.kind satisfies string}
  />
);

// @ts-expect-error: the detail has no such property
export const deaf = <attention-lab onready={({ detail }) => detail.change} />;

// @ts-expect-error: there is no such theme
export const wrong = <attention-lab theme="sepia" />;
