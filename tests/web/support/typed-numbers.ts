// SPDX-License-Identifier: MIT
// Finds the numbers that are written literally in texts, and checks their explanations in `exact.json`.

/** A text with its catalogue key or section id. */
export interface Text {
  readonly key: string;
  readonly text: string;
}

/**
 * Explanations of numbers in texts. The key is the number as written, without separators, such as "94.8%" or
 * "1258498". The value "= expression" is evaluated and must give the number, "document 001, line 7" names a line of one
 * of the source texts, and "input: …" describes a chosen number, such as the size of a sample.
 */
export type Explanations = Readonly<Record<string, string>>;

/** Names that may contain digits: placeholders, section ids, and ids of the ledger such as "E-12". */
const NAMES = /\{\{[^}]*\}\}|\{#[^}]*\}|\b[A-Z]-\d+/g;
/** A number, but not the digits of a word such as float32 or p4. */
const NUMBER =
  /(?<![\p{Script=Latin}\p{Script=Greek}\p{N}_.])\d+(?:,\d{3})*(?:\.\d+)?(?:e[+-]?\d+)?(?:\s?%)?/gu;

/** The numbers of a text as written, without separators and spaces. */
export const numbersIn = (text: string): readonly string[] =>
  (text.replace(NAMES, ' ').match(NUMBER) ?? []).map((number) => number.replace(/[,\s]/g, ''));

/** Whether a number needs no explanation: whole numbers up to 100 are counts and labels, not measurements. */
const isPlain = (number: string): boolean => /^\d+$/.test(number) && Number(number) <= 100;

/** Whether a text is exempt: a quotation of a source text, or a claim, which an experiment measures. */
const isQuoted = (key: string): boolean => /(?:^| )statement\.|\.(?:source|claim)$/.test(key);

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

const WORDED = /^(?:document 00[0-4], lines? \d[\d, -]*|input: .+)$/;

function explanationProblem(number: string, explanation: string): readonly string[] {
  if (!explanation.startsWith('= '))
    return WORDED.test(explanation) ? [] : [`${number}: "${explanation}" explains nothing`];
  const exact = evaluate(explanation.slice(2));
  return isRounded(number, exact) ? [] : [`${number} is not ${explanation.slice(2)} = ${exact}`];
}

/**
 * Reports numbers in texts without an explanation, wrong explanations, and explanations of numbers that no text
 * contains.
 */
export function typedNumberProblems(texts: readonly Text[], explained: Explanations): string[] {
  const typed = texts
    .filter(({ key }) => !isQuoted(key))
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
