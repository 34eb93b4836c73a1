// SPDX-License-Identifier: MIT
import { expect, it } from 'vitest';
import { filesOf, judge } from '../../tools/size.mjs';

it('counts a file that two scripts import once, and their style sheets', () => {
  const manifest = {
    'index.html': { file: 'index.js', imports: ['_shared.js', '_other.js'], css: ['index.css'] },
    '_shared.js': { file: 'shared.js', css: ['shared.css'] },
    '_other.js': { file: 'other.js', imports: ['_shared.js'] },
    'lesson.ts': { file: 'lesson.js' },
  };
  expect(filesOf(manifest, ['index.html'])).toEqual([
    'index.css',
    'index.js',
    'other.js',
    'shared.css',
    'shared.js',
  ]);
  expect(() => filesOf(manifest, ['gone.ts'])).toThrow('the build has no gone.ts');
});

it.each([
  [200, { limit: 200 }, false, 'within'],
  [201, { limit: 200 }, true, 'above'],
  [201, { limit: 200, ceiling: 300 }, false, 'missed: target 0.2 kB, limit 0.3 kB'],
  [301, { limit: 200, ceiling: 300 }, true, 'above'],
  [200, { limit: 200, ceiling: 300 }, true, 'drop the ceiling'],
])('%i bytes with %o', (size, limits, fails, words) => {
  expect(judge(size, limits)).toMatchObject({ fails });
  expect(judge(size, limits).text).toContain(words);
});
