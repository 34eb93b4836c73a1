// SPDX-License-Identifier: MIT
// Loads the modules and messages of lessons from their folders, and finds the numbers in their results.
import { readFileSync } from 'node:fs';
import type { Engine } from '../../web/src/engine/index.ts';
import type { Catalogue } from '../../web/src/i18n/catalogue.ts';
import type { Language } from '../../web/src/i18n/languages.ts';
import type { LessonCode } from '../../web/src/lessons/code.ts';
import type { Experiment } from '../../web/src/lessons/experiment.ts';
import type { Fields } from '../../web/src/state/fields.ts';

type State = Readonly<Record<string, unknown>>;

/** The exports that the tests use, from the modules in a lesson's folder. */
interface Exports {
  readonly experiments: readonly Experiment<State>[];
  readonly fields: Fields<State>;
  /** The inputs with which a page Verify begins. Undefined if the fields define them. */
  readonly EXAMPLE?: State;
  readonly code: LessonCode<State, unknown>;
  readonly compute: (state: State, engine: Engine) => unknown;
}

const files = import.meta.glob<Partial<Exports>>([
  '../../web/src/lessons/*/{claims,compute,state}.ts',
  '../../web/src/lessons/*/verify/verify.ts',
]);

/** The parts of a lesson that its page Verify uses: experiments, the example, `compute` and its programs. */
export async function partsOf(lesson: string): Promise<Exports> {
  const own = Object.keys(files).filter((path) => path.includes(`/lessons/${lesson}/`));
  return Object.assign({}, ...(await Promise.all(own.map((path) => files[path]?.()))));
}

const LESSONS = new URL('../../web/src/lessons/', import.meta.url);

export const catalogueOf = (folder: string, language: Language): Catalogue =>
  JSON.parse(readFileSync(new URL(`${folder}/messages.${language}.json`, LESSONS), 'utf8'));

/** The text with a dotted key such as "task.title", or undefined if the catalogue has none. */
export function textAt(catalogue: Catalogue, key: string): string | undefined {
  let found: string | Catalogue | undefined = catalogue;
  for (const part of key.split('.')) found = typeof found === 'object' ? found[part] : undefined;
  return typeof found === 'string' ? found : undefined;
}

/** The keys that have no text in a catalogue, and the placeholders in texts for which there is no value. */
export const lacks = (
  catalogue: Catalogue,
  wanted: readonly (readonly [key: string, values: readonly string[]])[],
): string[] =>
  wanted.flatMap(([key, values]) => {
    const text = textAt(catalogue, key);
    if (!text) return [key];
    const names = [...text.matchAll(/\{\{(\w+)/g)].map(([, name = '']) => name);
    return names.filter((name) => !values.includes(name)).map((name) => `${key}: {{${name}}}`);
  });

/** The names of functions that control a job and return no numbers. */
const ACTIONS = ['start', 'pause', 'stop'];

/** All numbers in an object, at any depth, also those that its functions return. Booleans count as 0 or 1. */
export function numbersIn(value: unknown, seen = new Set<unknown>()): number[] {
  if (typeof value === 'number' || typeof value === 'boolean') return [Number(value)];
  if (typeof value === 'function')
    return value.length > 0 || ACTIONS.includes(value.name) ? [] : numbersIn(value(), seen);
  if (value === null || typeof value !== 'object' || seen.has(value)) return [];
  seen.add(value);
  return Object.values(value).flatMap((one) => numbersIn(one, seen));
}

/** An engine that counts the jobs, trainers and models that it creates, and those that are released. */
export function counted(engine: Engine) {
  const count = { made: 0, released: 0 };
  const watched = <Made extends { release(): void }>(made: Made): Made => {
    count.made++;
    const release = made.release.bind(made);
    made.release = () => {
      count.released++;
      release();
    };
    return made;
  };
  const own = new Proxy(engine, {
    get: (target, name) => {
      const found = Reflect.get(target, name, target);
      if (typeof found !== 'function') return found;
      if (!/^new/.test(String(name))) return found.bind(target);
      return (options: never) => watched(found.call(target, options));
    },
  });
  return { engine: own, count };
}
