// SPDX-License-Identifier: MIT
// The entry module of the custom element. Importing it registers the element; repeated imports have no effect.
import { AttentionLab, defineAttentionLab } from './element.ts';

export { AttentionLab, defineAttentionLab };

AttentionLab.ownBase = import.meta.url.replace(/[^/]*$/, '');
defineAttentionLab();
