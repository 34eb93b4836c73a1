// SPDX-License-Identifier: MIT
// Shows one lesson in its four forms of publication (shells): as an element, in a frame, as one HTML file, and in the
// site. All but the element are in frames of this page.

const lesson = new URLSearchParams(location.search).get('lesson');
const lab = document.createElement('attention-lab');
lab.setAttribute('lesson', lesson);
document.body.append(lab);
const addresses = [
  `embed.html?lang=en#/${lesson}`,
  `single/${lesson}.html?lang=en`,
  `index.html?lang=en#/${lesson}`,
];
document.querySelectorAll('iframe').forEach((frame, i) => {
  frame.src = `../../../dist/${addresses[i]}`;
});
