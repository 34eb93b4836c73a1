// SPDX-License-Identifier: MIT
import { own } from './own.mjs';

own('simd', 'array');
