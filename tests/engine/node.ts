// SPDX-License-Identifier: MIT
// The engine for Node with all three WebAssembly builds. The flag is needed because Node 20
// supports relaxed SIMD only as an experiment.
import { setFlagsFromString } from 'node:v8';
import '../../web/src/engine/node.ts';
import { supports } from '../../web/src/engine/twin.ts';

if (!supports('relaxed')) setFlagsFromString('--experimental-wasm-relaxed-simd');
