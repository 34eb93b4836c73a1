// SPDX-License-Identifier: MIT
import { expect, it } from 'vitest';
import { siteHeaders } from '../../web/build/headers.ts';

it('the policy allows only the site itself and WebAssembly', () => {
  expect(siteHeaders['Content-Security-Policy']).toBe(
    "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self'; img-src 'self' data:; " +
      "font-src 'self'; connect-src 'self'; frame-src 'self'; manifest-src 'self'; worker-src 'self'; base-uri 'none'; form-action 'none'",
  );
});
