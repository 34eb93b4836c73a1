// SPDX-License-Identifier: MIT
// Tests the code around an embedded lesson: import without a DOM, attributes of the element, parameters of a frame's
// address, and messages between frame and page.
import { describe, expect, it, vi } from 'vitest';
import { inOwnRem } from '../../web/src/components/light-element.ts';
import { forget, forgoStore, keep, kept } from '../../web/src/device/store.ts';
import { accessOf, unknownFields, unknownQuestions } from '../../web/src/embed/access.ts';
import type * as Api from '../../web/src/embed/api.ts';
import { namesIn, settingsFrom } from '../../web/src/embed/attributes.ts';
import { heightTeller } from '../../web/src/embed/height-teller.ts';
import { partOf, startIn } from '../../web/src/embed/part.ts';
import { tellHeight } from '../../web/src/embed/tell-height.ts';
import { siteFiles } from './support/files.ts';

const settings = (attributes: Record<string, string>, around: string[] = []) =>
  settingsFrom((name) => attributes[name] ?? null, around);

describe('the module', () => {
  it('can be imported without custom elements', async () => {
    expect('HTMLElement' in globalThis).toBe(false);
    // The type annotation checks that the module has the public type `Api`.
    const module: typeof Api = await import('../../web/src/embed/attention-lab.ts');
    const { AttentionLab, defineAttentionLab } = module;
    expect(() => defineAttentionLab()).not.toThrow();
    expect(new AttentionLab()).toBeInstanceOf(AttentionLab);
  });
});

describe('attributes', () => {
  it('are parsed leniently, as people write them', () => {
    const written = { lesson: ' Scaling ', theme: 'DARK', controls: 'd, seed,,', locked: ' seed' };
    expect(settings(written)).toMatchObject({
      lesson: 'scaling',
      theme: 'dark',
      controls: ['d', 'seed'],
      locked: ['seed'],
    });
    expect(settings({ controls: '', reveal: 'Never' })).toMatchObject({
      controls: [],
      mayReveal: false,
    });
    expect(namesIn('a b,c\n,d，e、f,−g')).toEqual(['a', 'b', 'c', 'd', 'e', 'f', '-g']);
  });

  it.each([
    [{ lang: 'zh-TW' }, ['en'], 'zh-Hant'],
    [{ lang: 'tlh' }, ['zh-CN'], 'zh-Hans'],
    [{}, ['', 'tlh', 'zh-HK'], 'zh-Hant'],
    [{ lang: '-' }, [], 'en'],
  ])('%o within %o is %s', (attributes, around, language) => {
    expect(settings(attributes as Record<string, string>, around).language).toBe(language);
  });

  it('show and lock fields', () => {
    const some = accessOf(settings({ controls: 'd,seed', locked: 'seed' }));
    expect(['d', 'seed', 'pairs'].map(some.isShown)).toEqual([true, true, false]);
    expect(['d', 'seed', 'pairs'].map(some.isLocked)).toEqual([false, true, false]);
    expect(accessOf(settings({})).isShown('d')).toBe(true);
    const others = accessOf(settings({ controls: '-d,-seed' }));
    expect(['d', 'seed', 'pairs'].map(others.isShown)).toEqual([false, false, true]);
    expect(accessOf(settings({ controls: '' })).isShown('d')).toBe(false);
    const wanted = settings({ controls: '-d,-colour', locked: 'colour,seed' });
    expect(unknownFields(wanted, ['d', 'seed'])).toEqual(['colour']);
    const asked = settings({ ask: 'width, colour,colour' });
    expect(unknownQuestions(asked, ['width', 'shape'])).toEqual(['colour']);
  });
});

const LESSON = { steps: ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h'] };

describe('a part of a lesson', () => {
  const asked = (attributes: Record<string, string>) => settings(attributes);

  it.each([
    [{}, undefined],
    [{ show: 'lesson' }, undefined],
    [{ show: ' Figure ' }, { isFigureOnly: true, steps: undefined }],
    [{ steps: '2-4' }, { isFigureOnly: false, steps: [2, 4] }],
    [{ steps: ' 2 – 4 ' }, { isFigureOnly: false, steps: [2, 4] }],
    [{ steps: '２－４' }, { isFigureOnly: false, steps: [2, 4] }],
    [{ steps: '8' }, { isFigureOnly: false, steps: [8, 8] }],
    [
      { show: 'figure', steps: '1-8' },
      { isFigureOnly: true, steps: [1, 8] },
    ],
  ])('%o is %o', (attributes, part) => {
    expect(partOf(asked(attributes as Record<string, string>), LESSON)).toEqual({
      part,
      problems: [],
    });
  });

  it.each(['9-2', '4-2', '0-3', '2-9', '9', '0', '2-', 'two', '-3', '1.5', '2-4-6', '99999'])(
    'steps="%s" shows all, with a message',
    (steps) => {
      const whole = { part: undefined, problems: ['unknownSteps'] };
      expect(partOf(asked({ steps }), LESSON)).toEqual(whole);
      const figure = { isFigureOnly: true, steps: undefined };
      expect(partOf(asked({ show: 'figure', steps }), LESSON).part).toEqual(figure);
    },
  );

  it('is ignored with a message if it is invalid', () => {
    expect(partOf(asked({ show: 'x', steps: '3-4' }), LESSON)).toEqual({
      part: { isFigureOnly: false, steps: [3, 4] },
      problems: ['unknownShow'],
    });
  });

  it('begins at one of its steps', () => {
    const { part } = partOf(asked({ steps: '3-5' }), LESSON);
    const at = (state: string) => startIn(part, state, LESSON.steps).get('scene');
    expect(['', 'scene=a', 'scene=d', 'scene=h', 'x=4'].map(at)).toEqual(['c', 'c', 'd', 'e', 'c']);
    // An unknown step is kept, so that the lesson reports it.
    expect(at('scene=x')).toBe('x');
    expect(startIn(undefined, 'scene=g', LESSON.steps).get('scene')).toBe('g');
    expect(startIn(undefined, '', LESSON.steps).has('scene')).toBe(false);
  });
});

describe('a frame', () => {
  it('reports its height after the first rendering and after changes, and never too low', () => {
    const told: number[] = [];
    const teller = heightTeller((height) => told.push(height));
    teller.measured(300);
    expect(told).toEqual([]);
    teller.measured(411.2);
    teller.begin();
    teller.begin();
    teller.measured(411.7);
    teller.measured(0);
    teller.measured(39);
    teller.measured(40);
    teller.measured(900);
    expect(told).toEqual([412, 40, 900]);
  });

  it('reports its height even if the browser gives it no animation frame', async () => {
    const messages: unknown[] = [];
    const globals = {
      window: {},
      parent: { postMessage: (message: unknown) => messages.push(message) },
      document: { fonts: { ready: Promise.resolve() } },
      ResizeObserver: class {
        observe() {}
      },
      requestAnimationFrame: () => 0,
    };
    for (const [name, value] of Object.entries(globals)) vi.stubGlobal(name, value);
    const lab = Object.assign(new EventTarget(), { lesson: 'softmax' });
    tellHeight(lab as never, { getBoundingClientRect: () => ({ height: 811.5 }) } as never);
    lab.dispatchEvent(new Event('ready'));
    await vi.waitFor(() =>
      expect(messages).toContainEqual({ subject: 'lti.frameResize', height: 812 }),
    );
  });
});

describe('sizes', () => {
  it('are relative to the embed’s font size, not the page’s', () => {
    expect(inOwnRem('a{margin:-.5rem 1rem;width:calc(1.5rem + 2%)} .x1rem{top:0rem}')).toBe(
      'a{margin:calc(-.5 * var(--al-rem)) calc(1 * var(--al-rem));width:calc(calc(1.5 * var(--al-rem)) + 2%)} .x1rem{top:calc(0 * var(--al-rem))}',
    );
  });

  it('are not relative to the window, which is wider than the lesson’s column', () => {
    const own = /^src\/(?:components|embed|glossary|lessons)\/.*\.css$/;
    const found = siteFiles(own).flatMap(({ path, text }) =>
      [...text.matchAll(/@(?:media|container)[^{]*rem|@media[^{]*width/g)].map(
        ([rule]) => `${path}: ${rule}`,
      ),
    );
    expect(found).toEqual([]);
  });
});

describe('the reader’s progress', () => {
  it('is kept as long as the page, and not on the device', () => {
    const asked = vi.fn();
    vi.stubGlobal('localStorage', { getItem: asked, setItem: asked, removeItem: asked });
    forgoStore();
    keep('run', '1');
    expect(kept('run')).toBe('1');
    forget('run');
    expect(kept('run')).toBeUndefined();
    expect(asked).not.toHaveBeenCalled();
  });
});
