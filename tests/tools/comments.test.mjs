// SPDX-License-Identifier: MIT
import { expect, test } from 'vitest';
import { faultsOf } from '../../tools/docs/comments.mjs';

const COMPLETE = `/// Splits heads.
/// @param x          any shape
/// @param num_heads  a divisor
/// @return the heads
/// @throws OutOfRange (num_heads)
/// Time O(entries).
///
///     const auto heads = split_heads(x, 8);
`;
const DECLARATION = `template <TensorLike X>
Tensor<scalar_of<X>> split_heads(const X& x, Index num_heads = 1) {
  return abi::split_heads<scalar_of<X>>(abi::read(x), num_heads);
}
`;
const without = (pattern) => COMPLETE.replace(pattern, '');

test('a complete comment has no fault', () => {
  expect(faultsOf(COMPLETE + DECLARATION)).toEqual([]);
});

test.each([
  ['a parameter', /.*@param num_heads.*\n/, 'the comment lacks @param num_heads'],
  ['the result', /.*@return.*\n/, 'the comment lacks @return'],
  ['the errors', /.*@throws.*\n/, 'the comment lacks an error line, @throws'],
  ['the complexity', /.*Time.*\n/, 'the comment lacks a line "Time O(…)"'],
  ['the example', /\/\/\/ {5}const.*\n/, 'the comment lacks an example'],
])('reports what is missing: %s', (_, pattern, fault) => {
  const faults = faultsOf(without(pattern) + DECLARATION);
  expect(faults).toHaveLength(1);
  expect(faults[0]).toMatch(/^split_heads: /);
  expect(faults[0]).toContain(fault);
});

test('reports the name of a parameter that does not exist', () => {
  const comment = COMPLETE.replace('@param x  ', '@param y, x  ');
  expect(faultsOf(comment + DECLARATION)).toEqual(['split_heads: @param y is not a parameter']);
});

test('an overload may refer to the first function of its name', () => {
  const overload = `/// @overload\n${DECLARATION}`;
  expect(faultsOf(COMPLETE + DECLARATION + overload)).toEqual([]);
  expect(faultsOf(overload)).not.toEqual([]);
});

test('a function that cannot throw needs no error line, and void needs no @return', () => {
  const comment = without(/.*(@throws|@return).*\n/g);
  expect(faultsOf(`${comment}void split_heads(int x, int num_heads) noexcept;\n`)).toEqual([]);
});

test('checks only the functions of a header', () => {
  const comment = '/// A comment.\n';
  const header = `
namespace attention {
${comment}class Tensor {
 public:
  /// A comment.
  void member(int x);
};
namespace abi {
${comment}Sides sides_of(const Shape& shape);
}  // namespace abi
${comment}inline constexpr std::array<int, 2> kNames = {1, 2};
${comment}template <class T>
void as_matrix(const Tensor<T>&&) = delete;
${comment}template <class X>
requires(Range<X> && !Like<X>) auto view(X&& x) { return View<scalar_of<X>>(x); }
${comment}[[nodiscard]] constexpr bool is_compact(Kernel kernel, std::pair<int, int> pair = {1, 2}) {
  return true;
}
}  // namespace attention
`;
  const lacks = (name) =>
    faultsOf(header)
      .filter((fault) => fault.startsWith(`${name}: the comment lacks`))
      .map((fault) => fault.replace(/.*lacks /, ''));
  expect(lacks('view').slice(0, 2)).toEqual(['@param x', '@return']);
  expect(lacks('is_compact').slice(0, 3)).toEqual(['@param kernel', '@param pair', '@return']);
  expect(faultsOf(header)).toHaveLength(5 + 6);
});
