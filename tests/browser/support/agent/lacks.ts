// SPDX-License-Identifier: MIT
// What a browser, a host or a tab can lack, taken from a page before its first script. Each is sent as its text, so it
// must not refer to anything outside itself.

declare global {
  interface Window {
    /** Bytes of each module that a page without SIMD has compiled. */
    compiled?: number[];
  }
}

/** A processor without SIMD: the probes fail, and what is compiled in their place is noted. */
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

/** A tab that is opened behind others: nothing is painted before "visibilitychange". */
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

/** Something that is not there. */
export type Lack = keyof typeof LACKS;
