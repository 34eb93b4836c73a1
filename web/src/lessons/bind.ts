// SPDX-License-Identifier: MIT
import { html, nothing, type TemplateResult } from 'lit';
import '../components/choice.ts';
import '../components/number-box.ts';
import type { ValueChange } from '../components/light-element.ts';
import '../components/slider.ts';
import type { Scene } from '../lesson/define.ts';
import type { Role } from '../marks/matrix.ts';
import type { ChoiceControl, Fields, NumberControl } from '../state/fields.ts';
import type { Change } from './lesson.ts';
import { say } from './scene.ts';

type ControlScene<State, Texts> = Pick<Scene<State, unknown, Texts>, 'state' | 't' | 'set'>;

export interface BindOptions {
  /** Index of the number that the control changes, if the field is a list. */
  readonly index?: number;
  readonly label?: string;
  /** The offered options of a field with named options, besides the current option. Default: all. */
  readonly options?: readonly string[];
  /** A name for each integer in the field's range. If given, the control is a choice between these names. */
  readonly names?: readonly string[];
  /** Whether the control is a number box without a slider, for a table. */
  readonly isBox?: boolean;
  /** Label of the button for the next seed. If given, the control is an `al-seed-box`, which the lesson must import. */
  readonly next?: string;
}

export type Bind<State> = (field: keyof State & string, options?: BindOptions) => TemplateResult;

/**
 * Returns the function that renders the controls of a lesson. In the lesson's catalogue of messages, labels have the
 * key `field.<name>` and options have the key `<field>.<option>`.
 */
export function binder<State extends object, Texts>(
  fields: Fields<State>,
  scene: ControlScene<State, Texts>,
): Bind<State> {
  return (name, options = {}) => {
    const { control } = fields[name];
    if (control === undefined) throw new Error(`the field "${name}" has no control`);
    return control.kind === 'number'
      ? numberControl(scene, name, control, options)
      : choiceControl(scene, name, control, options);
  };
}

function numberControl<State extends object, Texts>(
  { state, t, set }: ControlScene<State, Texts>,
  name: keyof State & string,
  { range, settings }: NumberControl,
  options: BindOptions,
): TemplateResult {
  const { index, label, names, isBox, next: nextName } = options;
  const { min, max } = range;
  const word = say(t);
  const held = state[name] as number | readonly number[];
  const value = typeof held === 'number' ? held : (held[index ?? 0] as number);
  const onValue = ({ detail }: CustomEvent<ValueChange<number>>) => {
    const next = typeof held === 'number' ? detail.value : held.with(index ?? 0, detail.value);
    set({ [name]: next } as Partial<State>, detail.final ? 'rest' : 'step');
  };
  const title = label ?? word(`field.${name}`);
  const isWhole = settings.integer ?? false;
  if (names)
    return html`
      <al-choice field=${name} .label=${title} .value=${String(value)}
        .options=${names.map((one, i) => ({ value: String(range.min + i), label: one }))}
        @al-value=${({ detail }: CustomEvent<ValueChange<string>>) =>
          set({ [name]: Number(detail.value) } as Partial<State>, 'jump')}></al-choice>`;
  if (isBox)
    return html`
      <al-number-box field=${name} data-control=${index === undefined ? nothing : `${name} ${index}`} .label=${title}
        .value=${value} .revision=${state} .lowest=${min} .highest=${max} .isWhole=${isWhole} @al-value=${onValue}></al-number-box>`;
  if (nextName)
    return html`
      <al-seed-box field=${name} .label=${title} .next=${nextName} .value=${value} .revision=${state} .lowest=${min}
        .highest=${max} @al-value=${onValue}></al-seed-box>`;
  return html`
    <al-slider field=${name} .label=${title} .unit=${settings.unit ? word(settings.unit) : ''}
      .value=${value} .revision=${state} .min=${min} .max=${max}
      .step=${settings.step ?? (settings.integer ? 1 : 0)} .stops=${settings.stops}
      .lowest=${min} .highest=${max} .logarithmic=${settings.scale === 'log'} .isWhole=${isWhole} @al-value=${onValue}></al-slider>`;
}

function choiceControl<State extends object, Texts>(
  { state, t, set }: ControlScene<State, Texts>,
  name: keyof State & string,
  { options }: ChoiceControl<string>,
  { label, options: offered = options }: BindOptions,
): TemplateResult {
  const word = say(t);
  const named = (value: string) => {
    const text = word(`${name}.${value}`);
    // Options that are the same in every language, such as float64, have no message. `word` then returns the key.
    return { value, label: text === `${name}.${value}` ? value : text };
  };
  return html`
    <al-choice field=${name} .label=${label ?? word(`field.${name}`)} .value=${state[name]}
      .options=${options.filter((one) => offered.includes(one) || one === state[name]).map(named)}
      @al-value=${({ detail }: CustomEvent<ValueChange<string>>) =>
        set({ [name]: detail.value } as Partial<State>, 'jump')}></al-choice>`;
}

/** Renders a choice between the words of a sentence. The field counts words from 1; the current index `at`, from 0. */
export const wordChoice = <Name extends string>(
  { set }: { readonly set: (change: { [Field in Name]: number }, how: Change) => void },
  field: Name,
  label: string,
  words: readonly string[],
  at: number,
): TemplateResult => html`
  <al-choice field=${field} .label=${label} .value=${String(at + 1)}
    .options=${words.map((word, i) => ({ value: String(i + 1), label: word }))}
    @al-value=${({ detail }: CustomEvent<ValueChange<string>>) =>
      set({ [field]: Number(detail.value) } as { [Field in Name]: number }, 'rest')}></al-choice>`;

/** Renders a part of a calculation in the colour of a role, such as query or key. */
export const inRole = (role: Role, text: string): TemplateResult =>
  html`<span class="role ${role}">${text}</span>`;
