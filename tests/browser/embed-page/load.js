// SPDX-License-Identifier: MIT
// Imports the script that the URL parameter `module` names and adds one `<attention-lab>` element. `far` is the
// element's distance in pixels from the top of the page; all other parameters become attributes.

const { module, far, ...attributes } = Object.fromEntries(new URLSearchParams(location.search));
import(new URL(module, location.href).href).then(() => {
  const lab = document.createElement('attention-lab');
  for (const [name, value] of Object.entries(attributes)) lab.setAttribute(name, value);
  if (far) document.body.append(Object.assign(document.createElement('canvas'), { height: far }));
  document.body.append(lab);
});
