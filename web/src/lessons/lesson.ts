// SPDX-License-Identifier: MIT

import type { Prose } from '*.md';
import type { TemplateResult } from 'lit';
import type { Engine } from '../engine/index.ts';
import type { CatalogueLoader } from '../i18n/i18n.ts';
import type { Language } from '../i18n/languages.ts';
import type { Problem } from '../state/fields.ts';

/** How a new state is kept: `step` is one of many in a drag, `jump` is one that "back" should undo. */
export type Change = 'step' | 'rest' | 'jump';

/** What a lesson is given to draw itself with. */
export interface LessonProps<State> {
  readonly state: State;
  readonly engine: Engine;
  readonly prose: Prose;
  readonly onState: (state: State, change: Change) => void;
}

/** A lesson as the shells know it: a page, or an embed. */
export interface Lesson<State> {
  readonly id: string;
  /** Reads link parameters; whatever they hold, the state is usable. */
  readLink(params: URLSearchParams): { state: State; problems: readonly Problem[] };
  writeLink(state: State): URLSearchParams;
  render(props: LessonProps<State>): TemplateResult;
  /** A picture that moves, for a page that introduces the lesson. */
  renderPreview(engine: Engine): TemplateResult;
}

/** Where a lesson's parts are loaded from, each on demand. */
export interface LessonEntry {
  readonly id: string;
  readonly load: () => Promise<Lesson<unknown>>;
  readonly messages: CatalogueLoader;
  readonly prose: (language: Language) => Promise<Prose>;
}
