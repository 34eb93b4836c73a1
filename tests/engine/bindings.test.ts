// SPDX-License-Identifier: MIT
// The lists that are written in C++ and again in TypeScript are the same lists.
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import {
  DISTRIBUTIONS,
  DIVISORS,
  EMPTY_ROWS,
  ERROR_KINDS,
  KERNELS,
  MASK_METHODS,
  MULTI_HEAD_VARIANTS,
  OPTIMIZERS,
  PROJECTIONS,
  SCORES,
} from '../../web/src/engine/index.ts';
import { openEngine, TWINS } from './support.ts';

const declarations = readFileSync(
  new URL('../../web/src/engine/glue.d.ts', import.meta.url),
  'utf8',
);

/** `name(argument: type, …): type;` in an interface, as name → number of arguments. */
function methodsOf(name: string): [string, number][] {
  const body = new RegExp(`interface ${name}\\b[^{]*\\{(.*?)\\n {2}\\}`, 's').exec(declarations);
  const methods = [...(body?.[1] ?? '').matchAll(/^\s+(\w+)\((.*?)\):/gms)];
  return methods.map(([, method = '', list = '']) => [
    method,
    list.split(',').filter((x) => x.trim()).length,
  ]);
}

/** What glue.d.ts promises of a module. */
const declared = (): Record<string, number> =>
  Object.fromEntries([
    ...methodsOf('Bindings'),
    ...methodsOf('Operations').flatMap(([name, count]) => [
      [`${name}32`, count],
      [`${name}64`, count],
    ]),
  ]);

/** What Embind put on the module: it marks its functions with their number of arguments. */
function exported(bindings: object): Record<string, number> {
  return Object.fromEntries(
    Object.entries(bindings).flatMap(([name, f]) =>
      typeof f === 'function' && 'argCount' in f && !/^[A-Z]/.test(name)
        ? [[name, f.argCount as number]]
        : [],
    ),
  );
}

describe.each(TWINS)('bindings, %s', (twin) => {
  it('the C++ error kinds are ERROR_KINDS, in order', async () => {
    const { bindings } = await openEngine(twin);
    expect(bindings.errorKinds()).toEqual([...ERROR_KINDS]);
  });

  it('the C++ choices are those of TypeScript, in order', async () => {
    const { bindings } = await openEngine(twin);
    expect(bindings.choices()).toEqual({
      kernel: [...KERNELS],
      divisor: [...DIVISORS],
      score: [...SCORES],
      maskMethod: [...MASK_METHODS],
      emptyRow: [...EMPTY_ROWS],
      projection: [...PROJECTIONS],
      multiHeadVariant: [...MULTI_HEAD_VARIANTS],
      distribution: [...DISTRIBUTIONS],
      optimizer: [...OPTIMIZERS],
    });
  });

  it('glue.d.ts declares what Embind exports, with as many arguments', async () => {
    const { bindings } = await openEngine(twin);
    expect(Object.keys(declared()).length).toBeGreaterThan(40);
    expect(exported(bindings)).toEqual(declared());
  });
});
