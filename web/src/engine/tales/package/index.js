// SPDX-License-Identifier: MIT
// Registers the file of the model for every copy of attention-lab in this page or program.

/** The URL of the model. */
export const file = new URL('./model.safetensors', import.meta.url);

Reflect.set(globalThis, Symbol.for('attention-lab.tales'), file);
