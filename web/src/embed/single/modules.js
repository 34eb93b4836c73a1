// SPDX-License-Identifier: MIT
// A minimal CommonJS loader for modules in one script. `define` adds functions that create modules, by module name.
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
