// SPDX-License-Identifier: MIT
// Checks that no text names a colour, because readers choose the palette and some are colour-blind.
import { expect, it } from 'vitest';
import { siteFiles } from './support/files.ts';

const COLOUR =
  /\b(?:red|blue|green|purple|violet|orange|yellow|amber)\b|[红紅蓝藍绿綠紫橙]色|[红紅蓝藍绿綠紫橙黄黃][为為]/i;

const texts = siteFiles(
  /^src\/.+\/(?:(?:messages|text|statements)\.[\w-]+|messages\/[\w-]+)\.(?:json|md)$/,
);

it('no text of the site names a colour', () => {
  expect(texts.length).toBeGreaterThan(60);
  expect(texts.filter(({ text }) => COLOUR.test(text)).map(({ path }) => path)).toEqual([]);
});

it.each(['Drag the red marker.', '红色是负数', '藍為正'])('%s names a colour', (text) => {
  expect(COLOUR.test(text)).toBe(true);
});
