// SPDX-License-Identifier: MIT
// Tests that embedded lessons on one page share engines, and register a CSS custom property once on each page.
import { afterEach, expect, it, vi } from 'vitest';
import { sharedEngine } from '../../web/src/embed/engines.ts';
import { offerNeeds } from '../../web/src/embed/page-needs.ts';

const created = vi.hoisted(() => vi.fn(async (_options: object) => ({})));

vi.mock('../../web/src/engine/index.ts', () => ({ createEngine: created }));
vi.mock('../../web/src/embed/math-font.ts', () => ({ offerMathFont: vi.fn() }));

afterEach(() => {
  created.mockClear();
});

it('embeds share the engine of a module, which is the small one unless the host gives it', async () => {
  const usual = sharedEngine();
  expect(await sharedEngine({})).toBe(await usual);
  expect(created.mock.calls).toEqual([[{ training: false }]]);

  const wasm = new URL('https://example.org/attention.wasm');
  const given = sharedEngine({ wasm });
  expect(await sharedEngine({ wasm: new URL(wasm) })).toBe(await given);
  expect(await given).not.toBe(await usual);
  expect(created.mock.calls.slice(1)).toEqual([[{ training: true, wasm }]]);
});

it('a lesson that trains loads no other module, unless the page has one without training', async () => {
  const trained = { withTraining: async () => trained };
  created.mockResolvedValueOnce(trained);
  expect(await sharedEngine({ simd: 'relaxed' }, true)).toBe(trained);
  expect(await sharedEngine({ simd: 'relaxed' })).toBe(trained);
  expect(created.mock.calls).toEqual([[{ training: true, simd: 'relaxed' }]]);
  const small = { withTraining: async () => trained };
  created.mockResolvedValueOnce(small);
  const wasm = new ArrayBuffer(8);
  expect(await sharedEngine({ wasm })).toBe(small);
  expect(await sharedEngine({ wasm }, true)).toBe(trained);
  expect(created).toHaveBeenCalledTimes(2);
});

it('a failed load is tried again', async () => {
  created.mockRejectedValueOnce(new Error('offline'));
  await expect(sharedEngine({ simd: 'simd' })).rejects.toThrow('offline');
  await expect(sharedEngine({ simd: 'simd' })).resolves.toEqual({});
  expect(created).toHaveBeenCalledTimes(2);
});

it('each document gets the custom property once', () => {
  const newPage = () => {
    const registerProperty = vi.fn();
    const page = { defaultView: { CSS: { registerProperty } } } as unknown as Document;
    return { page, registerProperty };
  };
  const [one, other] = [newPage(), newPage()];
  for (const { page } of [one, one, other]) offerNeeds(page);
  for (const { registerProperty } of [one, other]) {
    expect(registerProperty).toHaveBeenCalledTimes(1);
    expect(registerProperty.mock.lastCall).toMatchObject([{ name: '--al-rem', inherits: true }]);
  }
});
