// SPDX-License-Identifier: MIT
import type { Bindings } from '#wasm/simd';
import { AttentionError, asAttentionError, checkedAddress } from './errors.ts';
import type {
  Kernel,
  KernelOptions,
  KernelRegression,
  KernelRegressionGradient,
  KernelRegressionInput,
} from './kernel-regression.ts';
import { loadModule, supportsSimd, type Twin } from './load.ts';
import { type FloatArray, type Precision, type Tensor, Wire } from './wire.ts';

export interface EngineOptions {
  /** `auto` (default) takes the SIMD twin where the platform has it, else the scalar one. */
  simd?: 'auto' | Twin;
  /** The module's bytes or address, for hosts that keep it elsewhere. */
  wasm?: URL | BufferSource;
}

type Operation = 'softmax' | 'kernelRegression' | 'kernelRegressionGradient';

/**
 * The C++ library, callable. Each method is one crossing: typed arrays are copied in, every stage
 * is copied out. A refused call throws AttentionError and leaves the engine as it was.
 */
export class Engine {
  private readonly bindings: Bindings;
  private readonly wire: Wire;
  private readonly kernelNumbers: ReadonlyMap<string, number>;

  constructor(
    readonly twin: Twin,
    module: Awaited<ReturnType<typeof loadModule>>,
  ) {
    this.bindings = module.bindings;
    this.wire = new Wire(module);
    this.kernelNumbers = new Map(this.bindings.kernels().map((name, i) => [name, i]));
  }

  /** Softmax over the last axis of `logits` (…, n): cpp/attention/softmax.hpp. */
  softmax<P extends Precision>(precision: P, logits: Tensor): Tensor<FloatArray<P>> {
    const n = logits.shape.at(-1) ?? 1;
    const rows = logits.shape.slice(0, -1).reduce((product, side) => product * side, 1);
    const matrix = { shape: [rows, n], data: logits.data };
    const [weights] = this.call(precision, 'softmax', { logits: matrix }, []);
    return { shape: [...logits.shape], data: (weights as Tensor<FloatArray<P>>).data };
  }

  /** Nadaraya–Watson kernel regression: cpp/attention/kernel_regression.hpp. */
  kernelRegression<P extends Precision>(input: KernelRegressionInput<P>): KernelRegression<P> {
    const { precision, queries, keys, values } = input;
    const curveQueries = input.curveQueries ?? { shape: [0, keys.shape[1] ?? 0], data: [] };
    const tensors = { queries, keys, values, curveQueries };
    const parts = this.call(precision, 'kernelRegression', tensors, this.kernelArguments(input));
    const stage = (index: number) => parts[index] as Tensor<FloatArray<P>>;
    return {
      distances: stage(0),
      scores: stage(1),
      kernelValues: stage(2),
      weights: stage(3),
      kernelSums: stage(4),
      weightSums: stage(5),
      weightedValues: stage(6),
      prediction: stage(7),
      hasSupport: Array.from(stage(8).data, Boolean),
      curve: { prediction: stage(9), hasSupport: Array.from(stage(10).data, Boolean) },
    };
  }

  /** Its backward pass: cpp/attention/gradient/kernel_regression.hpp. */
  kernelRegressionGradient<P extends Precision>(
    input: Omit<KernelRegressionInput<P>, 'curveQueries'> & { outputGradient: Tensor },
  ): KernelRegressionGradient<P> {
    const { precision, queries, keys, values, outputGradient } = input;
    const tensors = { queries, keys, values, outputGradient };
    const scalars = this.kernelArguments(input);
    const parts = this.call(precision, 'kernelRegressionGradient', tensors, scalars);
    const part = (index: number) => parts[index] as Tensor<FloatArray<P>>;
    return { queries: part(0), keys: part(1), values: part(2), sigma: part(3).data[0] as number };
  }

  private kernelArguments(options: KernelOptions): KernelArguments {
    const { kernel = 'gaussian', sigma = 1, sign = 'minus' } = options;
    return [this.kernelNumber(kernel), sigma, sign === 'plus' ? 1 : -1];
  }

  private kernelNumber(kernel: Kernel): number {
    const number = this.kernelNumbers.get(kernel);
    if (number !== undefined) return number;
    const expected = [...this.kernelNumbers.keys()].join(', ');
    throw new AttentionError('UnknownOption', 'kernel', expected, String(kernel));
  }

  private call<P extends Precision>(
    precision: P,
    operation: Operation,
    tensors: Readonly<Record<string, Tensor>>,
    scalars: [] | KernelArguments,
  ): Tensor<FloatArray<P>>[] {
    try {
      this.wire.write(precision, tensors);
      const name = `${operation}${precision === 'float32' ? '32' : '64'}` as const;
      const binding = this.bindings[name] as (...scalars: number[]) => number;
      return this.wire.read(precision, checkedAddress(this.bindings, binding(...scalars)));
    } catch (thrown) {
      throw asAttentionError(thrown);
    }
  }
}

type KernelArguments = [kernel: number, sigma: number, sign: number];

/**
 * Loads the module and gives the engine; works in a page, in a worker and under Node.
 * @throws EngineLoadError
 */
export async function createEngine({ simd = 'auto', wasm }: EngineOptions = {}): Promise<Engine> {
  const twin: Twin = simd === 'scalar' || (simd === 'auto' && !supportsSimd()) ? 'scalar' : 'simd';
  return new Engine(twin, await loadModule(twin, wasm));
}
