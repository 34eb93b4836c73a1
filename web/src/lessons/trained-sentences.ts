// SPDX-License-Identifier: MIT
// The sentence model that the reader has trained last, for each language. It is kept until the window is closed, so
// that other pages can use it.
import { keep, kept } from '../device/store.ts';
import type { LanguageModelInput, LanguageModelState, SentenceLanguage } from '../engine/index.ts';

type State = Omit<LanguageModelState<'float32'>, 'seed'>;

/** The data that are needed to use the model and to continue its training. */
export interface TrainedSentences {
  readonly input: LanguageModelInput<'float32'>;
  readonly state: State;
}

const LISTS = ['parameters', 'first', 'second'] as const;

const nameOf = (language: SentenceLanguage) => `trained.${language}`;

// Stored in base64, because a float32 takes fewer characters in base64 than in decimal digits.
const textOf = (numbers: Float32Array): string => {
  const bytes = new Uint8Array(numbers.buffer, numbers.byteOffset, numbers.byteLength);
  return btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(''));
};
const numbersIn = (text: string): Float32Array<ArrayBuffer> =>
  new Float32Array(Uint8Array.from(atob(text), (sign) => sign.charCodeAt(0)).buffer);

export function keepTrained(language: SentenceLanguage, { input, state }: TrainedSentences): void {
  const lists = LISTS.map((name) => textOf(state[name]));
  keep(nameOf(language), JSON.stringify({ input, steps: state.steps, lists }), 'session');
}

/** The model that the reader has trained in this language. Undefined if there is none in this window. */
export function trainedSentences(language: SentenceLanguage): TrainedSentences | undefined {
  const text = kept(nameOf(language), 'session');
  if (text === undefined) return undefined;
  const { input, steps, lists } = JSON.parse(text);
  const [parameters, first, second] = lists.map(numbersIn);
  return { input, state: { steps, parameters, first, second } };
}
