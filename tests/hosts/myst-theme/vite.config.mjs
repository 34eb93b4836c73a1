// SPDX-License-Identifier: MIT
export default {
  publicDir: false,
  logLevel: 'error',
  define: { 'process.env.NODE_ENV': '"production"' },
  build: {
    outDir: 'public',
    lib: { entry: 'page.mjs', formats: ['es'], fileName: () => 'page.js' },
  },
};
