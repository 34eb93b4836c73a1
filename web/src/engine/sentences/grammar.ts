// SPDX-License-Identifier: MIT
// Small grammars in which the words so far always tell which place of the grammar was reached. The words that may follow have known
// probabilities, so the entropy of each position is known too, which is the loss that no model can go below.
import { below, type Random } from './random.ts';

/** What a word does in its sentence. */
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

/** A word that may come next; weights are whole numbers. */
interface Option {
  readonly word: string;
  readonly role: Role;
  readonly weight: number;
  readonly next: Place;
}

/** A place in a sentence. The end has no options. */
export interface Place {
  readonly options: readonly Option[];
}

const END: Place = { options: [] };

/** One of some words, each as probable; what follows may depend on the word. */
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

/** One of some places, as probable as their whole numbers; no word may begin two of them. */
export function either(...branches: readonly (readonly [weight: number, place: Place])[]): Place {
  const common = branches.reduce((product, [, place]) => product * total(place), 1);
  const options = branches.flatMap(([weight, place]) =>
    place.options.map((option) => ({
      ...option,
      weight: (option.weight * weight * common) / total(place),
    })),
  );
  if (new Set(options.map((option) => option.word)).size < options.length)
    throw new Error(`two ways begin alike: ${options.map((option) => option.word).join(' ')}`);
  const divisor = options.reduce((all, { weight }) => commonDivisor(all, weight), 0);
  return { options: options.map((option) => ({ ...option, weight: option.weight / divisor })) };
}

const commonDivisor = (a: number, b: number): number => (b === 0 ? a : commonDivisor(b, a % b));

/** The value of a function for each of some keys, computed once: places that are alike are one. */
export function forEach<Key extends string, Value>(
  keys: readonly Key[],
  make: (key: Key) => Value,
): Readonly<Record<Key, Value>> {
  return Object.fromEntries(keys.map((key) => [key, make(key)])) as Record<Key, Value>;
}

/** A sentence with the role of each word. */
export interface Sentence {
  readonly words: readonly string[];
  readonly roles: readonly Role[];
}

export class Grammar {
  /** All words; a word's place in the list is its token. */
  readonly words: readonly string[];
  /** Words of the longest sentence. */
  readonly longest: number;
  /** The entropy of a word given all before it, in nats: of all words but the first, on average. */
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

  /** The roles of words that begin a sentence of the grammar; undefined from the first word on that cannot follow. */
  rolesOf(words: readonly string[]): readonly (Role | undefined)[] {
    let place: Place | undefined = this.start;
    return words.map((one) => {
      const option: Option | undefined = place?.options.find((each) => each.word === one);
      place = option?.next;
      return option?.role;
    });
  }

  /** The probabilities of the words that can follow; none after the end, or after words that are no beginning. */
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
  if (option === undefined) throw new Error('weights below 1');
  return option;
}

function placesFrom(start: Place): readonly Place[] {
  // A set goes on to what is added to it on the way.
  const places = new Set([start]);
  for (const { options } of places) for (const { next } of options) places.add(next);
  return [...places];
}

/** A function of places that is computed once for each. */
function memoised<Value>(compute: (place: Place, of: (place: Place) => Value) => Value) {
  const known = new Map<Place, Value>();
  const of = (place: Place): Value => {
    const value = known.get(place) ?? compute(place, of);
    known.set(place, value);
    return value;
  };
  return of;
}

/** What the places of a sentence give on average, in sum. */
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
