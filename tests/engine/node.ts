// SPDX-License-Identifier: MIT
// The engine for Node with both WebAssembly builds. In Node 20, relaxed SIMD is an experiment that the flag
// --experimental-wasm-relaxed-simd turns on.
import { setFlagsFromString } from 'node:v8';
import '../../web/src/engine/node.ts';
import { supports } from '../../web/src/engine/twin.ts';

if (!supports('relaxed')) setFlagsFromString('--experimental-wasm-relaxed-simd');
