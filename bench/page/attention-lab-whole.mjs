// SPDX-License-Identifier: MIT
import { own } from './own.mjs';

own('relaxed', 'whole');
