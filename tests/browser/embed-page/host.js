// SPDX-License-Identifier: MIT
// Records the events of `<attention-lab>` elements, and the keys that reach the page.

window.told = [];
for (const name of ['ready', 'state-change', 'question-result', 'error'])
  document.addEventListener(name, ({ target, detail }) => {
    if (target.localName === 'attention-lab') window.told.push({ name, id: target.id, detail });
  });
window.keys = [];
document.addEventListener('keydown', ({ key }) => window.keys.push(key));
window.messages = [];
addEventListener('message', ({ data }) => window.messages.push(data));
