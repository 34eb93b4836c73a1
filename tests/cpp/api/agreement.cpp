// SPDX-License-Identifier: MIT
// Tests that the public functions return the same bits as the internal functions (attention/detail)
// that they call.
#include "attention/attention.hpp"

#include <cstring>
#include <vector>

#include "attention/detail/gradient/attention.hpp"
#include "attention/detail/gradient/multi_head.hpp"
#include "attention/detail/positional_encoding.hpp"
#include "attention/detail/scores.hpp"
#include "attention/detail/streaming.hpp"
#include "attention/detail/training/trainer.hpp"
#include "support/catch.hpp"
#include "support/samples.hpp"

namespace attention::api_tests {
namespace {

using detail::Matrix;

// Compares shapes, and entries bit for bit, so that equal NaNs match.
template <class T>
bool same(const Tensor<T>& x, const Shape& shape, const T* entries) {
  return x.shape() == shape &&
         (x.empty() || std::memcmp(x.data(), entries, sizeof(T) * std::size_t(x.size())) == 0);
}
template <class T>
bool same(const Tensor<T>& x, const detail::Tensor<T>& expected) {
  return same(x, expected.shape, expected.rows.data());
}
template <class T>
bool same(const Tensor<T>& x, const Matrix<T>& expected) {
  return same(x, {expected.rows(), expected.cols()}, expected.data());
}
bool same(const Tensor<std::uint8_t>& x, const std::vector<std::uint8_t>& expected) {
  return x.size() == Index(expected.size()) &&
         std::equal(expected.begin(), expected.end(), x.begin());
}
template <class T>
bool same(const Tensor<T>& x, const Tensor<T>& expected) {
  return same(x, expected.shape(), expected.data());
}

template <class T>
TensorView<T> view_of(const detail::Tensor<T>& x) {
  return {x.rows.data(), x.shape};
}
template <class T>
TensorView<T> view_of(const Matrix<T>& x) {
  return {x.data(), {x.rows(), x.cols()}};
}

// Two batch items, each with 3 queries and 5 keys. The mask hides all keys from one query.
template <class T>
struct Problem {
  detail::Tensor<T> q = detail::random_tensor<T>({2, 3, 4}, 1);
  detail::Tensor<T> k = detail::random_tensor<T>({2, 5, 4}, 2);
  detail::Tensor<T> v = detail::random_tensor<T>({2, 5, 6}, 3);
  detail::Tensor<T> g = detail::random_tensor<T>({2, 3, 6}, 4);
  std::vector<std::uint8_t> keep = {1, 0, 1, 1, 0, 0, 0, 0, 0, 0, 1, 1, 1, 0, 1};
  std::vector<Index> lens = {5, 3};

  AttentionOptions options() const {
    AttentionOptions result;
    result.scale = {Divisor::kNumber, 1.5};
    result.mask.keep = view(keep, {3, 5});
    result.mask.valid_lens = view(lens);
    result.mask.empty_row = EmptyRow::kZeros;
    return result;
  }
  detail::AttentionOptions<T> inside() const {
    detail::AttentionOptions<T> result;
    result.scale = {Divisor::kNumber, T(1.5)};
    result.visibility.mask = detail::Mask{{3, 5}, keep};
    result.visibility.valid_lens = detail::ValidLens{{2}, {5, 3}};
    result.masking.empty_row = EmptyRow::kZeros;
    return result;
  }
};

template <class T>
void check_stages(const AttentionStages<T>& stages, const detail::Attention<T>& expected) {
  CHECK(same(stages.scores, expected.scores));
  CHECK(same(stages.scaled_scores, expected.scaled_scores));
  CHECK(same(stages.logits, expected.logits));
  CHECK(same(stages.weights, expected.weights));
  CHECK(same(stages.output, expected.output));
  CHECK(same(stages.empty_rows, expected.empty_rows));
  CHECK(stages.dropped_weights.size() == expected.dropped_weights.rows.size());
  if (!stages.dropped_weights.empty())
    CHECK(same(stages.dropped_weights, expected.dropped_weights));
}

TEMPLATE_TEST_CASE("api: the streaming output equals that of the internal function", "", float,
                   double) {
  using T = TestType;
  const Problem<T> x;
  const auto inside = x.inside();
  const auto expected = detail::streaming_attention<T>(
      x.q, x.k, x.v, {inside.scale, inside.visibility, inside.masking});
  const auto q = view_of(x.q);
  const auto k = view_of(x.k);
  const auto v = view_of(x.v);
  const auto output = scaled_dot_product(q, k, v, x.options());
  CHECK(same(output, expected.output));

  Tensor<T> into({2, 3, 6});
  Workspace workspace;
  for (int call = 0; call < 3; ++call) {
    for (T& entry : into) entry = 99;
    scaled_dot_product_into(into, q, k, v, x.options(), workspace);
    CHECK(same(into, expected.output));
  }
}

TEMPLATE_TEST_CASE("api: a workspace can be used with different shapes and options", "", float,
                   double) {
  using T = TestType;
  const Problem<T> x;
  Workspace workspace;
  const auto check = [&](const TensorView<T>& q, const TensorView<T>& k, const TensorView<T>& v,
                         const AttentionOptions& options) {
    const auto expected = scaled_dot_product(q, k, v, options);
    Tensor<T> output(expected.shape());
    scaled_dot_product_into(output, q, k, v, options, workspace);
    CHECK(same(output, expected));
  };
  const auto long_keys = draw<T>({700, 9}, {.seed = 3});
  check(view_of(x.q), view_of(x.k), view_of(x.v), x.options());
  check(view(long_keys).slice(0, 300), long_keys, long_keys, {.mask = {.causal = true}});
  check(view_of(x.q), view_of(x.k), view_of(x.v), {});
  check(view_of(x.q), view_of(x.k), view_of(x.v), x.options());
  check(view_of(x.q), view_of(x.k), view_of(x.v), {.dropout = {.rate = 0.5}});
  Tensor<T> wrong({2, 3, 5});
  CHECK_THROWS_AS(scaled_dot_product_into(wrong, view_of(x.q), view_of(x.k), view_of(x.v),
                                          x.options(), workspace),
                  Error);
  check(view_of(x.q), view_of(x.k), view_of(x.v), x.options());
}

TEMPLATE_TEST_CASE("api: stages and gradients with every score equal the internal ones", "", float,
                   double) {
  using T = TestType;
  const Problem<T> x;
  for (const bool drops : {false, true}) {
    AttentionOptions options = x.options();
    auto inside = x.inside();
    if (drops) {
      options.dropout = {0.5, 7};
      inside.dropout = {0.5, 7, {}};
    }
    const auto q = view_of(x.q);
    const auto k = view_of(x.k);
    const auto v = view_of(x.v);
    const auto g = view_of(x.g);
    const auto gradient_of = [&](const detail::Attention<T>& stages) {
      return detail::attention_gradient<T>(x.q, x.k, x.v, inside, stages, x.g);
    };
    const auto check_gradient = [](const AttentionGradient<T>& found,
                                   const detail::AttentionGradient<T>& expected) {
      CHECK(same(found.queries, expected.queries));
      CHECK(same(found.keys, expected.keys));
      CHECK(same(found.values, expected.values));
    };

    const auto dot = detail::attention<T>(x.q, x.k, x.v, inside);
    const auto dot_stages = scaled_dot_product_stages(q, k, v, options);
    check_stages(dot_stages, dot);
    check_gradient(scaled_dot_product_gradient(q, k, v, dot_stages, g, options), gradient_of(dot));

    inside.score = Score::kGaussian;
    inside.sigma = T(0.75);
    const auto gaussian = detail::attention<T>(x.q, x.k, x.v, inside);
    const auto gaussian_stages = gaussian_attention_stages(q, k, v, 0.75, options);
    check_stages(gaussian_stages, gaussian);
    const auto by_sigma = gaussian_attention_gradient(q, k, v, 0.75, gaussian_stages, g, options);
    check_gradient(by_sigma.inputs, gradient_of(gaussian));
    CHECK(by_sigma.sigma == gradient_of(gaussian).sigma);

    inside.score = Score::kAdditive;
    inside.additive = {detail::random_matrix<T>(3, 4, 5), detail::random_matrix<T>(3, 4, 6),
                       detail::random_matrix<T>(1, 3, 7), detail::random_matrix<T>(1, 3, 8)};
    const AdditiveParameters<T> parameters = {
        view_of(inside.additive.W_q), view_of(inside.additive.W_k), view_of(inside.additive.w_v),
        TensorView<T>(inside.additive.bias.data(), {3})};
    const auto additive = detail::attention<T>(x.q, x.k, x.v, inside);
    const auto additive_stages = additive_attention_stages(q, k, v, parameters, options);
    check_stages(additive_stages, additive);
    const auto found =
        additive_attention_gradient(q, k, v, parameters, additive_stages, g, options);
    check_gradient(found.inputs, gradient_of(additive));
    CHECK(same(found.W_q, gradient_of(additive).additive.W_q));
    CHECK(same(found.W_k, gradient_of(additive).additive.W_k));
    CHECK(same(found.w_v, gradient_of(additive).additive.w_v));
    CHECK(same(found.bias, gradient_of(additive).additive.bias));
  }
}

TEMPLATE_TEST_CASE("api: scores equal the internal ones", "", float, double) {
  using T = TestType;
  const auto q = detail::random_matrix<T>(3, 4, 1);
  const auto k = detail::random_matrix<T>(5, 4, 2);
  const auto v = detail::random_matrix<T>(5, 2, 3);
  const auto g = detail::random_matrix<T>(3, 2, 4);
  CHECK(same(dot_scores(view_of(q), view_of(k)), detail::dot_scores<T>(q, k)));
  CHECK(same(scaled_dot_scores(view_of(q), view_of(k), {Divisor::kDk}),
             detail::scaled_dot_scores<T>(q, k, {Divisor::kDk})));
  CHECK(same(gaussian_scores(view_of(q), view_of(k), 2), detail::gaussian_scores<T>(q, k, 2)));
  const detail::AdditiveParameters<T> p{detail::random_matrix<T>(3, 4, 5),
                                        detail::random_matrix<T>(3, 4, 6),
                                        detail::random_matrix<T>(1, 3, 7),
                                        {}};
  CHECK(same(additive_scores(view_of(q), view_of(k),
                             {.W_q = view_of(p.W_q), .W_k = view_of(p.W_k), .w_v = view_of(p.w_v)}),
             detail::additive_scores<T>(q, k, p)));
}

TEMPLATE_TEST_CASE("api: masks in both conventions equal the internal ones", "", float, double) {
  using T = TestType;
  const auto scores = detail::random_tensor<T>({2, 3, 5}, 1);
  const Problem<T> x;
  std::vector<std::uint8_t> hide = x.keep;
  for (std::uint8_t& flag : hide) flag = 1 - flag;
  for (const MaskMethod method : {MaskMethod::kExclude, MaskMethod::kFill, MaskMethod::kAdd}) {
    detail::Visibility visibility;
    visibility.mask = detail::Mask{{3, 5}, x.keep};
    visibility.causal = true;
    const auto expected =
        detail::masked_softmax<T>(scores, visibility, {method, T(-3.5), EmptyRow::kUniform});
    MaskOptions options;
    options.causal = true;
    options.method = method;
    options.fill = -3.5;
    options.keep = view(x.keep, {3, 5});
    const auto kept = masked_softmax(view_of(scores), options);
    options.keep.reset();
    options.hide = view(hide, {3, 5});
    const auto hidden = masked_softmax(view_of(scores), options);
    CHECK(same(kept.logits, expected.logits));
    CHECK(same(kept.weights, expected.weights));
    CHECK(same(kept.empty_rows, expected.empty_rows));
    CHECK(kept.empty_rows.shape() == Shape{2, 3});
    CHECK(same(hidden.weights, expected.weights));
  }
}

TEMPLATE_TEST_CASE("api: multi-head attention equals the internal function", "", float, double) {
  using T = TestType;
  const Problem<T> x;
  const auto matrix = [](Index rows, Index cols, unsigned seed) {
    return detail::random_matrix<T>(rows, cols, seed);
  };
  const detail::MultiHeadParameters<T> p{matrix(6, 4, 1), matrix(1, 6, 2), matrix(6, 4, 3),
                                         Matrix<T>(),     matrix(4, 6, 4), matrix(1, 4, 5),
                                         matrix(3, 4, 6), matrix(1, 3, 7)};
  const auto g = detail::random_tensor<T>({2, 3, 3}, 9);
  const MultiHeadParameters<T> given = {.W_q = view_of(p.W_q),
                                        .b_q = view_of(p.b_q),
                                        .W_k = view_of(p.W_k),
                                        .W_v = view_of(p.W_v),
                                        .b_v = view_of(p.b_v),
                                        .W_o = view_of(p.W_o),
                                        .b_o = view_of(p.b_o)};
  const auto q = view_of(x.q);
  const auto k = view_of(x.k);
  const auto v = view_of(x.v);
  for (const bool drops : {false, true}) {
    MultiHeadOptions options{.num_heads = 2, .mask = x.options().mask};
    detail::MultiHeadOptions<T> inside;
    inside.num_heads = 2;
    inside.visibility = x.inside().visibility;
    inside.masking = x.inside().masking;
    if (drops) {
      options.dropout.rate = 0.25;
      inside.dropout.rate = 0.25;
    }
    const auto output = detail::multi_head_output<T>(x.q, x.k, x.v, p, inside);
    CHECK(same(multi_head(q, k, v, given, options), output));
    Tensor<T> into({2, 3, 3});
    Workspace workspace;
    for (int call = 0; call < 3; ++call) {
      for (T& entry : into) entry = 99;
      multi_head_into(into, q, k, v, given, options, workspace);
      CHECK(same(into, output));
    }

    const auto expected = detail::multi_head<T>(x.q, x.k, x.v, p, inside);
    const auto stages = multi_head_stages(q, k, v, given, options);
    CHECK(same(stages.projected_queries, expected.projected_queries));
    CHECK(same(stages.projected_keys, expected.projected_keys));
    CHECK(same(stages.projected_values, expected.projected_values));
    CHECK(same(stages.head_queries, expected.head_queries));
    CHECK(same(stages.head_keys, expected.head_keys));
    CHECK(same(stages.head_values, expected.head_values));
    check_stages(stages.heads, expected.heads);
    CHECK(same(stages.concat, expected.concat));
    CHECK(same(stages.output, expected.output));

    const auto found = multi_head_gradient(q, k, v, given, stages, view_of(g), options);
    const auto slope =
        detail::multi_head_gradient<T>(x.q, x.k, x.v, p, inside, detail::view_of(expected), g);
    CHECK(same(found.queries, slope.queries));
    CHECK(same(found.keys, slope.keys));
    CHECK(same(found.values, slope.values));
    CHECK(same(found.W_q, slope.parameters.W_q));
    CHECK(same(found.b_q, slope.parameters.b_q));
    CHECK(same(found.W_k, slope.parameters.W_k));
    CHECK(found.b_k.empty());
    CHECK(same(found.W_v, slope.parameters.W_v));
    CHECK(same(found.W_o, slope.parameters.W_o));
    CHECK(same(found.b_o, slope.parameters.b_o));
  }
  CHECK(same(split_heads(q, 2), detail::split_heads<T>(x.q, 2)));
  CHECK(same(merge_heads(split_heads(q, 2)), x.q));
}

TEMPLATE_TEST_CASE("api: rows with a gap between them give the same bits as contiguous rows", "",
                   float, double) {
  using T = TestType;
  const auto wide = draw<T>({2, 5, 11}, {.seed = 4});
  const TensorView<T> apart(wide.data() + 2, {2, 5, 6}, 11);
  const Tensor<T> together(apart);
  CHECK(same(scaled_dot_product(apart, apart, apart),
             scaled_dot_product(together, together, together)));
  CHECK(same(scaled_dot_product_stages(apart, apart, apart).output,
             scaled_dot_product_stages(together, together, together).output));
  CHECK(same(softmax(apart, 2), softmax(together, 2)));
  CHECK(same(split_heads(apart, 3), split_heads(together, 3)));
  const auto stages = scaled_dot_product_stages(apart, apart, apart);
  CHECK(same(scaled_dot_product_gradient(apart, apart, apart, stages, apart).keys,
             scaled_dot_product_gradient(together, together, together, stages, together).keys));
  const auto W = draw<T>({6, 6}, {.seed = 5});
  for (const Projection projection : {Projection::kFull, Projection::kNone})
    CHECK(same(multi_head(apart, apart, apart, {.W_q = W, .W_k = W, .W_v = W, .W_o = W},
                          {.num_heads = 2, .projection = projection}),
               multi_head(together, together, together, {.W_q = W, .W_k = W, .W_v = W, .W_o = W},
                          {.num_heads = 2, .projection = projection})));
  const auto W_head = draw<T>({3, 3}, {.seed = 6});
  const MultiHeadParameters<T> shared = {.W_q = W_head, .W_k = W_head, .W_v = W_head, .W_o = W};
  const MultiHeadOptions by_head{.num_heads = 2, .projection = Projection::kShared};
  const auto multi = multi_head_stages(apart, apart, apart, shared, by_head);
  CHECK(
      same(multi.output, multi_head_stages(together, together, together, shared, by_head).output));
  CHECK(same(
      multi_head_gradient(apart, apart, apart, shared, multi, apart, by_head).W_q,
      multi_head_gradient(together, together, together, shared, multi, together, by_head).W_q));
  const TensorView<T> matrix(wide.data() + 1, {9, 4}, 11);
  const Tensor<T> rows(matrix);
  CHECK(same(kernel_regression(matrix, matrix, matrix).prediction,
             kernel_regression(rows, rows, rows).prediction));
  CHECK(same(dot_scores(matrix, matrix), dot_scores(rows, rows)));

  Tensor<T> place({2, 5, 9});
  scaled_dot_product_into(TensorSpan<T>(place.data() + 1, {2, 5, 6}, 9), apart, apart, apart);
  CHECK(same(Tensor<T>(TensorView<T>(place.data() + 1, {2, 5, 6}, 9)),
             scaled_dot_product(together, together, together)));
  CHECK(place(3, 0) == 0);
  CHECK(place(3, 7) == 0);
}

TEMPLATE_TEST_CASE("api: positional encoding equals the internal function", "", float, double) {
  using T = TestType;
  const PositionalEncodingOptions options{.base = 100, .first = 3};
  const auto expected = detail::positional_encoding<T>(4, 5, options);
  CHECK(same(positional_encoding<T>(4, 5, options), expected));
  Tensor<T> apart({4, 7});
  positional_encoding_into(TensorSpan<T>(apart.data(), {4, 5}, 7), options);
  CHECK(same(Tensor<T>(TensorView<T>(apart.data(), {4, 5}, 7)), expected));
}

TEMPLATE_TEST_CASE("api: trainers equal the internal ones", "", float, double) {
  using T = TestType;
  const auto x = detail::random_tensor<T>({2, 4, 3}, 1);
  const auto y = detail::random_tensor<T>({2, 4, 2}, 2);
  const OptimizerOptions adam{.method = OptimizerMethod::kAdam, .learning_rate = 0.01};
  const auto check = [&](Trainer<T> trainer, detail::Trainer<T> expected) {
    CHECK(trainer.size() == Index(expected.names().size()));
    for (Index i = 0; i < trainer.size(); ++i)
      CHECK(trainer.name(i) == expected.names()[std::size_t(i)]);
    const std::vector<T> losses = expected.run(5);
    CHECK(same(trainer.run(5), {5}, losses.data()));
    CHECK(trainer.loss() == expected.loss());
    CHECK(trainer.steps() == 5);
    for (Index i = 0; i < trainer.size(); ++i)
      CHECK(same(Tensor<T>(trainer.parameter(i)), expected.parameters()[std::size_t(i)]));

    const TrainerState<T> state = trainer.state();
    const auto later = trainer.run(3);
    trainer.restore(state);
    CHECK(trainer.steps() == 5);
    CHECK(same(trainer.run(3), later));
  };
  const auto matrix = [](Index rows, Index cols, unsigned seed) {
    return detail::random_matrix<T>(rows, cols, seed);
  };
  const std::vector<Matrix<T>> p = {matrix(3, 2, 3), matrix(3, 2, 4), matrix(3, 2, 5)};
  check(self_attention_trainer(view_of(x), view_of(y), view_of(p[0]), view_of(p[1]), view_of(p[2]),
                               adam, {.mask = {.causal = true}}),
        [&] {
          detail::AttentionOptions<T> options;
          options.visibility.causal = true;
          return detail::Trainer<T>(detail::sdpa_task<T>(x, y, options), p, adam);
        }());

  const auto inputs = matrix(6, 2, 6);
  const auto targets = matrix(6, 1, 7);
  const OptimizerOptions sgd{.learning_rate = 0.1, .momentum = 0.5};
  check(kernel_regression_trainer(view_of(inputs), view_of(targets), 1.5, sgd),
        detail::Trainer<T>(detail::kernel_task<T>(inputs, targets),
                           {Matrix<T>::Constant(1, 1, T(1.5))}, sgd));

  const std::vector<Matrix<T>> a = {matrix(5, 3, 8), matrix(5, 3, 9), matrix(1, 5, 10),
                                    Matrix<T>()};
  check(additive_attention_trainer(
            view_of(x), view_of(x), view_of(y), view_of(y),
            {.W_q = view_of(a[0]), .W_k = view_of(a[1]), .w_v = view_of(a[2])}, adam),
        detail::Trainer<T>(detail::additive_task<T>(x, x, y, y), a, adam));

  const std::vector<Matrix<T>> m = {matrix(4, 3, 1), Matrix<T>(), matrix(4, 3, 2), Matrix<T>(),
                                    matrix(4, 3, 3), Matrix<T>(), matrix(2, 4, 4), matrix(1, 2, 5)};
  check(multi_head_trainer(view_of(x), view_of(x), view_of(x), view_of(y),
                           {.W_q = view_of(m[0]),
                            .W_k = view_of(m[2]),
                            .W_v = view_of(m[4]),
                            .W_o = view_of(m[6]),
                            .b_o = view_of(m[7])},
                           {}, {.num_heads = 2}),
        [&] {
          detail::MultiHeadOptions<T> options;
          options.num_heads = 2;
          return detail::Trainer<T>(detail::multi_head_task<T>(x, x, x, y, options), m, {});
        }());
}

}  // namespace
}  // namespace attention::api_tests
