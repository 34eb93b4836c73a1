// SPDX-License-Identifier: MIT
// Modules within one script: `define` takes more of them, by the names that they ask for each other by.
globalThis.attentionLab = (() => {
  const makers = {};
  const made = {};
  const require = (name) => {
    if (made[name] === undefined) {
      const module = { exports: {} };
      made[name] = module;
      makers[name](module.exports, require, module);
    }
    return made[name].exports;
  };
  return { define: (more) => Object.assign(makers, more), require };
})();
