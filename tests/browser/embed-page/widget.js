// SPDX-License-Identifier: MIT
// Shows the notebook widget with a model of Backbone.js, the library of Jupyter's models.
import widget from '../../../dist/embed/anywidget.js';

const model = new window.Backbone.Model({
  lesson: 'softmax',
  lang: 'en',
  state: 'temperature=2',
});
if (location.search === '?myst') {
  const refuse = () => {
    throw new Error('not implemented yet');
  };
  Object.assign(model, { save_changes: refuse, off: refuse });
} else {
  window.saved = [];
  model.save_changes = () => window.saved.push(model.get('state'));
}

window.model = model;
const el = document.body.appendChild(document.createElement('div'));
window.end = await widget.render({ model, el });
