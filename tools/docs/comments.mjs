// SPDX-License-Identifier: MIT
// Checks that the comments of the C++ library's public functions describe the parameters, the result, the errors and
// the complexity, and contain an example. Doxygen reports functions without any comment.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Failure, ROOT } from '../process.mjs';

const FOLDER = 'cpp/attention';
/** Matches a comment outside of classes, and the declaration below it. */
const COMMENTED = /((?:^\/\/\/.*\n)+)((?:.*\n)*?.*[{};][ \t]*(?:\/\/.*)?$)/gm;
/** Matches `namespace abi`. Its functions are internal, so they need no comments. */
const INTERNAL = /^namespace abi \{.*?^\} *\/\/ namespace abi/gms;
const NOT_FUNCTIONS =
  /^(class|struct|enum|union|concept|using|namespace|static_assert|inline constexpr|extern)\b|\) = delete;/m;

/** Checks the headers in cpp/attention. @throws {Failure} with one line for each fault */
export function checkComments() {
  const faults = readdirSync(join(ROOT, FOLDER))
    .filter((name) => name.endsWith('.hpp'))
    .flatMap((name) => {
      const file = join(FOLDER, name);
      return faultsOf(readFileSync(join(ROOT, file), 'utf8')).map((fault) => `${file}: ${fault}`);
    });
  if (faults.length) throw new Failure(faults.join('\n'));
}

/**
 * The faults in the comments of a header's public functions.
 * @param {string} text  the contents of the header
 * @returns {string[]} "name: fault"
 */
export function faultsOf(text) {
  /** @type {Set<string>} */
  const documented = new Set();
  return [...text.replace(INTERNAL, '').matchAll(COMMENTED)].flatMap(
    ([, comment = '', declaration = '']) => {
      if (NOT_FUNCTIONS.test(declaration)) return [];
      const { name, parameters, isVoid, isNoexcept } = signatureOf(declaration);
      const isOverload = comment.startsWith('/// @overload') && documented.has(name);
      documented.add(name);
      const described = [...comment.matchAll(/^\/\/\/ @param +(\w+(?:, *\w+)*)/gm)].flatMap(
        ([, names = '']) => names.split(/, */),
      );
      /** @type {[boolean, string][]} */
      const rules = [
        ...parameters.map(
          (one) => /** @type {[boolean, string]} */ ([described.includes(one), `@param ${one}`]),
        ),
        [isVoid || /^\/\/\/ @return /m.test(comment), '@return'],
        [isNoexcept || /^\/\/\/ @throws /m.test(comment), 'an error line, @throws'],
        [/^\/\/\/ Time /m.test(comment), 'a line "Time O(…)"'],
        [/^\/\/\/\n\/\/\/ {5}\S/m.test(comment), 'an example: an empty line, then indented code'],
      ];
      const strangers = described.filter((one) => !parameters.includes(one));
      return isOverload
        ? []
        : [
            ...rules.flatMap(([isMet, part]) =>
              isMet ? [] : `${name}: the comment lacks ${part}`,
            ),
            ...strangers.map((one) => `${name}: @param ${one} is not a parameter`),
          ];
    },
  );
}

/** The names of a function and of its parameters, and whether it returns void or is noexcept. @param {string} text */
function signatureOf(text) {
  let plain = text.replaceAll(/= *\{[^{}]*\}/g, '');
  while (/<[^<>]*>/.test(plain)) plain = plain.replaceAll(/<[^<>]*>/g, '');
  const [, before = '', name = '', list = '', after = ''] =
    /^(.*?)(\w+)\(([^()]*)\)([\sa-z]*)[;{]/s.exec(plain) ?? [];
  return {
    name,
    parameters: list
      .split(',')
      .filter((one) => one.trim() !== '')
      .map((one) => /(\w+)\s*(?:=.*)?$/s.exec(one)?.[1] ?? one),
    isVoid: before.endsWith('void '),
    isNoexcept: after.includes('noexcept'),
  };
}
