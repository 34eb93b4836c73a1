// SPDX-License-Identifier: MIT
// The custom element as a widget for notebooks (anywidget), and for books that are built from notebooks (Jupyter Book
// 2, MyST).
import packed from 'virtual:held-wasm';
import type { EngineOptions } from '../engine/index.ts';
import { AttentionLab, defineAttentionLab } from './element.ts';
import { inflated } from './single/unpack.ts';
import type { WidgetModel } from './types/anywidget.d.ts';

const NAMES = AttentionLab.observedAttributes;

/** The bytes of the WebAssembly module are in this script, because some notebook tools copy only one file. */
const heldEngine = async (): Promise<EngineOptions> => ({
  wasm: await inflated(packed).arrayBuffer(),
});

function ifSupported(call: () => void): void {
  try {
    call();
  } catch {
    // In a book, there is no notebook kernel, so the methods `save_changes` and `off` of MyST's model throw.
  }
}

/**
 * Renders a lesson with the settings in `model`, which the notebook's kernel shares. After each change by the reader,
 * writes the lesson's state to `model`.
 * @returns a function that removes the lesson
 */
async function render({ model, el }: { model: WidgetModel; el: HTMLElement }): Promise<() => void> {
  AttentionLab.engine ??= await heldEngine();
  defineAttentionLab();
  const lab = new AttentionLab();
  const take = (name: string) => {
    const value = model.get(name) ?? undefined;
    if (value === undefined) lab.removeAttribute(name);
    else lab.setAttribute(name, String(value));
  };
  const takeState = () => {
    // If the lesson and the state change together, the state belongs to the new lesson, so the lesson is set first.
    take('lesson');
    const state = String(model.get('state') ?? '');
    // The model also reports states that this widget has written to it. If the lesson still has such a state, it is not
    // set again. (The attribute `state` contains only the initial state.)
    if (state !== lab.getState()) lab.setState(state);
  };
  const watched = NAMES.map(
    (name) => [`change:${name}`, name === 'state' ? takeState : () => take(name)] as const,
  );
  for (const name of NAMES) take(name);
  for (const [event, callback] of watched) model.on(event, callback);
  lab.addEventListener('state-change', (event) => {
    const { state, change } = (event as CustomEvent).detail;
    if (change === 'step') return;
    model.set('state', state);
    ifSupported(() => model.save_changes());
  });
  el.append(lab);
  return () => {
    lab.remove();
    for (const [event, callback] of watched) ifSupported(() => model.off(event, callback));
  };
}

export default { render };
