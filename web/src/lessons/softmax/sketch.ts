// SPDX-License-Identifier: MIT
import { svg } from 'lit';
import { columns, type Sketch } from '../sketch.ts';

const LOGITS = [0, 1, 2, 3];

/** The picture of the lesson on the home page: the softmax weights of four entries. */
export const sketch: Sketch = (engine) => {
  const logits = { shape: [1, LOGITS.length], data: LOGITS };
  const { data } = engine.softmax({ precision: 'float64', logits });
  return svg`${columns([...data], 'key')}`;
};
