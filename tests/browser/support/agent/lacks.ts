// SPDX-License-Identifier: MIT
// Each function removes one feature of the browser and is called before the page's first script. It
// runs in the page from its source text, so it must not refer to anything outside itself.

declare global {
  interface Window {
    /** The size in bytes of each WebAssembly module that a page without SIMD has compiled. */
    compiled?: number[];
  }
}

/**
 * Simulates a processor without SIMD: modules of 9 to 100 bytes, such as those that test for SIMD,
 * are invalid. Records the size of each compiled module in `window.compiled`.
 */
function simd(): void {
  const { compile, validate } = WebAssembly;
  const compiled: number[] = [];
  window.compiled = compiled;
  WebAssembly.validate = (bytes) =>
    (bytes.byteLength < 9 || bytes.byteLength > 100) && validate(bytes);
  WebAssembly.compile = (bytes) => {
    compiled.push(bytes.byteLength);
    return compile(bytes);
  };
}

function wasm(): void {
  Reflect.deleteProperty(window, 'WebAssembly');
}

function workers(): void {
  Reflect.deleteProperty(window, 'Worker');
}

/** Simulates a background tab: animation frames wait until the event "visibilitychange". */
function frames(): void {
  const waiting: FrameRequestCallback[] = [];
  const request = window.requestAnimationFrame;
  window.requestAnimationFrame = (callback) => waiting.push(callback);
  Object.defineProperty(document, 'hidden', { value: true, configurable: true });
  const onShown = () => {
    document.removeEventListener('visibilitychange', onShown, true);
    Reflect.deleteProperty(document, 'hidden');
    window.requestAnimationFrame = request;
    for (const callback of waiting) request(callback);
  };
  document.addEventListener('visibilitychange', onShown, true);
}

export const LACKS = { simd, wasm, workers, frames } as const;

export type Lack = keyof typeof LACKS;
