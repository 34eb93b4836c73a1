// SPDX-License-Identifier: MIT
// Tests that lessons about sentences use the sentence model of the page's language, even if the language changes while
// a model is loading.
import { expect, it, vi } from 'vitest';
import type { Engine, SentenceModel } from '../../web/src/engine/index.ts';
import { SentenceSession } from '../../web/src/lessons/sentence-session.ts';

/**
 * A session whose `compute` returns the loaded model. `loads` are the pending loads; the test completes each of them
 * with `resolve` or `reject`.
 */
function open() {
  const loads: Record<'resolve' | 'reject', (value: unknown) => void>[] = [];
  const asked: string[] = [];
  const engine = {
    sentenceModel: (language: string) => {
      asked.push(language);
      return new Promise((resolve, reject) => loads.push({ resolve, reject }));
    },
  } as unknown as Engine;
  const host = { news: vi.fn(), fail: vi.fn(), language: () => language };
  const session = new SentenceSession(host, (_state, _engine, model) => model);
  let language = 'en';
  return {
    ...{ asked, loads, host, session },
    compute: (next = language) => {
      language = next;
      return session.compute({}, engine);
    },
  };
}

const english = { language: 'en' } as unknown as SentenceModel;
const chinese = { language: 'zh-Hans' } as unknown as SentenceModel;

it('ignores a model or a failure of an earlier language', async () => {
  for (const settle of ['resolve', 'reject'] as const) {
    const { asked, loads, host, compute } = open();
    expect(compute('en')).toBeUndefined();
    expect(compute('zh-Hans')).toBeUndefined();
    expect(asked).toEqual(['en', 'zh-Hans']);
    loads[1]?.resolve(chinese);
    await vi.waitFor(() => expect(compute()).toBe(chinese));
    loads[0]?.[settle](english);
    await new Promise((resolve) => setTimeout(resolve));
    expect(compute()).toBe(chinese);
    expect(host.news).toHaveBeenCalledTimes(1);
    expect(host.fail).not.toHaveBeenCalled();
    expect(asked).toHaveLength(2);
  }
});

it('loads the model again after a failure, and after a release', async () => {
  const { asked, loads, host, session, compute } = open();
  compute();
  loads[0]?.reject(new Error('offline'));
  await vi.waitFor(() => expect(host.fail).toHaveBeenCalledTimes(1));
  compute();
  loads[1]?.resolve(english);
  await vi.waitFor(() => expect(compute()).toBe(english));
  session.release();
  expect(compute()).toBeUndefined();
  expect(asked).toEqual(['en', 'en', 'en']);
});
