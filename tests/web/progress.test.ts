// SPDX-License-Identifier: MIT
import { describe, expect, it } from 'vitest';
import { claims } from '../../web/src/ledger/claims.ts';
import {
  forgetProgress,
  noteProgress,
  readProgress,
  testedOf,
} from '../../web/src/site/progress.ts';
import { withForbiddenStore, withStore } from './support/store.ts';

describe('a reader’s progress', () => {
  it('contains each opened lesson and each experiment that was run, once', () => {
    withStore();
    noteProgress('softmax');
    noteProgress('softmax', 'example');
    noteProgress('softmax', 'range');
    noteProgress('softmax', 'example');
    noteProgress('softmax');
    noteProgress('scaling');
    expect(readProgress()).toEqual({ softmax: ['example', 'range'], scaling: [] });
    forgetProgress();
    expect(readProgress()).toEqual({});
  });

  it('counts the statements that an experiment decides', () => {
    const own = claims.filter(({ lesson }) => lesson === 'softmax');
    const decided = own.filter(({ experiment }) => experiment === 'example');
    expect(decided.length).toBeGreaterThan(1);
    expect(testedOf('softmax', { softmax: ['example', 'no such'] })).toEqual({
      tested: decided.length,
      all: own.length,
    });
    expect(testedOf('softmax', {}).tested).toBe(0);
  });

  it.each(['no JSON', '7', 'null', '[]', '{"softmax":"example"}', '{"softmax":[1]}'])(
    'ignores %s in the store',
    (text) => {
      withStore().set('attention-lab.progress', text);
      expect(readProgress()).toEqual({});
    },
  );

  it('works without a store', () => {
    withForbiddenStore();
    noteProgress('softmax', 'example');
    forgetProgress();
    expect(readProgress()).toEqual({});
  });
});
