// SPDX-License-Identifier: MIT
#include <type_traits>
#include <utility>

#include "attention/detail/streaming.hpp"
#include "support/attention_samples.hpp"
#include "support/catch.hpp"
#include "support/matchers.hpp"
#include "support/samples.hpp"
#include "support/visibility.hpp"

namespace attention::test {
namespace {

template <class T>
using Stream = HeadStream<T>;

template <class T, class Options>
concept Accepts = requires(Stream<T>& stream, const Shape& shape) {
  stream.prepare(std::declval<Options>(), shape, Index(1), Index(1), std::uint64_t(0));
};

// `HeadStream::prepare` and the constructor of KeyFilter keep references to the options. The
// references would dangle after a temporary is destroyed, so both functions refuse temporaries.
static_assert(Accepts<float, attention::AttentionOptions&>);
static_assert(!Accepts<float, attention::AttentionOptions>);
static_assert(!Accepts<float, const attention::AttentionOptions>);
static_assert(std::is_constructible_v<detail::KeyFilter, MaskOptions&, const Shape&>);
static_assert(!std::is_constructible_v<detail::KeyFilter, MaskOptions, const Shape&>);
static_assert(!std::is_constructible_v<detail::KeyFilter, const MaskOptions, const Shape&>);

constexpr Index kQueries = 9;
constexpr Index kKeys = 7;
constexpr Index kWidth = 3;
constexpr Index kValueWidth = 2;

// The inputs of two heads, and memory for the results of one head. The memory is filled with 7, so
// that a test detects which entries `attend` writes. `attend` computes head 1 and not head 0, so
// that the results differ if the stream uses the mask of the wrong head.
template <class T>
struct Head {
  Inputs<T> x = random_inputs<T>({{2}, kQueries, kKeys, kWidth, kValueWidth}, 1);
  Matrix<T> output = Matrix<T>::Constant(kQueries, kValueWidth, 7);
  std::vector<T> log_sum_exp = std::vector<T>(kQueries, 7);
  Flags empty_rows = Flags(kQueries, 7);

  void attend(Stream<T>& stream) {
    stream.attend(1, x.queries.matrix(1), x.keys.matrix(1), x.values.matrix(1), output, log_sum_exp,
                  empty_rows);
  }
};

// A stream and the options, to which the stream keeps references.
template <class T>
struct Prepared {
  explicit Prepared(const StreamingOptions<T>& x) : options(given(x)) {
    stream.prepare(options, {2, kQueries, kKeys}, kWidth, kValueWidth, 0,
                   {x.tile_queries, x.tile_keys});
  }

  attention::AttentionOptions options;
  Stream<T> stream;
};

template <class T>
Matrix<T> expected_output(const StreamingOptions<T>& options) {
  const Head<T> head;
  return matrix_of(
      streaming_attention<T>(head.x.queries, head.x.keys, head.x.values, options).output, 1);
}

TEMPLATE_TEST_CASE("head stream: equals streaming_attention", "[streaming]", float, double) {
  using T = TestType;
  StreamingOptions<T> options;
  options.visibility = mask_only(random_mask({2, kQueries, kKeys}, 3));
  options.tile_queries = 4;
  options.tile_keys = 3;
  Head<T> head;
  Prepared<T> prepared(options);
  head.attend(prepared.stream);
  const auto expected = streaming_attention<T>(head.x.queries, head.x.keys, head.x.values, options);
  CHECK_THAT(head.output, is_exactly<T>(matrix_of(expected.output, 1)));
  for (Index i = 0; i < kQueries; ++i) {
    const auto at = static_cast<std::size_t>(i);
    CHECK(head.log_sum_exp[at] == expected.log_sum_exp.rows(kQueries + i, 0));
    CHECK(head.empty_rows[at] == expected.empty_rows[static_cast<std::size_t>(kQueries) + at]);
  }
}

TEMPLATE_TEST_CASE("head stream: log_sum_exp and empty_rows are optional", "[streaming]", float,
                   double) {
  using T = TestType;
  const StreamingOptions<T> options;
  Head<T> head;
  head.log_sum_exp.clear();
  head.empty_rows.clear();
  Prepared<T> prepared(options);
  head.attend(prepared.stream);
  CHECK_THAT(head.output, is_exactly<T>(expected_output(options)));
}

}  // namespace
}  // namespace attention::test
