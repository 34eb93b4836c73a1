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
import { openNative } from './native.ts';
import { openEngine } from './support.ts';

const { engine } = await openEngine('simd');
const native = openNative();
afterAll(() => native.close());
const placeOf = (language: string) =>
  new URL(`../../web/src/engine/sentences/models/${language}.json`, import.meta.url);

/**
 * The stored model's loss must be less than this above the entropy of the grammar. The model has made a thousand
 * training steps, and its parameters are rounded to bytes.
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

const dot = (a: ArrayLike<number> = [], b: ArrayLike<number> = []): number =>
  Array.from(a).reduce((sum, x, i) => sum + x * (b[i] as number), 0);

/** The input of the first layer. For each word: its embedding plus the embedding of its position, 32 numbers. */
const streamOf = ({ words: all, embeddings, positions }: SentenceModel, words: readonly string[]) =>
  words.map((word, i) => {
    const token = all.indexOf(word);
    const row = embeddings.data.subarray(32 * token, 32 * (token + 1));
    return Array.from(row, (x, c) => x + (positions.data[32 * i + c] as number));
  });

const product = (rows: readonly number[][], matrix: Float32Array, cols: number) =>
  rows.map((row) =>
    Array.from({ length: cols }, (_, c) =>
      row.reduce((sum, x, r) => sum + x * (matrix[r * cols + c] as number), 0),
    ),
  );

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

  it('computes the same as the language model with its parameters', async () => {
    const { parameters, options } = JSON.parse(readFileSync(placeOf(language), 'utf8'));
    const whole = engine.newLanguageModel({
      ...{ precision: 'float32', vocabulary: core.words.length, ...options },
      ...{ optimizer: 'sgd', learningRate: 1 },
    });
    const entries = Object.entries<Parameters<typeof unpacked>[0]>(parameters);
    whole.load(Object.fromEntries(entries.map(([name, rows]) => [name, unpacked(rows)])));
    const words = core.words.slice(3, 11);
    const tokens = { shape: [1, 8], data: [3, 4, 5, 6, 7, 8, 9, 10] };
    const { weights, logits } = whole.stages({ tokens });
    whole.release();
    const got = core.weights(words).data;
    expect(Math.max(...got.map((x, i) => Math.abs(x - (weights.data[i] as number))))).toBeLessThan(
      1e-5,
    );
    const last = logits.data.slice(-core.words.length);
    const best = core.words[last.indexOf(Math.max(...last))];
    expect(core.next(words)[0]?.word).toBe(best);
  });

  it('leaves out the output of one head at the last word', async () => {
    const model = await engine.sentenceModel(language);
    const words = model.words.slice(0, 5);
    const { parameters } = JSON.parse(readFileSync(placeOf(language), 'utf8'));
    const [W_o, U] = ['W_o_1', 'U'].map((name) => unpacked(parameters[name]).data);
    const { x, stages } = model.stages(words, 1);
    const heads = Array.from(stages.concat.data.slice(-32), (value, i) => (i < 16 ? value : 0));
    const [output = []] = product([heads], W_o as Float32Array, 32);
    const stream = output.map((value, i) => value + (x.data[4 * 32 + i] as number));
    const [logits = []] = product([stream], U as Float32Array, model.words.length);
    const powers = logits.map(Math.exp);
    const sum = powers.reduce((all, power) => all + power, 0);
    for (const { word, probability } of model.next(words, { layer: 1, head: 1 }))
      expect(probability).toBeCloseTo((powers[model.words.indexOf(word)] as number) / sum, 5);
    const whole = model.next(words);
    for (const layer of [0, 1]) expect(model.next(words, { layer, head: 0 })).not.toEqual(whole);
  });

  it('returns its embeddings, projections and weights', async () => {
    const model = await engine.sentenceModel(language);
    expect(model.embeddings.shape).toEqual([model.words.length, 32]);
    expect(model.heads.map(({ layer, head }) => [layer, head])).toEqual([
      ...[0, 1].map((head) => [0, head]),
      ...[0, 1].map((head) => [1, head]),
    ]);
    const words = model.words.slice(0, 5);
    const weights = model.weights(words);
    expect(weights.shape).toEqual([2, 2, 5, 5]);
    // Computes the weights of head 1 of the first layer, for the word with index 3, from the projections of that head.
    const { W_q, W_k } = model.heads[1] as (typeof model.heads)[number];
    expect(W_q.shape).toEqual([32, 16]);
    const rows = streamOf(model, words);
    const [q, k] = [W_q, W_k].map((W) => product(rows, W.data, 16));
    const scores = [0, 1, 2, 3].map((j) => dot(q?.[3], k?.[j]) / 4);
    const sum = scores.reduce((all, score) => all + Math.exp(score), 0);
    const row = weights.data.slice(25 + 15, 25 + 20);
    for (const [j, score] of scores.entries()) expect(row[j]).toBeCloseTo(Math.exp(score) / sum, 4);
    expect(row[4]).toBe(0);
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

it('unknown languages and words, and too many words, are refused', async () => {
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
});
