// SPDX-License-Identifier: MIT
/** @jsxImportSource preact */
import type {} from 'attention-lab/preact';

export const lesson = <attention-lab class="wide" lesson="softmax" show="stage" beats="2-4" />;

// @ts-expect-error: there is no such theme
export const wrong = <attention-lab theme="sepia" />;
