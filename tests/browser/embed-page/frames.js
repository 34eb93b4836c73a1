// SPDX-License-Identifier: MIT
// Shows the URL in the page's parameter `src` in a frame, and records the frame's messages in `window.told`.

window.told = [];
addEventListener('message', ({ data }) => {
  if (data.type || data.subject) window.told.push(data);
});
document.querySelector('iframe').src = new URLSearchParams(location.search).get('src');
