// SPDX-License-Identifier: MIT
// Import rules for the folders of web/src (dependency-cruiser). Type-only imports count. Exception: a circle of imports
// is allowed if one of them is type-only, because that import does not exist at run time.
import { allExtensions } from 'dependency-cruiser';

// If dependency-cruiser does not support the installed TypeScript, it skips .ts files without an error.
if (!allExtensions.some(({ extension, available }) => extension === '.ts' && available))
  throw new Error('dependency-cruiser cannot read TypeScript');

const PAGES = ['documents', 'review', 'teach', 'worksheet', 'search', 'share', 'offline'];
const OUTER = ['site', 'embed', ...PAGES];

/** Pairs of lists of folders in web/src: folders of the first list may not import folders of the second. */
const FORBIDDEN = [
  [
    ['components'],
    ['lesson', 'lessons', 'marks', 'ledger', 'engine', 'glossary', 'state', ...OUTER],
  ],
  [['glossary'], ['lesson', 'lessons', 'marks', 'ledger', 'engine', 'state', ...OUTER]],
  [
    ['i18n', 'state', 'ledger'],
    ['lesson', 'lessons', 'marks', 'components', 'engine', 'glossary', ...OUTER],
  ],
  [['lesson', 'lessons', 'marks'], OUTER],
  [['lessons/[^/]+'], ['ledger']],
  [
    [...PAGES, 'platforms'],
    ['site', 'embed'],
  ],
  [['embed'], ['site', 'ledger', ...PAGES]],
  [['site'], ['embed']],
];

const inside = (folders) => `^web/src/(${folders.join('|')})/`;
const outside = (folder) => `^web/src/(?!${folder}/)`;

/** @type {import('dependency-cruiser').IConfiguration} */
export default {
  forbidden: [
    {
      name: 'no circle',
      severity: 'error',
      from: {},
      to: { circular: true, viaOnly: { dependencyTypesNot: ['type-only'] } },
    },
    {
      name: 'the engine imports only its own files, and no Lit',
      severity: 'error',
      from: { path: inside(['engine']) },
      to: { path: [outside('engine'), 'node_modules/lit'] },
    },
    {
      name: 'the store on the device imports only its own files',
      severity: 'error',
      from: { path: inside(['device']) },
      to: { path: outside('device') },
    },
    {
      name: 'a lesson imports no other lesson',
      severity: 'error',
      from: { path: '^web/src/lessons/([^/]+)/' },
      to: { path: inside(['lessons/[^/]+']), pathNot: '^web/src/lessons/$1/' },
    },
    ...FORBIDDEN.map(([from, to]) => ({
      name: `${from.join(', ')} may not import ${to.join(', ')}`,
      severity: 'error',
      from: { path: inside(from) },
      to: { path: inside(to) },
    })),
  ],
  options: {
    tsPreCompilationDeps: true,
    doNotFollow: { path: 'node_modules' },
  },
};
