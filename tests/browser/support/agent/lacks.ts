// SPDX-License-Identifier: MIT
// Functions that remove one feature of the browser. Each runs before the page's first script, from its source text, so
// it must not refer to anything outside itself.

/**
 * Simulates WebAssembly without SIMD: `validate` and `compile` reject every module. Only instantiating bytes directly
 * still works; the site does this with an empty module.
 */
function simd(): void {
  const compile = () => Promise.reject(new WebAssembly.CompileError('no SIMD'));
  Object.assign(WebAssembly, { validate: () => false, compile, compileStreaming: compile });
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
