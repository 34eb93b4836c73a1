// SPDX-License-Identifier: MIT
import { testMemory } from './memory.ts';

testMemory('simd');
