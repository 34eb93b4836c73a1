// SPDX-License-Identifier: MIT

/**
 * The message of each error code: the expected value, then optionally ", got " and a description of the given value.
 * The default description is the value itself. Words in braces are names of parameters. The list begins with the codes
 * of cpp/attention/error.cpp, in the order of that file; a test compares the two lists.
 */
export const MESSAGES = {
  shape: '{shapes}',
  groupedShape: '{shape} with h_k a divisor of {number}',
  broadcast: 'a shape that broadcasts to {shape}',
  axes: '{number} axes',
  axesAtLeast: 'at least {number} axes',
  axesAtMost: 'at most {number} axes',
  axesFrom: 'from {low} to {high} axes',
  evenColumns: 'an even number of columns',
  row: 'at least one row',
  column: 'at least one column',
  rowAndColumn: 'at least one row and one column',
  twoRows: 'at least two rows and one column',
  entry: 'at least one entry',
  entriesAtLeast: 'at least {number} entries',
  entriesBelow: 'fewer than {number} entries',
  entries: '{number} numbers',
  entriesFor: '{number} numbers for {shape}',
  matrices: '{number} matrices',
  tensorsAtMost: 'at most {number} tensors',
  sequenceAtMost: 'at most {number} in a sequence',
  slice: 'positions of the first axis of {shape}, got {first} + {got}',
  number: 'a number',
  numberNot: 'a number other than {number}',
  numberFrom: 'a number from {low} to {high}',
  numberFromBelow: 'a number from {low} to below {high}',
  numberBetween: 'a number between {low} and {high}',
  numberBelow: 'a number below {high}',
  numbersFrom: 'numbers >= {low}',
  finite: 'a finite number',
  finiteAbove: 'a finite number > {low}',
  finiteFrom: 'a finite number >= {low}',
  wholeAtLeast: 'a whole number >= {low}',
  wholeBelow: 'a whole number below {high}',
  wholeFrom: 'a whole number from {low} to {high}',
  wholes: 'whole numbers',
  wholesFrom: 'whole numbers from {low} to {high}',
  flags: '0 or 1 everywhere',
  counted: 'at least one 1 in each step',
  divisor: 'a divisor of {number}',
  even: 'an even number',
  firstPosition: 'a whole number >= 0, with first + positions <= {high}',
  value: '{value}',
  noneBeside: 'none beside {other}',
  noneBesideChoice: 'none beside {other} {value}',
  apart: 'memory that does not overlap {other}',
  memory: 'at most the available memory, got {got} bytes',
  room: 'enough for the result',
  choices: 'more choices',
  noFault: 'no fault',
  uncaught: 'no fault, got an exception for which no memory was left',
  released: 'an object in use, got a released one',
  lost: 'an object in use, got lost with the instance',
  ofAnotherEngine: 'a tensor of this engine, got one of another engine',
  training: 'an engine with training: await engine.withTraining()',
  object: 'an object',
  array: 'an array',
  callback: 'a function',
  tensor: 'a tensor',
  sides: 'a shape',
  list: 'a list of numbers',
  numbers: 'numbers',
  boolean: 'true or false',
  rowsAtMost: 'at most {number} rows',
  bytesAtMost: 'at most {number} bytes',
  entriesFrom: 'from {low} to {high} entries',
  vocabulary: 'words of the vocabulary',
  safetensors: 'a safetensors file, got {got} bytes',
  bytes: '{number} bytes of {all}',
  scales: '{number} scales',
} as const;

export type ErrorCode = keyof typeof MESSAGES;

export type CodeWithGot = {
  [Code in ErrorCode]: (typeof MESSAGES)[Code] extends `${string}, got ${string}` ? Code : never;
}[ErrorCode];

/** The texts of a code's message before ", got " and after it, with the parameters in braces. */
export function messageOf(code: ErrorCode): [expected: string, got: string] {
  const [expected = '', got = '{got}'] = MESSAGES[code].split(', got ');
  return [expected, got];
}

export const hasGot = (code: ErrorCode): code is CodeWithGot => MESSAGES[code].includes(', got ');
