// SPDX-License-Identifier: MIT
// This file is long because it contains a whole language model a second time, with plain loops.
#include "support/language_model_problem.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

#include "support/samples.hpp"

namespace attention::test {

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
          {"layer norm", with([](auto& o) {
             o.norm = Normalization::kLayer;
             o.hidden = 5;
           })},
          {"RMS norm", with([](auto& o) {
             o.norm = Normalization::kRms;
             o.norm_epsilon = 0.01;
           })},
          {"GELU", with([](auto& o) {
             o.activation = Activation::kGelu;
             o.hidden = 5;
           })},
          {"GELU with tanh", with([](auto& o) {
             o.activation = Activation::kGeluTanh;
             o.hidden = 5;
           })},
          {"tied output", with([](auto& o) { o.has_tied_output = true; })},
          {"no encoding", with([](auto& o) { o.position_encoding = PositionEncoding::kNone; })},
          {"rotary", with([](auto& o) {
             o.position_encoding = PositionEncoding::kRotary;
             o.rotary_base = 100;
             o.heads = 3;
           })},
          {"rotary, keys use W_q", with([](auto& o) {
             o.position_encoding = PositionEncoding::kRotary;
             o.heads = 3;
             o.is_tied = true;
           })},
          {"ALiBi", with([](auto& o) {
             o.position_encoding = PositionEncoding::kAlibi;
             o.heads = 3;
           })},
          {"full ALiBi", with([](auto& o) {
             o.position_encoding = PositionEncoding::kAlibi;
             o.is_causal = false;
           })},
          {"two key heads", with([](auto& o) {
             o.heads = 6;
             o.kv_heads = 2;
           })},
          {"modern", with([](auto& o) {
             o.width = 12;
             o.layers = 2;
             o.heads = 6;
             o.kv_heads = 3;
             o.hidden = 7;
             o.norm = Normalization::kRms;
             o.activation = Activation::kGeluTanh;
             o.position_encoding = PositionEncoding::kRotary;
             o.positions = 0;
             o.has_tied_output = true;
           })},
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
      if (head == 16) {
        options.norm = Normalization::kRms;
        options.activation = Activation::kGeluTanh;
        options.position_encoding = PositionEncoding::kRotary;
        options.kv_heads = 1;
        options.has_tied_output = true;
      } else if (head == 8) {
        options.norm = Normalization::kLayer;
        options.activation = Activation::kGelu;
        options.position_encoding = PositionEncoding::kAlibi;
      }
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
    data.tokens.push_back(static_cast<Index>(tokens(i) * V));
    data.targets.push_back(static_cast<Index>(targets(i) * V));
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

// The reference model. Its functions compute the parts of a layer for all positions of a sequence.
struct Reference {
  const LanguageModelLayout& layout;
  const LanguageModelOptions& x = layout.options();
  const Matrix<double>& parameters;

  Rows matrix(Index first, Index rows, Index cols) const {
    return Eigen::Map<const Rows>(parameters.data() + first, rows, cols);
  }

  Rows norm(const LanguageModelNorm& at, const Rows& r) const {
    if (x.norm == Normalization::kNone) return r;
    const Rows gain = matrix(at.gain, 1, x.width);
    Rows y = r;
    for (Index i = 0; i < r.rows(); ++i) {
      const double mean = x.norm == Normalization::kLayer ? r.row(i).mean() : 0;
      const auto centred = (r.row(i).array() - mean).eval();
      y.row(i) = centred / std::sqrt(centred.square().mean() + x.norm_epsilon) * gain.array();
    }
    if (x.norm == Normalization::kLayer) y.rowwise() += matrix(at.bias, 1, x.width).row(0);
    return y;
  }

  double activation(double u) const {
    if (x.activation == Activation::kRelu) return std::max(u, 0.0);
    if (x.activation == Activation::kGelu) return u * std::erfc(-u / std::sqrt(2.0)) / 2;
    const double inner = std::sqrt(2 / std::acos(-1.0)) * (u + 0.044715 * u * u * u);
    return u * (1 + std::tanh(inner)) / 2;
  }

  Rows rotated(const Rows& q) const {
    if (x.position_encoding != PositionEncoding::kRotary) return q;
    const Index half = q.cols() / 2;
    Rows y = q;
    for (Index t = 0; t < q.rows(); ++t)
      for (Index i = 0; i < half; ++i) {
        const double angle =
            static_cast<double>(t) *
            std::pow(x.rotary_base, -static_cast<double>(i) / static_cast<double>(half));
        y(t, i) = q(t, i) * std::cos(angle) - q(t, i + half) * std::sin(angle);
        y(t, i + half) = q(t, i) * std::sin(angle) + q(t, i + half) * std::cos(angle);
      }
    return y;
  }

  // The weights and the output of one head.
  std::pair<Rows, Rows> attend(Index head, const Rows& queries, const Rows& keys,
                               const Rows& values) const {
    const Rows q = rotated(queries);
    const Rows k = rotated(keys);
    const Index n = q.rows();
    const double divisor = x.is_scaled ? std::sqrt(static_cast<double>(q.cols())) : 1;
    const double slope = x.position_encoding == PositionEncoding::kAlibi
                             ? std::pow(2, -8.0 * double(head + 1) / double(x.heads))
                             : 0;
    Rows weights = Rows::Zero(n, n);
    for (Index i = 0; i < n; ++i) {
      const Index seen = x.is_causal ? i + 1 : n;
      double sum = 0;
      for (Index j = 0; j < seen; ++j) {
        weights(i, j) =
            std::exp(q.row(i).dot(k.row(j)) / divisor - slope * double(std::abs(i - j)));
        sum += weights(i, j);
      }
      weights.row(i) /= sum;
    }
    return {weights, weights.lazyProduct(values)};
  }

  // Adds the output of layer l to the residual stream r. `put` receives the weights of each head.
  template <class Put>
  void add_layer(Index l, Rows& r, const Put& put) const {
    const LanguageModelLayer& at = layout.layers()[static_cast<std::size_t>(l)];
    const Index d = x.width;
    const Index d_k = d / x.heads;
    const Index kv_heads = x.kv_heads > 0 ? x.kv_heads : x.heads;
    const Rows y = norm(at.att, r);
    const Rows q = y.lazyProduct(matrix(at.W_q, d, d));
    const Rows k = y.lazyProduct(matrix(at.W_k, d, kv_heads * d_k));
    const Rows v = y.lazyProduct(matrix(at.W_v, d, kv_heads * d_k));
    Rows concat(r.rows(), d);
    for (Index h = 0; h < x.heads; ++h) {
      const Index shared = h * kv_heads / x.heads;
      const auto part = [&](const Rows& all, Index a) {
        return Rows(all.middleCols(a * d_k, d_k));
      };
      const auto [weights, output] = attend(h, part(q, h), part(k, shared), part(v, shared));
      put(h, weights);
      concat.middleCols(h * d_k, d_k) = output;
    }
    r += concat.lazyProduct(matrix(at.W_o, d, d));
    if (x.hidden == 0) return;
    Rows hidden = norm(at.mlp, r).lazyProduct(matrix(at.W_in, d, x.hidden));
    for (Index e = 0; e < hidden.size(); ++e) hidden.data()[e] = activation(hidden.data()[e]);
    r += hidden.lazyProduct(matrix(at.W_out, x.hidden, d));
  }
};

}  // namespace

LanguageModelStages<double> reference_stages(const LanguageModelLayout& layout,
                                             const Matrix<double>& parameters,
                                             const LanguageModelData& data) {
  const LanguageModelOptions& x = layout.options();
  const Reference reference{.layout = layout, .parameters = parameters};
  const Index n = data.length;
  const Index d = x.width;
  const Rows E = reference.matrix(layout.E(), x.vocabulary, d);
  LanguageModelStages<double> stages;
  stages.weights = Tensor<double>(Shape{x.layers, data.batch, x.heads, n, n});
  stages.streams = Tensor<double>(Shape{x.layers + 1, data.batch, n, d});
  stages.logits = Tensor<double>(Shape{data.batch, n, x.vocabulary});
  stages.loss_rows = Tensor<double>(Shape{data.batch, n});
  double counted = 0;
  for (Index b = 0; b < data.batch; ++b) {
    Rows r(n, d);
    for (Index i = 0; i < n; ++i)
      r.row(i) = E.row(data.tokens[static_cast<std::size_t>(b * n + i)]);
    if (x.position_encoding == PositionEncoding::kLearned && x.positions > 0)
      r += reference.matrix(layout.P(), x.positions, d).topRows(n);
    for (Index l = 0; l <= x.layers; ++l) {
      stages.streams.rows.middleRows((l * data.batch + b) * n, n) = r;
      if (l == x.layers) break;
      reference.add_layer(l, r, [&](Index h, const Rows& weights) {
        stages.weights.rows.middleRows(((l * data.batch + b) * x.heads + h) * n, n) = weights;
      });
    }
    const Rows U =
        x.has_tied_output ? Rows(E.transpose()) : reference.matrix(layout.U(), d, x.vocabulary);
    stages.logits.rows.middleRows(b * n, n) = reference.norm(layout.end(), r).lazyProduct(U);
    for (Index i = 0; i < n; ++i) {
      const auto place = static_cast<std::size_t>(b * n + i);
      const auto logits = stages.logits.rows.row(b * n + i);
      const double cost = std::log(logits.array().exp().sum()) - logits(data.targets[place]);
      const auto count = static_cast<double>(data.counts[place]);
      stages.loss_rows.rows(b, i) = count * cost;
      stages.loss += count * cost;
      counted += count;
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

}  // namespace attention::test
