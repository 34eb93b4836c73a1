// SPDX-License-Identifier: MIT
// Tests the program that trains the tales model (cpp/tales), with a tiny model and texts of this repository.
import { appendFileSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { Tokenizer } from '@huggingface/tokenizers';
import { beforeAll, describe, expect, test } from 'vitest';
import { AttentionError } from '../../web/src/engine/errors.ts';
import { readTalesFile } from '../../web/src/engine/tales-file.ts';
import { languageModelOf } from '../../web/src/engine/tales-model.ts';
import { openNative } from './native.ts';
import { at, modelOf, nativeTokens, TINY, tokenizerRefusal, train } from './tales.ts';

beforeAll(() => expect(train('whole')).toBe(''));

describe('training', () => {
  test('the same seed gives the same bits, also after an interruption', () => {
    expect(train('again', {}, 77)).toBe('');
    // A crash can leave a line that was not written whole.
    appendFileSync(at('again/log.jsonl'), '{"step":');
    expect(train('again')).toBe('');
    for (const file of ['checkpoint', 'model.safetensors', 'tokenizer.json'])
      expect(readFileSync(at('again', file)).equals(readFileSync(at('whole', file)))).toBe(true);
    const [first, last] = ['whole', 'again'].map((run) => {
      const lines = readFileSync(at(run, 'log.jsonl'), 'utf8').trim().split('\n');
      return JSON.parse(lines.at(-1) as string).held_out_loss;
    });
    expect(last).toBe(first);
    expect(last).toBeLessThan(Math.log(TINY.vocabulary) - 0.3);
  });

  test('a damaged checkpoint is refused by name, and so is one of other settings', () => {
    const bytes = readFileSync(at('whole/checkpoint'));
    const refused = (damaged: Buffer) => {
      rmSync(at('damaged'), { recursive: true, force: true });
      expect(train('damaged', {}, 1)).toBe('');
      writeFileSync(at('damaged/checkpoint'), damaged);
      return train('damaged');
    };
    const flipped = Buffer.from(bytes);
    flipped[bytes.length - 5] = (flipped[bytes.length - 5] as number) ^ 4;
    const other = Buffer.from(bytes.toString('latin1').replace('"seed":1', '"seed":2'), 'latin1');
    const name = `train-tales: ${at('damaged/checkpoint')}: `;
    for (const damaged of [flipped, bytes.subarray(0, -4), bytes.subarray(0, 50), Buffer.of()])
      expect(refused(damaged)).toBe(`${name}damaged\n`);
    expect(refused(other)).toBe(`${name}of other settings\n`);
    const longer = bytes.toString('latin1').replace(/"tokens":\d+/, '"tokens":9');
    expect(refused(Buffer.from(longer, 'latin1'))).toBe(`${name}of another corpus\n`);
  });
});

/** The parameters in a checkpoint: the first third of the numbers after its header, before the state of Adam. */
function parametersIn(run: string): Float32Array {
  const bytes = readFileSync(at(run, 'checkpoint'));
  const numbers = Uint8Array.from(bytes.subarray(bytes.indexOf('\n') + 1));
  return new Float32Array(numbers.buffer, 0, numbers.length / 4 / 3);
}

describe('a step', () => {
  test('is by a share of the learning rate while training warms up', () => {
    // The first step of Adam changes a parameter by the learning rate, whatever its gradient.
    const [start, moved] = [1e-12, 0.01].map((learning_rate) => {
      const run = `rate ${learning_rate}`;
      expect(train(run, { learning_rate, weight_decay: 0, warm_up: 4 }, 1)).toBe('');
      return parametersIn(run);
    }) as [Float32Array, Float32Array];
    const changes = moved.map((x, i) => Math.abs(x - (start[i] ?? Number.NaN)));
    expect(Math.max(...changes)).toBeCloseTo(0.01 / 4, 6);
  });

  test('of four workers with a sequence each is that of one worker with four', () => {
    const [one, four] = [1, 4].map((workers) => {
      const run = `${workers} workers`;
      expect(train(run, { workers, sequences_per_worker: 4 / workers }, 1)).toBe('');
      return JSON.parse(readFileSync(at(run, 'log.jsonl'), 'utf8'));
    });
    expect(four.loss).toBeCloseTo(one.loss, 5);
    expect(four.gradient_norm).toBeCloseTo(one.gradient_norm, 4);
  });
});

test('what cannot be trained is refused by name', () => {
  const refusal = train('long', { positions: 1e6 });
  expect(refusal).toMatch(/^train-tales: train\.txt: expected more than 1000000 tokens, got \d+/);
  const positions = Number(refusal.match(/got (\d+)/)?.[1]);
  expect(train('as long', { positions })).toContain(`got ${positions}`);
  expect(train('alone', { workers: 0 })).toBe('train-tales: workers: not a number >= 1\n');
  expect(train('large', { vocabulary: 1e6 })).toMatch(
    /^train-tales: vocabulary: expected 1000000 tokens/,
  );
  expect(train('uneven', { heads: 3 })).toContain('heads');
  expect(train('unknown', { norm: 'none at all' })).toBe(
    'train-tales: norm: unknown none at all\n',
  );
});

describe('the file of a model', () => {
  const bytes = () => modelOf('whole');

  test('has the loss of the text that was held out', () => {
    const { engine, close } = openNative();
    const file = readTalesFile(bytes());
    const { settings, heldOutLoss, tokenizer } = file;
    const model = languageModelOf(engine, file);
    const { ids } = new Tokenizer(JSON.parse(tokenizer), {}).encode(
      readFileSync(at('held.txt'), 'utf8'),
    );
    let sum = 0;
    for (let i = 0; i + 1 < ids.length; i += settings.positions) {
      const targets = ids.slice(i + 1, i + 1 + settings.positions);
      const { length } = targets;
      const of = (data: readonly number[]) => ({ shape: [length], data });
      const { loss } = model.stages({
        tokens: of(ids.slice(i, i + length)),
        targets: of(targets),
        counts: of(targets.map(() => 1)),
      });
      sum += (loss as number) * length;
    }
    close();
    expect(sum / (ids.length - 1)).toBeCloseTo(heldOutLoss, 4);
  });

  test('is refused by the name of the part that is damaged', () => {
    const refused = (damaged: Uint8Array) => {
      expect(() => readTalesFile(damaged)).toThrow(AttentionError);
      try {
        readTalesFile(damaged);
      } catch (error) {
        return (error as AttentionError).argument;
      }
    };
    const replaced = (from: string, to: string) =>
      Buffer.from(bytes().toString('latin1').replace(from, to), 'latin1');
    const flipped = bytes();
    flipped[flipped.length - 1] = (flipped.at(-1) as number) ^ 1;
    expect(refused(flipped)).toBe('checksum');
    expect(refused(bytes().subarray(0, -1))).toBe('checksum');
    expect(refused(bytes().subarray(0, 100))).toBe('file');
    expect(refused(Buffer.of())).toBe('file');
    expect(refused(replaced('{"__meta', '["__meta'))).toBe('header');
    expect(refused(replaced('tales 1', 'tales 9'))).toBe('format');
    expect(refused(replaced('"E":{"dtype":"I8"', '"E":{"dtype":"I9"'))).toBe('E');
    expect(refused(replaced('"E.scale"', '"e.scale"'))).toBe('E.scale');
  });
});

describe('tokenizer', () => {
  const open = () =>
    new Tokenizer(JSON.parse(readFileSync(at('whole/tokenizer.json'), 'utf8')), {
      clean_up_tokenization_spaces: false,
    });
  const text = () => readFileSync(at('train.txt'), 'utf8');

  test.each([
    " it's, don't you'll we're 'tis 'the 'sad 's",
    '  two  spaces\n\n\t tab \r\n end ',
    '“‘curly’” ‘quotes’ —— and …… it’s',
    'naïve 你好 Ω 😀 \u00a0 \u3000 x',
    'a <unk> b <|end|> ((("--"))).!?',
    '',
  ])('%j has the same tokens natively and in JavaScript', (sample) => {
    expect(nativeTokens(at('whole/tokenizer.json'), sample)).toEqual(open().encode(sample).ids);
  });

  test('a whole text has the same tokens natively and in JavaScript', () => {
    const tokens = nativeTokens(at('whole/tokenizer.json'), text());
    expect(tokens).toEqual(open().encode(text()).ids);
    expect(Math.max(...tokens)).toBeLessThan(TINY.vocabulary);
  });

  test('a text of known characters is restored', () => {
    const sample = ' the library is a model of the text\n\n and it returns one tensor.\n';
    const { ids } = open().encode(sample);
    expect(ids).not.toContain(0);
    expect(open().decode(ids)).toBe(sample);
  });

  test('a character belongs to the vocabulary if it occurs often enough', () => {
    const count = text().split('P').length - 1;
    const known = [count, count + 1].map((min_count) => {
      const run = `at least ${min_count}`;
      expect(train(run, { min_count }, 1)).toBe('');
      const { model } = JSON.parse(readFileSync(at(run, 'tokenizer.json'), 'utf8'));
      return 'P' in model.vocab;
    });
    expect(known).toEqual([true, false]);
  });

  test('a changed file is refused', () => {
    const damaged = at('tokenizer.json');
    const json = readFileSync(at('whole/tokenizer.json'), 'utf8');
    writeFileSync(damaged, json.replace('"fuse_unk":false', '"fuse_unk":true'));
    expect(tokenizerRefusal(damaged)).toBe(
      'train-tales: tokenizer: not a file that train:tales writes\n',
    );
  });
});
