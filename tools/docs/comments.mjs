// SPDX-License-Identifier: MIT
// Checks that the comments of the C++ library's public functions describe the parameters, the result, the errors and
// the complexity, and contain an example.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Failure, ROOT } from '../process.mjs';

const FOLDER = 'cpp/attention';
const NOT_FUNCTIONS =
  /^(class|struct|enum|union|concept|using|namespace|static_assert|inline constexpr|extern)\b/;

/**
 * @typedef {object} PublicFunction
 * @property {string} name
 * @property {string} result  the return type as written
 * @property {string[]} parameters
 * @property {boolean} isNoexcept
 * @property {string[]} comment   its lines without `///`
 * @property {number} line  of the declaration
 */

/** Checks the headers in cpp/attention. @throws {Failure} with one line for each fault */
export function checkComments() {
  const faults = readdirSync(join(ROOT, FOLDER))
    .filter((name) => name.endsWith('.hpp'))
    .sort()
    .flatMap((name) => {
      const file = join(FOLDER, name);
      return faultsOf(readFileSync(join(ROOT, file), 'utf8')).map((fault) => `${file}:${fault}`);
    });
  if (faults.length) throw new Failure(faults.join('\n'));
}

/**
 * The faults in the comments of a header's public functions.
 * @param {string} text  the contents of the header
 * @returns {string[]} "line: name: fault"
 */
export function faultsOf(text) {
  /** @type {Set<string>} */
  const documented = new Set();
  return publicFunctions(text).flatMap((f) => {
    const isOverload = f.comment.some((line) => line.startsWith('@overload'));
    const faults =
      isOverload && documented.has(f.name) ? [] : faultsOfComment(f, f.comment.join('\n'));
    documented.add(f.name);
    return faults.map((fault) => `${f.line}: ${f.name}: ${fault}`);
  });
}

/** @param {PublicFunction} f @param {string} comment @returns {string[]} */
function faultsOfComment(f, comment) {
  if (!comment) return ['has no comment'];
  const described = [...comment.matchAll(/^@param +(\w+(?:, *\w+)*)/gm)].flatMap(([, names]) =>
    (names ?? '').split(/, */),
  );
  const faults = f.parameters
    .filter((name) => !described.includes(name))
    .map((name) => `the comment lacks @param ${name}`);
  for (const name of described)
    if (!f.parameters.includes(name)) faults.push(`@param ${name} is not a parameter`);
  if (f.result !== 'void' && !/^@return /m.test(comment)) faults.push('the comment lacks @return');
  if (!f.isNoexcept && !/^@throws /m.test(comment))
    faults.push('the comment lacks an error line, @throws');
  if (!/^Time /m.test(comment)) faults.push('the comment lacks a line "Time O(…)"');
  if (!/(^|\n)\n {4}\S/.test(comment))
    faults.push('the comment lacks an example: an empty line, then code indented by four spaces');
  return faults;
}

/**
 * The functions that a header declares outside of classes and outside of `namespace abi`, which is not public.
 * @param {string} text  the contents of the header
 * @returns {PublicFunction[]}
 */
export function publicFunctions(text) {
  /** @type {PublicFunction[]} */
  const functions = [];
  /** @type {string[]} */
  let comment = [];
  const lines = withoutInternals(text).split('\n');
  for (let i = 0; i < lines.length; i++) {
    const line = lines[i] ?? '';
    if (line.startsWith('///')) comment.push(line.replace(/^\/\/\/ ?/, ''));
    else if (/^[A-Za-z[]/.test(line)) {
      const start = i;
      let declaration = line;
      while (!/[{};]\s*(\/\/.*)?$/.test(lines[i] ?? '') && i + 1 < lines.length)
        declaration += ` ${(lines[++i] ?? '').trim()}`;
      const found = readFunction(declaration);
      if (found) functions.push({ ...found, comment, line: start + 1 });
      // The body of a class, struct or enum is skipped, because only functions outside of classes are checked.
      if (/^(class|struct|enum)\b/.test(found ? '' : withoutTemplate(declaration)))
        while (i + 1 < lines.length && !/^}/.test(lines[i] ?? '') && !/};?$/.test(declaration)) i++;
      comment = [];
    } else comment = [];
  }
  return functions;
}

/**
 * Replaces `namespace abi` and preprocessor lines by as many empty lines, so that the line numbers of the rest stay
 * correct.
 * @param {string} text
 */
function withoutInternals(text) {
  let rest = text.replace(/^#.*$/gm, '');
  for (;;) {
    const start = rest.search(/^namespace abi \{/m);
    if (start < 0) return rest;
    const end = closing(rest, start, '{', '}') + 1;
    rest = rest.slice(0, start) + rest.slice(start, end).replace(/[^\n]/g, '') + rest.slice(end);
  }
}

/** @param {string} declaration @returns {string} */
function withoutTemplate(declaration) {
  const text = declaration.replace(/\bATTENTION_API\b|\[\[\w+\]\]/g, '').trim();
  if (!text.startsWith('template')) return text;
  const rest = text.slice(closing(text, text.indexOf('<'), '<', '>') + 1).trim();
  return rest.startsWith('requires') ? withoutRequires(rest) : withoutTemplate(rest);
}

/**
 * Removes the requires-clause at the start of a text: names, each followed by <…>, (…) or nothing, and joined by &&.
 * @param {string} text
 */
function withoutRequires(text) {
  let rest = text.slice('requires'.length).trim();
  for (;;) {
    const atom = rest.match(/^!?[\w:]*/)?.[0].length ?? 0;
    const bracket = rest[atom];
    if (bracket === '<') rest = rest.slice(closing(rest, atom, '<', '>') + 1).trim();
    else if (bracket === '(') rest = rest.slice(closing(rest, atom, '(', ')') + 1).trim();
    else rest = rest.slice(atom).trim();
    if (!rest.startsWith('&&')) return rest;
    rest = rest.slice(2).trim();
  }
}

/**
 * @param {string} declaration
 * @returns {Omit<PublicFunction, 'comment' | 'line'> | undefined} undefined if the declaration is not one of a
 *   function
 */
function readFunction(declaration) {
  const text = withoutTemplate(declaration);
  if (NOT_FUNCTIONS.test(text) || /\) = delete;/.test(text)) return undefined;
  const match = text.match(/^([^(]*?)\b(\w+)\(/);
  if (!match) return undefined;
  const [head, result = '', name = ''] = match;
  const end = closing(text, head.length - 1, '(', ')');
  return {
    name,
    result: result.replace(/\b(constexpr|inline)\b/g, '').trim(),
    parameters: splitParameters(text.slice(head.length, end)),
    isNoexcept: /^ *noexcept\b/.test(text.slice(end + 1)),
  };
}

/** The names in a parameter list, without types and default values. @param {string} list */
function splitParameters(list) {
  /** @type {string[]} */
  const parts = [];
  let depth = 0;
  let part = '';
  for (const c of list) {
    if ('<({'.includes(c)) depth++;
    if ('>)}'.includes(c)) depth--;
    if (c === ',' && depth === 0) {
      parts.push(part);
      part = '';
    } else part += c;
  }
  if (part.trim()) parts.push(part);
  return parts.map((p) => p.replace(/ = .*$/, '').match(/(\w+)\s*$/)?.[1] ?? p.trim());
}

/**
 * The position of the bracket that closes the one at `start`.
 * @param {string} text
 * @param {number} start
 * @param {string} open
 * @param {string} close
 */
function closing(text, start, open, close) {
  let depth = 0;
  for (let i = start; i < text.length; i++) {
    if (text[i] === open) depth++;
    if (text[i] === close && --depth === 0) return i;
  }
  throw new Failure(`no ${close} closes ${text.slice(start, start + 40)}`);
}
