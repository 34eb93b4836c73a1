// SPDX-License-Identifier: MIT

/** The URL of the model's file. In a single HTML file, a function that returns the file's bytes replaces this one. */
export const talesFile = (): URL | Promise<Uint8Array> =>
  new URL('./tales/model.safetensors', import.meta.url);
