// SPDX-License-Identifier: MIT
import { readFileSync, statSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  createEngine,
  type SentenceLanguage,
  type SentenceModel,
} from '../../web/src/engine/index.ts';
import { trainSentenceModel } from '../../web/src/engine/sentence-training.ts';
import { unpacked } from '../../web/src/engine/sentences/model-file.ts';
import { largestDifference } from '../../web/src/lessons/matrix.ts';
import { openNative } from './native.ts';
import { openEngine, sumOf } from './support.ts';

const { engine } = await openEngine('simd');
const native = openNative();
afterAll(() => native.close());
const placeOf = (language: string) =>
  new URL(`../../web/src/engine/sentences/models/${language}.json`, import.meta.url);

/**
 * The stored model's loss minus the entropy of the grammar must be less than this. The difference is not 0, because
 * training has only a thousand steps and parameters are rounded to bytes.
 */
const MOST_ABOVE_FLOOR = 0.05;
const LARGEST_FILE = 32 * 1024;

/** The start of a sentence, a next word that agrees with an earlier word, and one that does not. */
const AGREEMENTS: Record<SentenceLanguage, readonly [string, right: string, wrong: string][]> = {
  en: [
    ['the girls that saw the dog', 'were', 'was'],
    ['the girl that saw the dogs', 'was', 'were'],
    ['the queen near the kings was tired because', 'she', 'they'],
    ['the dogs behind the king hid', 'themselves', 'himself'],
  ],
  'zh-Hans': [
    ['一 匹 看见 一 只 狗 的', '马', '狗'],
    ['三 位 喜欢 一 本 书 的 奶奶 很 累 , 因为', '她们', '她'],
    ['这 条 找到 两 位 国王 的 蛇 很 高兴 , 因为', '它', '他们'],
  ],
  'zh-Hant': [
    ['一 匹 看到 三 個 男生 的', '馬', '男生'],
    ['兩 隻 追 一 顆 球 的 貓 走 了 , 因為', '牠們', '牠'],
    ['那 位 帶 三 把 雨傘 的 阿公 說', '他', '他們'],
  ],
};

describe.each(Object.entries(AGREEMENTS))('the sentence model of %s', (name, agreements) => {
  const language = name as SentenceLanguage;
  let core: SentenceModel;
  beforeAll(async () => {
    const withoutTraining = await createEngine({ simd: 'simd', training: false });
    core = await withoutTraining.sentenceModel(language);
  });

  it('has a file that training reproduces bit for bit', () => {
    const file = JSON.parse(readFileSync(placeOf(language), 'utf8'));
    expect(trainSentenceModel(native.engine, language)).toEqual(file);
    expect(statSync(placeOf(language)).size).toBeLessThanOrEqual(LARGEST_FILE);
    expect(file.loss).toBeGreaterThan(file.floor);
    expect(file.loss).toBeLessThan(file.floor + MOST_ABOVE_FLOOR);
  });

  it.each(agreements)('%s: %s, not %s', async (words, right, wrong) => {
    const model = await engine.sentenceModel(language);
    const next = model.next(words.split(' '));
    expect(next.reduce((sum, { probability }) => sum + probability, 0)).toBeCloseTo(1, 5);
    const of = (word: string) => next.find((one) => one.word === word)?.probability ?? 0;
    expect(of(right)).toBeGreaterThan(10 * of(wrong));
  });

  it('computes the same as the language model with its parameters, also without a head', async () => {
    const { parameters, options } = JSON.parse(readFileSync(placeOf(language), 'utf8'));
    const whole = engine.newLanguageModel({
      ...{ precision: 'float32', vocabulary: core.words.length, ...options },
      ...{ optimizer: 'sgd', learningRate: 1 },
    });
    const entries = Object.entries<Parameters<typeof unpacked>[0]>(parameters);
    const loaded = Object.fromEntries(entries.map(([name, rows]) => [name, unpacked(rows)]));
    const words = core.words.slice(3, 11);
    const tokens = { shape: [1, 8], data: [3, 4, 5, 6, 7, 8, 9, 10] };
    for (const without of [undefined, { layer: 1, head: 1 }]) {
      // Switches off the second head: sets its rows of W_o to 0.
      if (without) loaded.W_o_1?.data.fill(0, 16 * 32);
      whole.load(loaded);
      const { weights, logits } = whole.stages({ tokens });
      expect(largestDifference(core.weights(words).data, weights.data)).toBeLessThan(1e-5);
      const powers = logits.data.slice(-core.words.length).map(Math.exp);
      for (const { word, probability } of core.next(words, without)) {
        const power = powers[core.words.indexOf(word)] as number;
        expect(probability).toBeCloseTo(power / sumOf(powers), 5);
      }
    }
    whole.release();
    const next = core.next(words);
    for (const layer of [0, 1]) expect(core.next(words, { layer, head: 0 })).not.toEqual(next);
  });

  it('returns the stages of a layer, split into any number of heads', async () => {
    const model = await engine.sentenceModel(language);
    const words = model.words.slice(0, 5);
    const [first, second] = [model.stages(words, 0), model.stages(words, 1)];
    const all = [first, second].flatMap(({ stages }) => [...stages.heads.weights.data]);
    expect(all).toEqual([...model.weights(words).data]);
    // The input of the second layer is the sum of the first layer's input and output.
    const { x, stages, parameters } = first;
    expect(parameters).toBe(4 * 32 ** 2);
    expect([...second.x.data]).toEqual(
      Array.from(x.data, (entry, i) => Math.fround(entry + (stages.output.data[i] as number))),
    );
    const cut = model.stages(words, 0, 8);
    expect(cut.stages.headQueries.shape).toEqual([8, 5, 4]);
    expect(cut.stages.projectedQueries).toEqual(stages.projectedQueries);
    expect(cut.parameters).toBe(parameters);
    expect(() => model.stages(words, 0, 3)).toThrow();
  });
});

it('unknown languages, words and heads, and too many words, are refused', async () => {
  await expect(engine.sentenceModel('fr' as SentenceLanguage)).rejects.toThrow(
    'language: expected en, zh-Hans, zh-Hant, got fr',
  );
  const model = await engine.sentenceModel('en');
  expect(() => model.next(['the', 'whale'])).toThrow(
    'words: expected words of the vocabulary, got whale',
  );
  expect(() => model.next([])).toThrow('words: expected from 1 to 16 entries, got 0');
  expect(model.longest).toBe(16);
  expect(model.next(Array(16).fill('the')).length).toBeGreaterThan(0);
  expect(() => model.next(Array(17).fill('the'))).toThrow('got 17');
  for (const layer of [-1, 0.5, 2])
    expect(() => model.stages(['the'], layer)).toThrow(
      'layer: expected a whole number from 0 to 1',
    );
  expect(() => model.next(['the'], { layer: 2, head: 0 })).toThrow('without.layer');
  expect(() => model.next(['the'], { layer: 0, head: 4 })).toThrow('without.head');
});
