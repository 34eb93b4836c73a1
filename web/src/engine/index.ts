// SPDX-License-Identifier: MIT
export { createEngine, Engine, type EngineOptions } from './engine.ts';
export { AttentionError, EngineLoadError, ERROR_KINDS, type ErrorKind } from './errors.ts';
export {
  type ExponentSign,
  KERNELS,
  type Kernel,
  type KernelRegression,
  type KernelRegressionGradient,
  type KernelRegressionInput,
} from './kernel-regression.ts';
export { supportsSimd, type Twin } from './load.ts';
export type { FloatArray, Precision, Tensor } from './wire.ts';
