// SPDX-License-Identifier: MIT
// Loads the element from wherever the page's address says, and adds one with the attributes that it gives; `far`: so
// many pixels below the top.

const { module, far, ...attributes } = Object.fromEntries(new URLSearchParams(location.search));
import(new URL(module, location.href).href).then(() => {
  const lab = document.createElement('attention-lab');
  for (const [name, value] of Object.entries(attributes)) lab.setAttribute(name, value);
  if (far) document.body.append(Object.assign(document.createElement('canvas'), { height: far }));
  document.body.append(lab);
});
