// SPDX-License-Identifier: MIT
// A learning platform that runs a package with the library scorm-again. Parameters: `standard`; `src`, the page of the
// package; `left`, the stored data of an earlier session; `commit`, an address to which the platform sends the stored
// data; `window`, if the button opens the package in a window.

const asked = new URLSearchParams(location.search);
const isOld = asked.get('standard') === 'scorm12';
const api = new (isOld ? window.Scorm12API : window.Scorm2004API)({
  lmsCommitUrl: asked.get('commit') ?? false,
  logLevel: 'NONE',
});
const left = asked.get('left');
if (left) api.loadFromJSON(JSON.parse(left).cmi, 'cmi');
window[isOld ? 'API' : 'API_1484_11'] = api;

const frame = document.querySelector('iframe');
const src = asked.get('src');
window.platform = {
  kept: () => api.renderCMIToJSONObject(),
  isOver: () => api.isTerminated(),
  lesson: frame.contentWindow,
  close: () => {
    frame.src = 'about:blank';
  },
};
if (asked.has('window'))
  document.querySelector('button').addEventListener('click', () => {
    const opened = window.open(src, 'lesson', 'popup,width=900,height=700');
    Object.assign(window.platform, { lesson: opened, close: () => opened.close() });
  });
else if (src) frame.src = src;
