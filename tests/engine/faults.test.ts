// SPDX-License-Identifier: MIT
// Memory that cannot be had and traps, at every request of a call: the module attention_faults counts them.
import { existsSync, readFileSync } from 'node:fs';
import { beforeAll, describe, expect, it } from 'vitest';
import type { Bindings, Factory } from '#wasm/simd';
import { AttentionError, Engine } from '../../web/src/engine/index.ts';
import { instantiate, type LoadedModule } from '../../web/src/engine/load.ts';
import { TRAINER } from './inputs.ts';
import { canaries, outcomeOf } from './instances.ts';
import { REQUESTS } from './requests.ts';

const FOLDER = new URL('../../build/wasm-simd/cpp/bindings/', import.meta.url);

/** What the test's heap adds to the module: tests/faults/failing_malloc.cpp. */
interface Heap extends Bindings {
  arm(failAt: number, trapAt: number): void;
  allocations(): number;
}

const precision = 'float64';
/** No call of the tables makes as many requests. */
const ENOUGH = 2000;

let first: LoadedModule;

beforeAll(async () => {
  const glue = new URL('attention_faults.js', FOLDER);
  if (!existsSync(glue)) throw new Error(`${glue} is missing; npm run test:engine builds it`);
  const { default: factory } = (await import(/* @vite-ignore */ glue.href)) as { default: Factory };
  const compiled = new WebAssembly.Module(readFileSync(new URL('attention_faults.wasm', FOLDER)));
  first = await instantiate(factory, compiled);
});

/** An engine with work begun: a job, a trainer and a tensor that a fault may take along. */
function open() {
  const losses: AttentionError[] = [];
  const module = first.renew();
  const engine = new Engine('simd', module);
  engine.addEventListener('lost', (event) => losses.push((event as CustomEvent).detail));
  const job = engine.newDotProductMoments({ d: 3, seed: 4 });
  job.advance(20);
  const trainer = engine.newTrainer({
    ...TRAINER,
    task: 'multi-head',
    optimizer: 'adam',
    precision,
  });
  trainer.run(1);
  const tensor = engine.newTensor({ precision, shape: [3], data: [1, 2, 3] });
  const goOn = () =>
    outcomeOf(() => {
      job.advance(5);
      return [job.result(), trainer.run(1), trainer.state(), tensor.data];
    });
  return { engine, heap: module.bindings as Heap, job, trainer, tensor, goOn, losses };
}

/** How a call ended: with its result, refused, or with the loss of its instance. */
function endOf(call: () => unknown): string {
  try {
    call();
    return 'answered';
  } catch (error) {
    expect(error).toBeInstanceOf(AttentionError);
    return (error as AttentionError).kind;
  }
}

const OPERATIONS = [...Object.entries(REQUESTS).map(([name, { call }]) => [name, call] as const)];

describe('allocation', () => {
  it.each(OPERATIONS)(
    'that fails at any request of %s is refused, and the next call answers',
    (_, call) => {
      const expected = open();
      const result = outcomeOf(() => call(expected.engine, precision));
      const healthy = canaries(expected.engine);
      const continued = expected.goOn();
      let ends = new Set<string>();
      for (let k = 1; k < ENOUGH; k++) {
        const { engine, heap, goOn } = open();
        heap.arm(k, 0);
        const end = endOf(() => call(engine, precision));
        const made = heap.allocations();
        heap.arm(0, 0);
        if (made < k) {
          expect(end).toBe('answered');
          break;
        }
        ends = ends.add(end);
        if (end !== 'Internal') expect(goOn(), `request ${k}`).toBe(continued);
        expect(outcomeOf(() => call(engine, precision)) === result, `request ${k}`).toBe(true);
        if (k % 8 === 1) expect(canaries(engine) === healthy, `request ${k}`).toBe(true);
      }
      expect(ends).toContain('OutOfMemory');
    },
  );
});

describe('a trap', () => {
  it.each(OPERATIONS)(
    'at any request of %s takes one instance, and the next call answers',
    async (_, call) => {
      const expected = open();
      const result = outcomeOf(() => call(expected.engine, precision));
      const healthy = canaries(expected.engine);
      for (let k = 1; k < ENOUGH; k += 3) {
        const { engine, heap, job, trainer, tensor, losses } = open();
        heap.arm(0, k);
        const end = endOf(() => call(engine, precision));
        if (end === 'answered') break;
        expect(end).toBe('Internal');
        for (const use of [() => job.count, () => trainer.run(1), () => tensor.data])
          expect(outcomeOf(use)).toBe(
            'Internal call: expected an object in use, got lost with the instance',
          );
        expect(outcomeOf(() => engine.softmax({ precision, logits: tensor }))).toBe(
          'Internal logits: expected an object in use, got lost with the instance',
        );
        for (const each of [job, trainer, tensor]) each.release();
        expect(outcomeOf(() => call(engine, precision)) === result, `request ${k}`).toBe(true);
        if (k === 1) expect(canaries(engine) === healthy).toBe(true);
        await Promise.resolve();
        expect(losses.map(({ message }) => message)).toEqual([
          'call: expected no fault, got unreachable',
        ]);
      }
    },
  );

  it('after another takes the instance that replaced the first', () => {
    const { engine } = open();
    const last = { renew: () => first.renew() };
    expect(last.renew()).toBeDefined();
    expect(canaries(engine)).toBe(canaries(open().engine));
  });
});
