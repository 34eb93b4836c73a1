// SPDX-License-Identifier: MIT
// Small probabilistic grammars: finite automata in which the words so far determine the state. So the probabilities of
// the next word and their entropy are known at each position. The mean entropy is a lower bound of every model's loss.
import { below, type Random } from './random.ts';

export type Role =
  | 'opening'
  | 'number'
  | 'classifier'
  | 'subject'
  | 'link'
  | 'clause-verb'
  | 'other'
  | 'verb'
  | 'property'
  | 'pronoun'
  | 'particle'
  | 'stop';

/** A word that can follow in a state, with the next state. Its probability is proportional to `weight`, an integer. */
interface Option {
  readonly word: string;
  readonly role: Role;
  readonly weight: number;
  readonly next: Place;
}

/** A state of a grammar. The final state has no options. */
export interface Place {
  readonly options: readonly Option[];
}

const END: Place = { options: [] };

/** A state in which `words` follow with equal probabilities. The next state may depend on the word. */
export function oneOf(
  role: Role,
  words: readonly string[],
  next: Place | ((word: string) => Place),
): Place {
  const follow = typeof next === 'function' ? next : () => next;
  return { options: words.map((word) => ({ word, role, weight: 1, next: follow(word) })) };
}

export const word = (role: Role, one: string, next: Place = END): Place => oneOf(role, [one], next);

const total = ({ options }: Place): number => options.reduce((sum, { weight }) => sum + weight, 0);

/**
 * Combines branches into one state, with probabilities of the branches that are proportional to their weights.
 * @throws Error if a word is an option of several branches
 */
export function either(...branches: readonly (readonly [weight: number, place: Place])[]): Place {
  const common = branches.reduce((product, [, place]) => product * total(place), 1);
  const options = branches.flatMap(([weight, place]) =>
    place.options.map((option) => ({
      ...option,
      weight: (option.weight * weight * common) / total(place),
    })),
  );
  if (new Set(options.map((option) => option.word)).size < options.length)
    throw new Error(
      `several branches begin with the same word: ${options.map((option) => option.word).join(' ')}`,
    );
  const divisor = options.reduce((all, { weight }) => commonDivisor(all, weight), 0);
  return { options: options.map((option) => ({ ...option, weight: option.weight / divisor })) };
}

const commonDivisor = (a: number, b: number): number => (b === 0 ? a : commonDivisor(b, a % b));

/** Calls `make` for each key. Used so that several branches of a grammar share one state for each key. */
export function forEach<Key extends string, Value>(
  keys: readonly Key[],
  make: (key: Key) => Value,
): Readonly<Record<Key, Value>> {
  return Object.fromEntries(keys.map((key) => [key, make(key)])) as Record<Key, Value>;
}

export interface Sentence {
  readonly words: readonly string[];
  readonly roles: readonly Role[];
}

export class Grammar {
  /** The vocabulary. The index of a word is its token. */
  readonly words: readonly string[];
  /** Number of words in the longest sentence. */
  readonly longest: number;
  /** Mean entropy, in nats, of a word given all words before it, without the first word, which no model predicts. */
  readonly floor: number;
  readonly #tokens: ReadonlyMap<string, number>;

  constructor(private readonly start: Place) {
    const places = placesFrom(start);
    this.words = [
      ...new Set(places.flatMap(({ options }) => options.map((option) => option.word))),
    ];
    this.#tokens = new Map(this.words.map((one, token) => [one, token]));
    this.longest = memoised<number>((place, of) =>
      Math.max(0, ...place.options.map(({ next }) => 1 + of(next))),
    )(start);
    const count = expected(() => 1)(start) - 1;
    this.floor = (expected(entropyOf)(start) - entropyOf(start)) / count;
  }

  tokenOf(one: string): number | undefined {
    return this.#tokens.get(one);
  }

  sample(random: Random): Sentence {
    const words: string[] = [];
    const roles: Role[] = [];
    let place = this.start;
    while (place.options.length > 0) {
      const option = drawn(place, random);
      words.push(option.word);
      roles.push(option.role);
      place = option.next;
    }
    return { words, roles };
  }

  /** The probabilities of the words that can follow `words`. Empty if no sentence continues `words`. */
  following(words: readonly string[]): ReadonlyMap<string, number> {
    let place: Place | undefined = this.start;
    for (const one of words) place = place?.options.find((each) => each.word === one)?.next;
    const { options } = place ?? END;
    const all = total({ options });
    return new Map(options.map((option) => [option.word, option.weight / all]));
  }
}

function drawn(place: Place, random: Random): Option {
  let left = below(random, total(place));
  const option = place.options.find(({ weight }) => {
    left -= weight;
    return left < 0;
  });
  if (option === undefined) throw new Error('expected a positive sum of weights');
  return option;
}

function placesFrom(start: Place): readonly Place[] {
  // The iteration also visits the states that are added during it.
  const places = new Set([start]);
  for (const { options } of places) for (const { next } of options) places.add(next);
  return [...places];
}

/** Returns the recursive function of states that `compute` defines. It computes its value once for each state. */
function memoised<Value>(compute: (place: Place, of: (place: Place) => Value) => Value) {
  const known = new Map<Place, Value>();
  const of = (place: Place): Value => {
    const value = known.get(place) ?? compute(place, of);
    known.set(place, value);
    return value;
  };
  return of;
}

/**
 * Returns a function of a state: the expected sum of `give` over that state and the following states of a random
 * sentence, without the final state.
 */
const expected = (give: (place: Place) => number) =>
  memoised<number>((place, of) => {
    if (place.options.length === 0) return 0;
    const all = total(place);
    return place.options.reduce(
      (sum, { weight, next }) => sum + (weight / all) * of(next),
      give(place),
    );
  });

function entropyOf(place: Place): number {
  const all = total(place);
  return -place.options.reduce((sum, { weight }) => {
    const p = weight / all;
    return sum + p * Math.log(p);
  }, 0);
}
