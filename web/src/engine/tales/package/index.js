// SPDX-License-Identifier: MIT
// Registers the URL of the model's file for every copy of attention-lab in this page or program.

/** The URL of the model's file. */
export const file = new URL('./model.safetensors', import.meta.url);

globalThis[Symbol.for('attention-lab.tales')] = file;
