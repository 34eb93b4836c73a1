// SPDX-License-Identifier: MIT
import { describe, expect, it } from 'vitest';
import {
  forgetProgress,
  notePlace,
  noteProgress,
  readPlace,
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

  it('counts one for each claim that was tested', () => {
    const tested = (...names: string[]) => testedOf('softmax', { softmax: names }).tested;
    const { all } = testedOf('softmax', {});
    expect(all).toBeGreaterThan(5);
    expect([tested(), tested('example'), tested('example', 'range')]).toEqual([0, 1, 2]);
    expect(tested(...Array.from({ length: 99 }, (_, i) => `old ${i}`))).toBe(all);
    expect(testedOf('block', {})).toEqual({ tested: 0, all: 0 });
  });

  it.each(['no JSON', '7', 'null', '[]', '{"softmax":"example"}', '{"softmax":[1]}'])(
    'ignores %s in the store',
    (text) => {
      withStore().set('attention-lab.progress', text);
      expect(readProgress()).toEqual({});
    },
  );

  it('contains the step where the reader stopped, until the end of the lesson', () => {
    withStore();
    for (const place of [{ lesson: 'softmax' }, { lesson: 'block', step: 'alone' }]) {
      notePlace(place);
      expect(readPlace()).toEqual(place);
    }
    notePlace(undefined);
    expect(readPlace()).toBeUndefined();
    notePlace({ lesson: 'softmax' });
    forgetProgress();
    expect(readPlace()).toBeUndefined();
  });

  it('works without a store', () => {
    withForbiddenStore();
    noteProgress('softmax', 'example');
    notePlace({ lesson: 'softmax' });
    expect(readPlace()).toBeUndefined();
    forgetProgress();
    expect(readProgress()).toEqual({});
  });
});
