// SPDX-License-Identifier: MIT
import { describe, expect, it } from 'vitest';

import { compileProse } from '../../web/build/compile-prose.ts';
import { languageSets, siteFiles } from './support/files.ts';
import { lessonLinks, type ProseSet, proseProblems } from './support/prose-sets.ts';

const sets = languageSets(/^src\/(.+)\/text\.([\w-]+)\.md$/);

describe('the prose of the site', () => {
  it('exists for every lesson', () => {
    const lessons = siteFiles(/^src\/lessons\/[^/]+\/lesson\.ts$/).map(({ path }) =>
      path.replace(/^src\/|\/lesson\.ts$/g, ''),
    );
    expect(lessons.filter((lesson) => !sets.has(lesson))).toEqual([]);
  });

  it.each([...sets])('%s: every language has the same sections and formulas', (name, set) => {
    expect(proseProblems(set, name)).toEqual([]);
  });
});

it('links of a text lead to lessons that exist', () => {
  const ids = siteFiles(/^src\/lessons\/[^/]+\/lesson\.json$/).map(
    ({ path }) => path.split('/')[2],
  );
  const linked = [...sets].flatMap(([name, { en = '' }]) =>
    Object.values(compileProse(en, name).sections).flatMap(({ html }) =>
      lessonLinks(html).split(' '),
    ),
  );
  expect(linked).toContain('softmax');
  expect(linked.filter((lesson) => lesson !== '' && !ids.includes(lesson))).toEqual([]);
});

describe('the check of prose', () => {
  const sound: ProseSet = {
    en: '# Title\n\nSum $x$.\n\n## A {#a}\n\nThe [[key]] $k$ is $x_{\\text{key}}$, [seen](key:K), [a](lesson:order).\n',
    'zh-Hans':
      '# 标题\n\n和 $x$。\n\n## 甲 {#a}\n\n$x_{\\text{键}}$ 是[[键|key]] $k$，[看](key:K)，[甲](lesson:order)。\n',
    'zh-Hant':
      '# 標題\n\n和 $x$。\n\n## 甲 {#a}\n\n$x_{\\text{鍵}}$ 是[[鍵|key]] $k$，$k$，[看](key:K)，[甲](lesson:order)。\n',
  };

  const changed = (from: string, to: string): ProseSet => ({
    ...sound,
    'zh-Hans': (sound['zh-Hans'] ?? '').replace(from, to),
  });
  it.each<[string, ProseSet, string]>([
    ['a missing language', { en: sound.en ?? '' }, 'set: text.zh-Hant.md is missing'],
    ['another section', changed('#a', '#b'), 'set, zh-Hans: has the sections "b", expected "a"'],
    ['another formula', changed('$k$', '$q$'), 'set, zh-Hans: section a: has q for k'],
    ['a lost formula', changed('$x$', 'x'), 'set, zh-Hans: the summary: has nothing for x'],
    [
      'a character of the other script',
      changed('[[键', '[[鍵'),
      'set, zh-Hans: foreign characters 鍵',
    ],
  ])('reports %s', (_, set, problem) => {
    expect(proseProblems(set, 'set')).toContain(problem);
  });

  it('reports an empty section', () => {
    expect(proseProblems({ ...sound, en: '# T\n\nSum $x$.\n\n## A {#a}\n' }, 'set')).toContain(
      'set, en: section a is empty',
    );
  });
});
