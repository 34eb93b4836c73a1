// SPDX-License-Identifier: MIT
// Types of the widget for anywidget. The model's values have the names of the custom element's attributes.

export interface WidgetModel {
  get(name: string): unknown;
  set(name: string, value: unknown): void;
  on(event: string, callback: () => void): void;
  off(event: string, callback: () => void): void;
  save_changes(): void;
}

declare const widget: {
  /**
   * Renders a lesson into `el`.
   * @returns a promise of a function that removes the lesson
   */
  render(context: { model: WidgetModel; el: HTMLElement }): Promise<() => void>;
};

export default widget;
