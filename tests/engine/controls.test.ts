// SPDX-License-Identifier: MIT
// A teacher shows and locks controls by the fields of a lesson's state, so each control says which it writes.
import { expect, it } from 'vitest';
import type { Fields } from '../../web/src/state/fields.ts';
import { siteFiles } from '../web/support/files.ts';

const CONTROL =
  /<al-(?:slider|choice|number-box|seed-box|text-box|lines-box|search-box)\b(?: field=(?:"(\w+)"|\$\{(\w+)\}))?/g;

// The frame binds the controls of its lessons. A control that a lesson draws by hand must name its field too.
const states = import.meta.glob<{ fields: Fields<object> }>('../../web/src/lessons/*/state.ts');

it.each(Object.keys(states))('%s: every control names a field', async (path) => {
  const { fields } = (await states[path]?.()) ?? { fields: {} };
  const folder = path.replace(/^.*web\/|state\.ts$/g, '');
  const own = siteFiles(/\.ts$/).filter((file) => file.path.startsWith(folder));
  const found = own.flatMap((file) => [...file.text.matchAll(CONTROL)]);
  const isBound = own.some((file) => file.path.endsWith('/beats.ts'));
  if (!isBound) expect(found.length).toBeGreaterThan(0);
  expect(found.filter(([, name, variable]) => !name && !variable).map(([text]) => text)).toEqual(
    [],
  );
  const unknown = found.flatMap(([, name]) => (name && !(name in fields) ? name : []));
  expect(unknown).toEqual([]);
});
