// SPDX-License-Identifier: MIT
// Creates the scenes of the lessons in their initial states, and renders their figures. A test that imports this file
// mocks web/src/lesson/define.ts by a function that returns the definition of a lesson.
import { readFileSync } from 'node:fs';
import { compileProse } from '../../web/build/compile-prose.ts';
import { renderHtml } from '../../web/build/render-html.ts';
import { createEngine } from '../../web/src/engine/index.ts';
import { sentenceLanguage } from '../../web/src/engine/sentences/languages.ts';
import { createI18n } from '../../web/src/i18n/i18n.ts';
import type { Language } from '../../web/src/i18n/languages.ts';
import type { Layout, LessonDefinition, Scene, View } from '../../web/src/lesson/define.ts';
import { lessons } from '../../web/src/lessons/registry.ts';
import type { LessonMessages } from '../../web/src/lessons/scene.ts';
import { initialState } from '../../web/src/state/fields.ts';
import { catalogueOf } from './lessons.ts';

export type State = Readonly<Record<string, unknown>>;
type Definition = LessonDefinition<State, unknown, View, LessonMessages, unknown>;

const LESSONS = new URL('../../web/src/lessons/', import.meta.url);
const read = (file: string) => readFileSync(new URL(file, LESSONS), 'utf8');

export const engine = await createEngine({ simd: 'simd' });

export const modelOf = (definition: Definition, language: Language) =>
  definition.loadModel?.(engine) ?? engine.sentenceModel(sentenceLanguage(language));

async function readScenes(id: string, language: Language) {
  const definition = (await lessons.find((one) => one.id === id)?.load()) as unknown as Definition;
  const i18n = await createI18n(language);
  await i18n.addCatalogue(id, async () => catalogueOf(id, language));
  const model = await modelOf(definition, language);
  const prose = compileProse(read(`${id}/text.${language}.md`), id);
  return definition.steps.map((step) => {
    const state: State = { ...initialState(definition.fields), ...step.state };
    const numbers = definition.compute(state, engine, model);
    const t = i18n.translator<LessonMessages>(id);
    const scene: Scene<State, unknown, LessonMessages> = {
      state,
      numbers,
      i18n,
      t,
      pointed: '',
      addressOf: () => undefined,
      set: () => {},
    };
    /** The figure and the line below it, as HTML, for other values of some fields, or after a guess. */
    const draw = (layout: Layout, change?: State, isAnswered = false) => {
      const outcome = isAnswered ? step.question?.outcome : {};
      const view = { ...definition.parts, ...step.view, ...outcome } as View;
      const own = { ...state, ...change };
      const changed = change
        ? { ...scene, state: own, numbers: definition.compute(own, engine, model) }
        : scene;
      return renderHtml([definition.draw(changed, view, layout), step.worked?.(changed, view)]);
    };
    return { definition, i18n, step, scene, draw, section: prose.sections[step.id] };
  });
}

const known = new Map<string, ReturnType<typeof readScenes>>();
export function scenesOf(id: string, language: Language) {
  const scenes = known.get(`${id} ${language}`) ?? readScenes(id, language);
  known.set(`${id} ${language}`, scenes);
  return scenes;
}
