// SPDX-License-Identifier: MIT
// Node 20 knows relaxed SIMD behind a flag, later ones without: with it the tests ask every twin.
import { setFlagsFromString } from 'node:v8';
import { supports } from '../../web/src/engine/twin.ts';

if (!supports('relaxed')) setFlagsFromString('--experimental-wasm-relaxed-simd');
