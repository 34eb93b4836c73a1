// SPDX-License-Identifier: MIT
// The lists that are written in C++ and again in TypeScript are the same lists.
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { ERROR_KINDS, KERNELS } from '../../web/src/engine/index.ts';
import { openEngine, TWINS } from './support.ts';

const declarations = readFileSync(
  new URL('../../web/src/engine/glue.d.ts', import.meta.url),
  'utf8',
);

/** `name(argument: type, …): type;` in the interface Bindings, as name → number of arguments. */
function declared(): Record<string, number> {
  const body = /interface Bindings \{(.*?)\n {2}\}/s.exec(declarations)?.[1] ?? '';
  const methods = [...body.matchAll(/^\s+(\w+)\((.*?)\):/gms)];
  return Object.fromEntries(
    methods.map(([, name, list = '']) => [name, list.split(',').filter((x) => x.trim()).length]),
  );
}

/** What Embind put on the module: it marks its functions with their number of arguments. */
function exported(bindings: object): Record<string, number> {
  return Object.fromEntries(
    Object.entries(bindings).flatMap(([name, f]) =>
      typeof f === 'function' && 'argCount' in f ? [[name, f.argCount as number]] : [],
    ),
  );
}

describe.each(TWINS)('bindings, %s', (twin) => {
  it('the C++ error kinds are ERROR_KINDS, in order', async () => {
    const { bindings } = await openEngine(twin);
    expect(bindings.errorKinds()).toEqual([...ERROR_KINDS]);
  });

  it('the C++ kernels are KERNELS, in order', async () => {
    const { bindings } = await openEngine(twin);
    expect(bindings.kernels()).toEqual([...KERNELS]);
  });

  it('glue.d.ts declares what Embind exports, with as many arguments', async () => {
    const { bindings } = await openEngine(twin);
    expect(Object.keys(declared())).not.toHaveLength(0);
    expect(exported(bindings)).toEqual(declared());
  });
});
