// SPDX-License-Identifier: MIT
// Finds the numbers that are written literally in texts, and checks their explanations in `exact.json`.

/** A text with its catalogue key or section id. */
export interface Text {
  readonly key: string;
  readonly text: string;
}

/**
 * Explanations of numbers in texts. The key is the number as written, without separators, such as "94.8%" or "1258498".
 * There are three forms:
 * - "= expression; reason": the expression gives the number; the reason is optional
 * - "document 001, line 7": a line of a source text
 * - "input: sample size": one of `KINDS`, optionally with a detail after a comma
 */
export type Explanations = Readonly<Record<string, string>>;

/** Names that may contain digits: placeholders, section ids, and ids of the ledger such as "E-12". */
const NAMES = /\{\{[^}]*\}\}|\{#[^}]*\}|\b[A-Z]-\d+/g;
/**
 * A number with a decimal point, or a whole number, but not the digits of a word such as float32 or p4. "p0.3" contains
 * the number 0.3.
 */
const NUMBER =
  /(?:(?<![\p{N}.])\d+(?:,\d{3})*\.\d+|(?<![\p{Script=Latin}\p{Script=Greek}\p{N}_.])\d+(?:,\d{3})*)(?:e[+-]?\d+)?%?/gu;

const SUPERSCRIPTS = '⁰¹²³⁴⁵⁶⁷⁸⁹';
const HAN_DIGITS = '零一二三四五六七八九';

const powerOf = (superscripts: string) =>
  superscripts.replace('⁻', '-').replace(/[^-]/g, (one) => String(SUPERSCRIPTS.indexOf(one)));

/** The value of a Chinese number up to 100, such as 二十四 or 九十四点八. */
function hanNumber(words: string): string {
  const [whole = '', decimals] = words
    .replace('〇', '零')
    .replace('两', '二')
    .split(/[点點]/);
  const digit = (one: string | undefined) => HAN_DIGITS.indexOf(one ?? '零');
  const [tens, ones] = whole.includes('十') ? whole.split('十') : ['零', whole];
  const value = whole === '百' ? 100 : 10 * digit(tens || '一') + digit(ones || '零');
  return decimals === undefined
    ? String(value)
    : `${value}.${[...decimals].map((one) => digit(one)).join('')}`;
}

/**
 * Writes the numbers of a text in one form, without TeX, full-width digits, words for "percent" and superscripts:
 * "94.8\%", "９４.８%" and "百分之九十四点八" become "94.8%", "2 × 10⁻⁵" becomes "2e-5".
 */
const unified = (text: string): string =>
  text
    .replace(/[！-～]/g, (one) => String.fromCharCode(one.charCodeAt(0) - 0xfee0))
    .replace(/\\[dt]?frac(\d)(\d)/g, '$1/$2')
    .replace(/\\(?:cdot|times)(?![a-zA-Z])/g, '·')
    .replace(/\\%/g, '%')
    .replace(/\\[a-zA-Z]+/g, ' ')
    .replace(/10\^(?:\{(-?\d+)\}|(\d))/g, (_, braced, one) => `10^${braced ?? one}^`)
    .replace(/10(⁻?[⁰¹²³⁴⁵⁶⁷⁸⁹]+)/g, (_, power) => `10^${powerOf(power)}^`)
    .replace(/(\d)\s?[·×⋅]\s?10\^(-?\d+)\^/g, '$1e$2')
    .replace(/(?<=[\d.])\s?(?:%|per\s?cent\b)/gi, '%')
    .replace(/百分之\s?(\d[\d,.]*)/g, '$1%')
    .replace(
      /百分之([零〇一二两三四五六七八九十百]+(?:[点點][零〇一二三四五六七八九]+)?)/g,
      (_, words) => `${hanNumber(words)}%`,
    );

/** The numbers of a text as written, without separators and spaces. */
export const numbersIn = (text: string): readonly string[] =>
  (unified(text.replace(NAMES, ' ')).match(NUMBER) ?? []).map((number) => number.replace(/,/g, ''));

/**
 * Whether a number needs no explanation: true for whole numbers up to 100. Most of them are counts, labels or inputs,
 * as in "at d = 64", and not measurements.
 */
const isPlain = (number: string): boolean => /^\d+$/.test(number) && Number(number) <= 100;

/**
 * Whether a text may contain any number: a statement of a source text, a reference to its lines, or a claim of a source
 * text that an experiment tests.
 */
function isQuoted(key: string, textOf: ReadonlyMap<string, string>): boolean {
  if (/(?:^| )statement\.|\.source$/.test(key)) return true;
  if (!key.endsWith('.claim')) return false;
  return /(?<!\d)00[0-4](?!\d)/.test(textOf.get(key.replace(/claim$/, 'source')) ?? '');
}

const sum = (list: readonly number[]) => list.reduce((total, x) => total + x, 0);

function softmax(...logits: readonly number[]): number[] {
  const exponentials = logits.map((x) => Math.exp(x - Math.max(...logits)));
  return exponentials.map((x) => x / sum(exponentials));
}

/** The Frobenius norm of softmax's Jacobian diag(p) − ppᵀ. */
function jacobianNorm(...logits: readonly number[]): number {
  const p = softmax(...logits);
  const entries = p.flatMap((one, i) => p.map((other, j) => (i === j ? one : 0) - one * other));
  return Math.hypot(...entries);
}

const FUNCTIONS: Readonly<Record<string, unknown>> = {
  ...{ softmax, jacobianNorm, sum },
  ...{
    sqrt: Math.sqrt,
    tanh: Math.tanh,
    exp: Math.exp,
    ln: Math.log,
    acos: Math.acos,
    PI: Math.PI,
  },
};

const evaluate = (expression: string): unknown =>
  new Function(...Object.keys(FUNCTIONS), `return ${expression}`)(...Object.values(FUNCTIONS));

/** Whether `number`, as written, equals `exact` rounded to the decimals that `number` has. */
function isRounded(number: string, exact: unknown): boolean {
  const [, digits = '', decimals = '', power = '0', percent] =
    /^(\d+(?:\.(\d+))?)(?:e([+-]?\d+))?(%)?$/.exec(number) ?? [];
  const scale = 10 ** Number(power) / (percent ? 100 : 1);
  const halfUnit = (scale * 10 ** -decimals.length) / 2;
  return (
    typeof exact === 'number' && Math.abs(Number(digits) * scale - exact) <= halfUnit * (1 + 1e-9)
  );
}

/** The kinds of numbers that are chosen, not measured. */
const KINDS = [
  ...['bandwidth', 'component', 'dimension', 'divisor', 'entry', 'factor', 'learning rate'],
  ...['number of hidden units', 'number of sentences', 'number of tokens', 'query', 'sample size'],
  ...['score', 'significance level', 'step of the arrow keys', 'threshold', 'value', 'year'],
  ...['guess of the reader', 'likely meaning of a misprint'],
];
const WORDED = new RegExp(
  `^(?:document 00[0-4], lines? \\d[\\d, -]*|input: (?:${KINDS.join('|')})(?:, .+)?)$`,
);
/** Matches an expression with a function call or two operands. The explanation "= 0.95" of 0.95 has neither. */
const DERIVATION = /\w\(|[\w)]\s*(?:[-+*/]|\*\*)\s*[\w(]/;

function explanationProblem(number: string, explanation: string): readonly string[] {
  if (!explanation.startsWith('= '))
    return WORDED.test(explanation) ? [] : [`${number}: "${explanation}" explains nothing`];
  const [expression = ''] = explanation.slice(2).split('; ');
  if (!DERIVATION.test(expression)) return [`${number}: "${explanation}" explains nothing`];
  const exact = evaluate(expression);
  return isRounded(number, exact) ? [] : [`${number} is not ${expression} = ${exact}`];
}

/**
 * Reports numbers in texts without an explanation, wrong explanations, and explanations of numbers that no text
 * contains.
 */
export function typedNumberProblems(texts: readonly Text[], explained: Explanations): string[] {
  const textOf = new Map(texts.map(({ key, text }) => [key, text]));
  const typed = texts
    .filter(({ key }) => !isQuoted(key, textOf))
    .flatMap((one) => numbersIn(one.text).map((number) => ({ ...one, number })));
  const known = new Set(typed.map(({ number }) => number));
  const needed = typed.filter(({ number }) => !isPlain(number)).reverse();
  const first = new Map(needed.map(({ number, key }) => [number, key]));
  const unexplained = [...first].filter(([number]) => !(number in explained)).reverse();
  return [
    ...unexplained.map(([number, key]) => `${number} is typed and not explained: ${key}`),
    ...Object.entries(explained).flatMap(([number, explanation]) =>
      known.has(number)
        ? explanationProblem(number, explanation)
        : [`${number} is explained, but in no text`],
    ),
  ];
}
