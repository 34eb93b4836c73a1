// SPDX-License-Identifier: MIT
// Checks that lists which are written both in C++ and in TypeScript are equal.
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import type { OptionTable } from '../../web/src/engine/glue.ts';
import * as api from '../../web/src/engine/index.ts';
import { MESSAGES } from '../../web/src/engine/messages.ts';
import { openEngine, TWINS } from './support.ts';

const { ERROR_KINDS, MULTI_HEAD_VARIANTS } = api;
const { engine } = await openEngine('simd');

const source = (name: string): string =>
  readFileSync(new URL(`../../cpp/attention/${name}`, import.meta.url), 'utf8');

const declarations = readFileSync(new URL('../../web/src/engine/glue.ts', import.meta.url), 'utf8');

/** The methods `name(argument: type, …): type;` of an interface in glue.ts: their names and numbers of arguments. */
function methodsOf(name: string): [string, number][] {
  const body = new RegExp(`interface ${name}\\b[^{]*\\{(.*?)\\n\\}`, 's').exec(declarations);
  const methods = [...(body?.[1] ?? '').matchAll(/^\s+(\w+)\((.*?)\):/gms)];
  return methods.map(([, method = '', list = '']) => [
    method,
    list.split(',').filter((x) => x.trim()).length,
  ]);
}

/** The names of the engine's methods that compute. glue.ts derives the same names from the type `Engine`. */
const computations = Object.keys(engine).filter(
  (name) => !['twin', 'asked', 'ksDistance'].includes(name),
);

/** The functions that a WebAssembly module must have, with their numbers of arguments. */
const declared = (): Record<string, number> =>
  Object.fromEntries([
    ...methodsOf('Bindings'),
    ...[...methodsOf('Makers'), ...computations.map((name) => [name, 0] as const)].flatMap(
      ([name, count]) => [
        [`${name}32`, count],
        [`${name}64`, count],
      ],
    ),
  ]);

/** The functions that Embind has added to the module, with their numbers of arguments, which Embind stores. */
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
  it('the names of the choices equal those of TypeScript, in order', async () => {
    const { bindings } = await openEngine(twin);
    const table: OptionTable = JSON.parse(bindings.options());
    const choices = Object.values(table).flatMap((options) =>
      options.flatMap(([, , names]) => (names ? String(names) : [])),
    );
    // refusals.ts checks which of these lists each argument accepts.
    const others: unknown[] = [ERROR_KINDS, MULTI_HEAD_VARIANTS, TWINS];
    const lists = Object.values(api).filter((one) => Array.isArray(one) && !others.includes(one));
    expect(new Set(lists.map(String))).toEqual(new Set(choices));
    const variants = Object.keys(table).filter((name) => name.startsWith('multiHead '));
    expect(variants).toEqual(MULTI_HEAD_VARIANTS.map((name) => `multiHead ${name}`));
  });

  it('has a function for each method of the engine and each declaration of glue.ts, and no other', async () => {
    const { bindings } = await openEngine(twin);
    expect(Object.keys(declared()).length).toBeGreaterThan(40);
    expect(exported(bindings)).toEqual(declared());
  });
});

describe('errors in TypeScript and in C++', () => {
  it('have the same kinds, in order', () => {
    const names = /kErrorKindNames = \{([^}]*)\}/.exec(source('error.hpp'))?.[1] ?? '';
    expect([...names.matchAll(/"(\w+)"/g)].map(([, name]) => name)).toEqual([...ERROR_KINDS]);
  });

  it('have the same codes, in order, with the same messages', () => {
    const rows = [...source('error.cpp').matchAll(/^ {4}\{"(\w+)",\s+"(.+)"\},$/gm)];
    const messages = rows.map(([, code, message]) => [code, message]);
    expect(messages).toEqual(Object.entries(MESSAGES).slice(0, messages.length));
    const enumerators = /enum class ErrorCode \{(.*?)\n\}/s.exec(source('error.hpp'))?.[1] ?? '';
    const documented = [...enumerators.matchAll(/k(\w)(\w+), +\/\/\/< (.+)$/gm)];
    expect(
      documented.map(([, first = '', rest, message]) => [first.toLowerCase() + rest, message]),
    ).toEqual(messages.map(([code, message]) => [code, message?.split(', got ')[0]]));
  });
});
