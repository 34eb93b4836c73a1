// SPDX-License-Identifier: MIT
// The widget against a model, with as much of an element as it uses.
import { readFileSync } from 'node:fs';
import { expect, it, vi } from 'vitest';
import type { WidgetModel } from '../../web/src/embed/anywidget.ts';

class FakeElement extends EventTarget {
  readonly attributes = new Map<string, string>();
  readonly children: unknown[] = [];
  isRemoved = false;
  setAttribute = (name: string, value: string) => void this.attributes.set(name, value);
  removeAttribute = (name: string) => void this.attributes.delete(name);
  getAttribute = (name: string) => this.attributes.get(name) ?? null;
  append = (child: unknown) => void this.children.push(child);
  remove = () => {
    this.isRemoved = true;
  };
}

class Model extends EventTarget implements WidgetModel {
  saved = 0;
  constructor(readonly values: Record<string, unknown>) {
    super();
  }
  get = (name: string) => this.values[name];
  set = (name: string, value: unknown) => {
    this.values[name] = value;
    this.dispatchEvent(new Event(`change:${name}`));
  };
  on = (event: string, callback: () => void) => this.addEventListener(event, callback);
  off = (event: string, callback: () => void) => this.removeEventListener(event, callback);
  save_changes = () => {
    this.saved += 1;
  };
}

const example = readFileSync('examples/jupyter-book/lesson.md', 'utf8');

it('shows what the book’s page says, follows its model, and writes the state at rest', async () => {
  vi.stubGlobal('HTMLElement', FakeElement);
  const { default: widget } = await import('../../web/src/embed/anywidget.ts');
  const model = new Model(JSON.parse(/\{anywidget\}.*\n([\s\S]*?)\n:::/.exec(example)?.[1] ?? ''));
  const el = new FakeElement();
  const end = widget.render({ model, el: el as unknown as HTMLElement });
  const lab = el.children[0] as FakeElement;
  expect(Object.fromEntries(lab.attributes)).toEqual({
    lesson: 'softmax',
    lang: 'en',
    state: 'temperature=2',
  });
  model.set('lesson', 'cost');
  expect(lab.attributes.get('lesson')).toBe('cost');

  const tell = (state: string, change: string) =>
    lab.dispatchEvent(new CustomEvent('state-change', { detail: { state, change } }));
  tell('temperature=3', 'step');
  expect([model.get('state'), model.saved]).toEqual(['temperature=2', 0]);
  tell('temperature=3', 'rest');
  expect([model.get('state'), model.saved]).toEqual(['temperature=3', 1]);

  end();
  expect(lab.isRemoved).toBe(true);
  model.set('lesson', 'masking');
  expect(lab.attributes.get('lesson')).toBe('cost');
  vi.unstubAllGlobals();
});
