// SPDX-License-Identifier: MIT
// The definition of a lesson's page Verify: the documents' claims with the experiments that test them, and the code and
// the numbers of the last experiment.
import type { Code } from '*?excerpts';
import { html, type TemplateResult } from 'lit';
import { keyed } from 'lit/directives/keyed.js';
import type { Engine } from '../engine/index.ts';
import type { MessageKey, Translate } from '../i18n/catalogue.ts';
import type { LessonCode, Ran } from '../lessons/code.ts';
import type { Experiment } from '../lessons/experiment.ts';
import type { Lesson } from '../lessons/lesson.ts';
import { pageOf } from '../lessons/page-of.ts';
import type { LessonMessages } from '../lessons/scene.ts';
import { choiceField, type Field, type StateOf } from '../state/fields.ts';
import { renderVerifyDraft } from './render-verify.ts';
import './verify.ts';

/** The argument of the functions that render code and tables: inputs, their numbers, and the translator. */
export interface Example<State, Numbers, Texts> extends Ran<State, Numbers> {
  readonly t: Translate<MessageKey<Texts>>;
}

export interface VerifyDefinition<State, Numbers, Texts extends LessonMessages> {
  /** The name of the lesson's folder, and of the page's catalogue of messages. */
  readonly id: string;
  /** Experiments that test the claims (web/src/ledger). The catalogue contains their texts under `experiment.<id>`. */
  readonly experiments: readonly Experiment<State>[];
  /** The inputs of which the page shows code and numbers until an experiment has run. */
  readonly example: State;
  /** Returns a promise if a model or a module must be loaded first. */
  readonly compute: (state: State, engine: Engine) => Numbers | Promise<Numbers>;
  /** Renders the tables of the numbers. */
  readonly data: (example: Example<State, Numbers, Texts>) => TemplateResult;
  readonly code: {
    readonly own: LessonCode<State, Numbers>;
    /** Imports the code: `() => import('../code?excerpts')`. Called when the reader opens it. */
    readonly excerpts: () => Promise<{ readonly default: Code }>;
  };
}

/** A definition without its types, for `VerifyView`, which only passes the result of `compute` to `data` and `code`. */
export type AnyVerify = VerifyDefinition<unknown, unknown, LessonMessages>;

/** The fields in the page's address: the claim to scroll to, and the step from which the reader came. */
export type VerifyPlace = StateOf<ReturnType<typeof fieldsOf>>;

/** The id of a step, or empty. Unknown ids are allowed here: the lesson reports them when the reader goes back. */
const stepField: Field<string> = {
  initial: '',
  read: (text) => ({ value: /^[\w-]*$/.test(text) ? text : '' }),
  write: (step) => step,
  within: (step) => step,
  between: (_from, to) => to,
  control: undefined,
};

const fieldsOf = ({ experiments }: Pick<AnyVerify, 'experiments'>) => ({
  claim: choiceField('', ['', ...experiments.map(({ id }) => id)]),
  step: stepField,
});

export function defineVerify<State, Numbers, Texts extends LessonMessages>(
  definition: VerifyDefinition<State, Numbers, Texts>,
): Lesson<unknown> {
  const { id } = definition;
  const verify = definition as unknown as AnyVerify;
  return pageOf(id, fieldsOf(definition), {
    fields: [],
    fieldLabel: (field, i18n) => i18n.t(field === 'claim' ? 'verify.claim' : 'scene.label'),
    draft: (i18n, prose, engine) => renderVerifyDraft(verify, i18n, prose, engine),
    render: (props) =>
      html`${keyed(id, html`<al-verify data-id=${id} .verify=${verify} .props=${props}></al-verify>`)}`,
  });
}
