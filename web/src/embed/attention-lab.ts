// SPDX-License-Identifier: MIT
// The module that a page loads. Loading it, from wherever and however often, is all that is to be done.
import { AttentionLab, defineAttentionLab } from './element.ts';

export { AttentionLab, defineAttentionLab };

AttentionLab.ownBase = import.meta.url.replace(/[^/]*$/, '');
defineAttentionLab();
