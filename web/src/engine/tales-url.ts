// SPDX-License-Identifier: MIT

/** The URL of the model's file. Single HTML files contain another function instead, which returns the file's bytes. */
export const talesFile = (): URL | Promise<Uint8Array> =>
  new URL('./tales/model.safetensors', import.meta.url);
