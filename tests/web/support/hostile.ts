// SPDX-License-Identifier: MIT
// Generates malicious and malformed links and messages from a seeded random number generator.

const NAMES = ['__proto__', 'constructor', 'prototype', 'toString', 'v', 'hasOwnProperty', '', '%'];

const VALUES = [
  'NaN',
  '1e999',
  '-1e999',
  '-0',
  '0x10',
  '1e-400',
  'null',
  'undefined',
  '[object Object]',
  '__proto__',
  'constructor',
  '<img src=x onerror=alert(1)>',
  '"><script>alert(1)</script>',
  'javascript:alert(1)',
  '$(alert(1))',
  '{{constructor.constructor("alert(1)")()}}',
  '%',
  '%E0%A4%A',
  '%00',
  '%uD800',
  '\u0000',
  '\uD800',
  '\u202E\u2066',
  '𝒳🏳️‍🌈é',
  '１２',
  ',,,,',
  '1,2,NaN',
  ' ',
  '&&==',
  '#/?#/?',
  '../../etc/passwd',
];

export type Random = () => number;

const pick = <T>(random: Random, from: readonly T[]): T =>
  from[Math.floor(random() * from.length)] as T;

const times = <T>(random: Random, most: number, make: () => T): T[] =>
  Array.from({ length: Math.floor(random() * (most + 1)) }, make);

/** A parameter's value in a link. In rare cases it is very long. */
export function hostileValue(random: Random): string {
  const kind = random();
  if (kind < 0.45) return pick(random, VALUES);
  if (kind < 0.65) return String((random() - 0.5) * 10 ** Math.floor(random() * 40 - 10));
  if (kind < 0.85) return times(random, 40, () => Math.round(random() * 30 - 15)).join(',');
  if (kind < 0.999)
    return String.fromCharCode(...times(random, 12, () => Math.floor(random() * 65_536)));
  return pick(random, VALUES.concat('1,', '[', '(', 'ab ')).repeat(3_000);
}

/** The hash of a link, whose parameters often have the names of a lesson's fields. */
export function hostileHash(
  random: Random,
  lessons: readonly string[],
  fields: readonly string[],
): string {
  const lesson = random() < 0.8 ? pick(random, lessons) : hostileValue(random);
  const params = times(random, 3, () => {
    const name = random() < 0.8 ? pick(random, fields) : pick(random, NAMES);
    const value = hostileValue(random);
    return `${name}=${random() < 0.5 ? new URLSearchParams([[value, '']]).toString().slice(0, -1) : value}`;
  });
  return `${pick(random, ['#/', '#', '', '#//'])}${lesson}${pick(random, ['?', '?', '?', '', '??'])}${params.join(pick(random, ['&', '&', '&', ';']))}`;
}

/** The data of a message that another window might send. */
export function hostileMessage(random: Random, depth = 0): unknown {
  const kind = random();
  if (kind < 0.2) return hostileValue(random);
  if (kind < 0.3)
    return pick(random, [null, undefined, 0, Number.NaN, -1, true, 10n, Symbol.iterator]);
  if (kind < 0.35 && depth < 4) return times(random, 4, () => hostileMessage(random, depth + 1));
  const message: Record<string, unknown> = Object.create(random() < 0.5 ? null : Object.prototype);
  message.type = pick(random, ['attention-lab:height', 'attention-lab:height', 'SPLICE.getState']);
  message.subject = pick(random, ['lti.frameResize', 'SPLICE.getState.response', undefined]);
  message.height =
    depth < 4 && random() < 0.5 ? hostileMessage(random, depth + 1) : (random() - 0.3) * 1e5;
  if (random() < 0.2)
    Object.defineProperty(message, '__proto__', { value: { polluted: true }, enumerable: true });
  return message;
}
