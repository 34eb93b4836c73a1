// SPDX-License-Identifier: MIT
#include "support/language_model_problem.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

#include "support/samples.hpp"

namespace attention::detail {

std::vector<LanguageModelProblem> all_language_models() {
  LanguageModelOptions plain;
  plain.vocabulary = 6;
  plain.width = 6;
  plain.layers = 1;
  plain.positions = 7;
  const auto with = [&plain](auto change) {
    LanguageModelOptions options = plain;
    change(options);
    return options;
  };
  return {{"plain", plain},
          {"two layers", with([](auto& o) { o.layers = 2; })},
          {"no layers", with([](auto& o) { o.layers = 0; })},
          {"no positions", with([](auto& o) { o.positions = 0; })},
          {"full", with([](auto& o) { o.is_causal = false; })},
          {"tied", with([](auto& o) { o.is_tied = true; })},
          {"not scaled", with([](auto& o) { o.is_scaled = false; })},
          {"hidden", with([](auto& o) { o.hidden = 5; })},
          {"one head", with([](auto& o) { o.heads = 1; })},
          {"heads of one component", with([](auto& o) { o.heads = 6; })},
          {"one token", with([](auto& o) { o.layers = 2; }), 1, 1},
          {"one sequence", plain, 1, 7},
          {"one class", with([](auto& o) { o.vocabulary = 1; })},
          {"all at once", with([](auto& o) {
             o.layers = 3;
             o.heads = 3;
             o.hidden = 7;
             o.is_tied = true;
             o.is_causal = false;
             o.is_scaled = false;
           })}};
}

std::vector<LanguageModelProblem> language_models_at_tile_edges() {
  std::vector<LanguageModelProblem> list;
  for (const Index length : {1, 2, 5, 6, 7, 8, 9, 12, 16, 17, 24, 32, 33, 70})
    for (const Index head : {1, 3, 8, 16, 17}) {
      LanguageModelOptions options;
      options.vocabulary = 11;
      options.heads = 2;
      options.width = 2 * head;
      options.layers = 2;
      options.hidden = length % 2 == 0 ? 0 : 9;
      options.positions = length;
      options.is_tied = head == 3;
      options.is_causal = length != 17;
      list.push_back({"length " + std::to_string(length) + ", head " + std::to_string(head),
                      options, 3, length});
    }
  return list;
}

LanguageModelData some_data(const LanguageModelOptions& options, Index steps, Index batch,
                            Index length, unsigned seed) {
  LanguageModelData data;
  data.steps = steps;
  data.batch = batch;
  data.length = length;
  const Index count = steps * batch * length;
  const auto tokens = random_matrix<double>(1, count, seed, 0, 1);
  const auto targets = random_matrix<double>(1, count, seed + 1, 0, 1);
  const auto V = static_cast<double>(options.vocabulary);
  for (Index i = 0; i < count; ++i) {
    data.tokens.push_back(static_cast<std::int32_t>(tokens(i) * V));
    data.targets.push_back(static_cast<std::int32_t>(targets(i) * V));
    data.counts.push_back(i % 3 == 2 && batch * length > 1 ? 0 : 1);
  }
  return data;
}

LanguageModelData some_data(const LanguageModelProblem& problem, unsigned seed) {
  return some_data(problem.options, 1, problem.batch, problem.length, seed);
}

template <class T>
Matrix<T> some_parameters(const LanguageModelLayout& layout, unsigned seed) {
  Matrix<T> list = random_matrix<T>(1, layout.size(), seed, -1, 1);
  for (const LanguageModelParameter& x : layout.parameters())
    if (x.name.starts_with("W"))
      list.middleCols(x.first, x.size()) *= static_cast<T>(1 / std::sqrt(double(x.rows)));
  return list;
}

template <class T>
LanguageModel<T> model_with(const LanguageModelOptions& options, const Matrix<T>& parameters,
                            const OptimizerOptions& optimizer) {
  LanguageModel<T> model(options, optimizer, 0);
  model.restore({0, parameters, {}, {}});
  return model;
}

namespace {

using Rows = Matrix<double>;

// The weights and the output of one head for one sequence.
std::pair<Rows, Rows> attend(const LanguageModelLayout& layout, const Rows& q, const Rows& k,
                             const Rows& v) {
  const Index n = q.rows();
  const double divisor =
      layout.options().is_scaled ? std::sqrt(static_cast<double>(layout.head_width())) : 1;
  Rows weights = Rows::Zero(n, n);
  for (Index i = 0; i < n; ++i) {
    const Index seen = layout.options().is_causal ? i + 1 : n;
    double sum = 0;
    for (Index j = 0; j < seen; ++j) {
      weights(i, j) = std::exp(q.row(i).dot(k.row(j)) / divisor);
      sum += weights(i, j);
    }
    weights.row(i) /= sum;
  }
  return {weights, weights.lazyProduct(v)};
}

}  // namespace

LanguageModelStages<double> reference_stages(const LanguageModelLayout& layout,
                                             const Matrix<double>& parameters,
                                             const LanguageModelData& data) {
  const LanguageModelOptions& x = layout.options();
  const Index n = data.length;
  const Index d = x.width;
  const Index d_k = layout.head_width();
  const auto matrix = [&](Index first, Index rows, Index cols) {
    return Rows(Eigen::Map<const Rows>(parameters.data() + first, rows, cols));
  };
  const Rows E = matrix(layout.E(), x.vocabulary, d);
  LanguageModelStages<double> stages;
  stages.weights = Tensor<double>(Shape{x.layers, data.batch, x.heads, n, n});
  stages.streams = Tensor<double>(Shape{x.layers + 1, data.batch, n, d});
  stages.logits = Tensor<double>(Shape{data.batch, n, x.vocabulary});
  stages.loss_rows = Tensor<double>(Shape{data.batch, n});
  double counted = 0;
  for (Index b = 0; b < data.batch; ++b) {
    Rows r(n, d);
    for (Index i = 0; i < n; ++i) {
      r.row(i) = E.row(data.tokens[static_cast<std::size_t>(b * n + i)]);
      if (x.positions > 0) r.row(i) += matrix(layout.P(), x.positions, d).row(i);
    }
    for (Index l = 0; l <= x.layers; ++l) {
      stages.streams.rows.middleRows((l * data.batch + b) * n, n) = r;
      if (l == x.layers) break;
      const LanguageModelLayer& at = layout.layers()[static_cast<std::size_t>(l)];
      const Rows q = r.lazyProduct(matrix(at.W_q, d, d));
      const Rows k = r.lazyProduct(matrix(at.W_k, d, d));
      const Rows v = r.lazyProduct(matrix(at.W_v, d, d));
      Rows concat(n, d);
      for (Index h = 0; h < x.heads; ++h) {
        const auto part = [&](const Rows& all) { return Rows(all.middleCols(h * d_k, d_k)); };
        const auto [weights, output] = attend(layout, part(q), part(k), part(v));
        stages.weights.rows.middleRows(((l * data.batch + b) * x.heads + h) * n, n) = weights;
        concat.middleCols(h * d_k, d_k) = output;
      }
      r += concat.lazyProduct(matrix(at.W_o, d, d));
      if (x.hidden > 0) {
        const Rows hidden = r.lazyProduct(matrix(at.W_in, d, x.hidden)).cwiseMax(0);
        r += hidden.lazyProduct(matrix(at.W_out, x.hidden, d));
      }
    }
    stages.logits.rows.middleRows(b * n, n) = r.lazyProduct(matrix(layout.U(), d, x.vocabulary));
    for (Index i = 0; i < n; ++i) {
      const auto place = static_cast<std::size_t>(b * n + i);
      const auto logits = stages.logits.rows.row(b * n + i);
      const double cost = std::log(logits.array().exp().sum()) - logits(data.targets[place]);
      stages.loss_rows.rows(b, i) = data.counts[place] * cost;
      stages.loss += data.counts[place] * cost;
      counted += data.counts[place];
    }
  }
  stages.loss /= counted;
  return stages;
}

#define ATTENTION_INSTANTIATE(T)                                                      \
  template Matrix<T> some_parameters(const LanguageModelLayout&, unsigned);           \
  template LanguageModel<T> model_with(const LanguageModelOptions&, const Matrix<T>&, \
                                       const OptimizerOptions&);
ATTENTION_INSTANTIATE(float)
ATTENTION_INSTANTIATE(double)
#undef ATTENTION_INSTANTIATE

}  // namespace attention::detail
