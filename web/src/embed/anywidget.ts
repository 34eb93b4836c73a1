// SPDX-License-Identifier: MIT
// The element as a widget of notebooks and of books made of them: anywidget, Jupyter Book 2, MyST.
import { AttentionLab, defineAttentionLab } from './element.ts';

/** As much of a widget's model as is used; its names are the element's attributes. */
export interface WidgetModel {
  get(name: string): unknown;
  set(name: string, value: unknown): void;
  on(event: string, callback: () => void): void;
  off(event: string, callback: () => void): void;
  save_changes(): void;
}

AttentionLab.ownBase = import.meta.url.replace(/[^/]*$/, '');

const NAMES = AttentionLab.observedAttributes;

/** Shows a lesson as the model says, and writes the reader's state to the model whenever it is at rest. */
function render({ model, el }: { model: WidgetModel; el: HTMLElement }): () => void {
  defineAttentionLab();
  const lab = new AttentionLab();
  const take = (name: string) => {
    const value = model.get(name);
    if (value === undefined || value === null) lab.removeAttribute(name);
    // What the reader has just done comes back from the model.
    else if (name !== 'state' || value !== lab.getState()) lab.setAttribute(name, String(value));
  };
  const watched = NAMES.map((name) => [`change:${name}`, () => take(name)] as const);
  for (const name of NAMES) take(name);
  for (const [event, callback] of watched) model.on(event, callback);
  lab.addEventListener('state-change', (event) => {
    const { state, change } = (event as CustomEvent).detail;
    if (change === 'step') return;
    model.set('state', state);
    model.save_changes();
  });
  el.append(lab);
  return () => {
    for (const [event, callback] of watched) model.off(event, callback);
    lab.remove();
  };
}

export default { render };
