// SPDX-License-Identifier: MIT
// This file is long because all its functions share the checks and the projections.
#include "attention/multi_head.hpp"

#include <algorithm>
#include <utility>

#include "attention/detail/attention.hpp"
#include "attention/detail/memory.hpp"
#include "attention/detail/product.hpp"
#include "attention/detail/refuse.hpp"
#include "attention/detail/workspace.hpp"
#include "simd/instantiate.hpp"

namespace attention::detail {
namespace {

// A projection y = x Wᵀ + b; b is empty if there is none.
template <class T>
struct Linear {
  MatrixView<T> W;
  MatrixView<T> b;
};

template <class T>
void check_linear(const char* weight, const char* bias, const Linear<T>& p, Index rows, Index cols,
                  const char* free) {
  check_matrix(weight, p.W, rows, cols, free);
  if (p.W.rows() == 0) refuse_empty(weight, ErrorCode::kRow, {}, Shape{0, p.W.cols()});
  if (p.b.size() > 0) check_matrix(bias, p.b, 1, p.W.rows(), "n");
}

// Returns keys or values reshaped to the queries' batch and length, as line 64 of the lessons'
// source document 004 does.
template <class T>
TensorView<T> viewed_as_queries(const char* argument, const TensorView<T>& x,
                                const Shape& queries) {
  Shape shape = queries;
  if (!shape.empty() && !x.shape().empty()) shape.back() = x.cols();
  if (x.shape().size() != queries.size() || x.size() != size_of(shape))
    refuse_shape(argument, ErrorCode::kShape, {shape}, x.shape());
  return {x.data(), shape, x.row_stride()};
}

// The checked arguments of one call of multi-head attention. Scale, bias, mask and dropout are
// checked later, by the functions that compute the heads.
template <class T>
struct CheckedHeads {
  CheckedHeads(const abi::Inputs<T>& inputs, const MultiHeadParameters<T>& parameters,
               const MultiHeadOptions& given, const abi::DocumentVariant& variant)
      : queries(inputs.queries),
        keys(inputs.keys),
        values(inputs.values),
        q{parameter_of<T>("W_q", parameters.W_q), parameter_of<T>("b_q", parameters.b_q)},
        k{parameter_of<T>("W_k", parameters.W_k), parameter_of<T>("b_k", parameters.b_k)},
        v{parameter_of<T>("W_v", parameters.W_v), parameter_of<T>("b_v", parameters.b_v)},
        o{parameter_of<T>("W_o", parameters.W_o), parameter_of<T>("b_o", parameters.b_o)},
        projection(given.projection),
        heads(given.num_heads),
        kv_heads(given.num_kv_heads == 0 ? given.num_heads : given.num_kv_heads) {
    if (variant.has_shape_of_queries) {
      keys = viewed_as_queries("keys", keys, queries.shape());
      values = viewed_as_queries("values", values, queries.shape());
    }
    checked_scores_shape(queries.shape(), keys.shape(), values.shape(),
                         projection == Projection::kNone ? Widths::kEqual : Widths::kFree);
    check_parameters();
    options.scale = given.scale;
    if (given.scale.divisor == Divisor::kSqrtEmbed && given.scale.embed_size == 0)
      options.scale.embed_size = queries.cols();
    options.mask = given.mask;
    options.dropout = given.dropout;
    options.score_bias = given.score_bias;
    options.grouped = kv_heads != heads;
  }

  // Checks the widths of inputs and parameters, and that one head's queries and keys have equal
  // widths.
  void check_parameters() const {
    Index width = values.cols();
    if (projection == Projection::kFull) {
      check_linear("W_q", "b_q", q, -1, queries.cols(), "h*d_k");
      check_heads(heads, "W_q", {1, q.W.rows()});
      check_kv_heads();
      check_linear("W_k", "b_k", k, q.W.rows() / heads * kv_heads, keys.cols(), "h*d_k");
      check_linear("W_v", "b_v", v, -1, values.cols(), "h*d_v");
      check_heads(kv_heads, "W_v", {1, v.W.rows()},
                  kv_heads == heads ? "num_heads" : "num_kv_heads");
      // If one row of this width fits into memory, the width fits into an Index.
      require_memory(bytes_of<T>({v.W.rows() / kv_heads, heads}));
      width = v.W.rows() / kv_heads * heads;
    } else {
      check_heads(heads, "queries", queries.shape());
      check_heads(heads, "keys", keys.shape());
      check_heads(heads, "values", values.shape());
      check_kv_heads();
    }
    if (projection == Projection::kShared) {
      check_linear("W_q", "b_q", q, -1, queries.cols() / heads, "d_k");
      check_linear("W_k", "b_k", k, q.W.rows(), keys.cols() / heads, "d_k");
      check_linear("W_v", "b_v", v, -1, values.cols() / heads, "d_v");
      for (const Linear<T>* p : {&q, &v}) require_memory(bytes_of<T>({p->W.rows(), heads}));
      width = v.W.rows() * heads;
    }
    check_linear("W_o", "b_o", o, -1, width, "E_o");
  }

  // Checks `kv_heads`, the number of heads of the keys and values. `heads` must be ≥ 1.
  void check_kv_heads() const {
    if (kv_heads < 0 || heads % kv_heads != 0)
      refuse_range("num_kv_heads", ErrorCode::kDivisor, {heads}, kv_heads);
    if (kv_heads != heads && projection != Projection::kFull)
      refuse(ErrorKind::kUnknownOption, "num_kv_heads", ErrorCode::kNoneBesideChoice,
             {"projection", kProjectionNames[static_cast<std::size_t>(projection)].data()},
             kv_heads);
  }

  // The width of a projection for all its heads.
  Index width(const TensorView<T>& x, const Linear<T>& p) const {
    return projection == Projection::kFull     ? p.W.rows()
           : projection == Projection::kShared ? heads * p.W.rows()
                                               : x.cols();
  }
  Shape projected_shape(const TensorView<T>& x, const Linear<T>& p) const {
    return with_width(x.shape(), width(x, p));
  }
  Shape output_shape() const { return with_width(queries.shape(), o.W.rows()); }

  TensorView<T> queries, keys, values;
  Linear<T> q, k, v, o;
  Projection projection;
  Index heads;
  Index kv_heads;
  AttentionOptions options;  // for the attention of the heads
};

template <class T>
void apply(const Linear<T>& p, const MatrixView<T>& x, MatrixSpan<T> y) {
  multiply_transposed<T>(x, p.W, y);
  if (p.b.size() > 0)
    for (Index r = 0; r < y.rows(); ++r) y.row(r) += p.b.row(0);
}

// Writes the projections of x for all heads, concatenated, to y.
template <class T>
void project(const CheckedHeads<T>& c, const Linear<T>& p, const MatrixView<T>& x,
             MatrixSpan<T> y) {
  // Without rows, the data pointer may be null, and the code below would do arithmetic with it.
  if (x.rows() == 0) return;
  switch (c.projection) {
    case Projection::kFull:
      return apply<T>(p, x, y);
    case Projection::kShared:
      for (Index h = 0; h < c.heads; ++h)
        apply<T>(p, x.middleCols(h * p.W.cols(), p.W.cols()),
                 y.middleCols(h * p.W.rows(), p.W.rows()));
      return;
    case Projection::kNone:
      return copy<T>(x, y);
  }
}

template <class T>
Tensor<T> projected(const CheckedHeads<T>& c, const TensorView<T>& x, const Linear<T>& p) {
  Tensor<T> y = uninitialised<T>(c.projected_shape(x, p));
  project<T>(c, p, matrix_of(x), matrix_of(y));
  return y;
}

// The number of tokens whose output is computed together: enough to amortise packing the weight
// matrices, and few enough that intermediate results stay in the cache.
constexpr Index kTokensAtOnce = 256;

// Projects the tokens of a few batch items at a time into memory that each call of `of` reuses.
template <class T>
struct ProjectedTokens {
  const CheckedHeads<T>& c;
  const TensorView<T>& x;
  const Linear<T>& p;
  Matrix<T>& room;

  Index tokens() const { return side(x.shape(), 1); }
  Index width() const { return c.width(x, p); }
  Index rows(Index items) const { return c.projection == Projection::kNone ? 0 : items * tokens(); }

  std::uint64_t bytes(Index items) const { return bytes_of<T>({rows(items), width()}); }
  void make_room(Index items) { room.resize(rows(items), width()); }

  // Returns the projections of the batch items first … first + items − 1, which are valid until the
  // next call.
  MatrixView<T> of(Index first, Index items) {
    const MatrixView<T> given = matrix_of(x).middleRows(first * tokens(), items * tokens());
    if (c.projection == Projection::kNone) return given;
    project<T>(c, p, given, room.topRows(items * tokens()));
    return room.topRows(items * tokens());
  }
};

// Computes the output for a few batch items at a time, with `HeadStream`, which stores no scores of
// shape (m, n).
template <class T>
void stream_output(const CheckedHeads<T>& c, MatrixSpan<T> output, WorkspaceOf<T>& memory) {
  ProjectedTokens<T> q{c, c.queries, c.q, memory.queries};
  ProjectedTokens<T> k{c, c.keys, c.k, memory.keys};
  ProjectedTokens<T> v{c, c.values, c.v, memory.values};
  const Index m = q.tokens();
  const Index n = k.tokens();
  const Index group = c.heads / c.kv_heads;
  const Index d_k = q.width() / c.heads;
  const Index d_v = v.width() / c.kv_heads;
  const Index batch = batch_of(c.queries.shape());
  const Index at_once = std::max(std::min(kTokensAtOnce / std::max(m, n), batch), Index(1));
  std::uint64_t bytes = bytes_of<T>({at_once * m, c.heads * d_v});
  for (const ProjectedTokens<T>* part : {&q, &k, &v})
    bytes = add_bytes(bytes, part->bytes(at_once));
  // The scores have the shape of the heads' queries, (…, h, m, d_k), with n in place of d_k.
  const Shape scores = with_width(split_shape(c.queries.shape(), c.heads), n);
  memory.stream.prepare(c.options, scores, d_k, d_v, bytes);
  if (output.size() == 0) return;
  // The number of heads of all batch items must fit into an Index. It does if memory has a byte for
  // each of them.
  require_memory(bytes_of<std::uint8_t>(leading(scores)));
  for (ProjectedTokens<T>* part : {&q, &k, &v}) part->make_room(at_once);
  Matrix<T>& concat = memory.concat;
  concat.resize(at_once * m, c.heads * d_v);
  for (Index first = 0; first < batch; first += at_once) {
    const Index items = std::min(at_once, batch - first);
    const MatrixView<T> Q = q.of(first, items);
    const MatrixView<T> K = k.of(first, items);
    const MatrixView<T> V = v.of(first, items);
    for (Index i = 0; i < items; ++i)
      for (Index h = 0; h < c.heads; ++h)
        memory.stream.attend((first + i) * c.heads + h, Q.block(i * m, h * d_k, m, d_k),
                             K.block(i * n, h / group * d_k, n, d_k),
                             V.block(i * n, h / group * d_v, n, d_v),
                             concat.block(i * m, h * d_v, m, d_v), {}, {});
    apply<T>(c.o, concat.topRows(items * m), output.middleRows(first * m, items * m));
  }
}

template <class T>
MultiHeadStages<T> stages_of(const CheckedHeads<T>& c, const abi::DocumentVariant& variant) {
  MultiHeadStages<T> stages;
  stages.projected_queries = projected(c, c.queries, c.q);
  stages.projected_keys = projected(c, c.keys, c.k);
  stages.projected_values = projected(c, c.values, c.v);
  stages.head_queries = abi::split_heads<T>(stages.projected_queries, c.heads);
  stages.head_keys = abi::split_heads<T>(stages.projected_keys, c.kv_heads);
  stages.head_values = abi::split_heads<T>(stages.projected_values, c.kv_heads);
  stages.heads = attend<T>({stages.head_queries, stages.head_keys, stages.head_values}, c.options,
                           {}, variant);
  stages.concat = abi::merge_heads<T>(stages.heads.output);
  stages.output = uninitialised<T>(c.output_shape());
  apply<T>(c.o, matrix_of(std::as_const(stages.concat)), matrix_of(stages.output));
  return stages;
}

// Whether the output can only be computed with all intermediate results stored: with dropout, or if
// scores are masked before they are divided.
bool needs_stages(const MultiHeadOptions& options, const abi::DocumentVariant& variant) {
  return masks_first(options.mask, variant) || drops(options.dropout);
}

// Backward pass of `apply`. Returns the gradient of x and writes the gradients of W and, if there
// is a bias, of b.
template <class T>
Tensor<T> through_linear(const Linear<T>& p, const MatrixView<T>& x, const Shape& x_shape,
                         const MatrixView<T>& y_gradient, Tensor<T>& W, Tensor<T>& b) {
  W = zeros_like(p.W);
  b = zeros_like(p.b);
  transposed_multiply_add<T>(y_gradient, x, matrix_of(W));
  if (p.b.size() > 0) {
    auto sums = matrix_of(b);
    for (Index r = 0; r < y_gradient.rows(); ++r) sums.row(0) += y_gradient.row(r);
  }
  Tensor<T> x_gradient = uninitialised<T>(x_shape);
  multiply<T>(y_gradient, p.W,
              MatrixMap<T>(x_gradient.data(), x.rows(), x.cols(), Eigen::OuterStride<>(x.cols())));
  return x_gradient;
}

// Backward pass of a projection and of the split into heads. Returns the gradient of the input, of
// shape `shape`, and writes the gradients of W and b.
template <class T>
Tensor<T> through_projection(const CheckedHeads<T>& c, const Linear<T>& p, const TensorView<T>& x,
                             const Shape& shape, const Tensor<T>& heads_gradient, Tensor<T>& W,
                             Tensor<T>& b) {
  Tensor<T> gradient = abi::merge_heads<T>(heads_gradient);
  switch (c.projection) {
    case Projection::kFull:
      return through_linear<T>(p, matrix_of(x), shape, matrix_of(std::as_const(gradient)), W, b);
    case Projection::kShared: {
      // All heads use the same W. Therefore the matrix of shape (tokens, h·width) is read as a
      // matrix of shape (tokens·h, width), in which each row is one head's slice of a token.
      const Index rows = x.rows() * c.heads;
      const Tensor<T> stored(x);
      return through_linear<T>(
          p, Eigen::Map<const Matrix<T>>(stored.data(), rows, p.W.cols()), shape,
          Eigen::Map<const Matrix<T>>(gradient.data(), rows, p.W.rows()), W, b);
    }
    case Projection::kNone:
      break;
  }
  Tensor<T> reshaped = uninitialised<T>(shape);
  std::copy(gradient.begin(), gradient.end(), reshaped.begin());
  return reshaped;
}

template <class T>
void check_stages(const CheckedHeads<T>& c, const MultiHeadStages<T>& stages) {
  const auto check = [&](const Tensor<T>& projected, const Tensor<T>& heads, const TensorView<T>& x,
                         const Linear<T>& p, Index h) {
    check_same_shape("stages", projected.shape(), c.projected_shape(x, p));
    check_same_shape("stages", heads.shape(), split_shape(projected.shape(), h));
  };
  check(stages.projected_queries, stages.head_queries, c.queries, c.q, c.heads);
  check(stages.projected_keys, stages.head_keys, c.keys, c.k, c.kv_heads);
  check(stages.projected_values, stages.head_values, c.values, c.v, c.kv_heads);
  check_same_shape("stages", stages.concat.shape(), with_width(c.queries.shape(), c.o.W.cols()));
}

}  // namespace
}  // namespace attention::detail

namespace attention::abi {

using namespace detail;

// Source: the lessons' source documents 002, lines 87–190; 004, lines 43–87
template <class T>
Tensor<T> multi_head(const Inputs<T>& inputs, const MultiHeadParameters<T>& parameters,
                     const MultiHeadOptions& options, const DocumentVariant& variant) {
  return guarded([&] {
    const CheckedHeads<T> c(inputs, parameters, options, variant);
    if (needs_stages(options, variant)) return stages_of(c, variant).output;
    Tensor<T> output = uninitialised<T>(c.output_shape());
    WorkspaceOf<T> memory;
    stream_output<T>(c, matrix_of(output), memory);
    return output;
  });
}

template <class T>
void multi_head_into(const TensorSpan<T>& output, const Inputs<T>& inputs,
                     const MultiHeadParameters<T>& parameters, const MultiHeadOptions& options,
                     Workspace& workspace) {
  guarded([&] {
    check_apart(output, inputs, options);
    const std::pair<const char*, const TensorView<T>&> all[] = {
        {"W_q", parameters.W_q}, {"b_q", parameters.b_q}, {"W_k", parameters.W_k},
        {"b_k", parameters.b_k}, {"W_v", parameters.W_v}, {"b_v", parameters.b_v},
        {"W_o", parameters.W_o}, {"b_o", parameters.b_o}};
    for (const auto& [name, parameter] : all) check_apart("output", output.view(), name, parameter);
    const CheckedHeads<T> c(inputs, parameters, options, {});
    check_same_shape("output", output.shape(), c.output_shape());
    if (drops(options.dropout)) {
      const Tensor<T> result = stages_of(c, {}).output;
      return copy<T>(matrix_of(result), matrix_of(output));
    }
    stream_output<T>(c, matrix_of(output), workspace.memory().template of<T>());
  });
}

template <class T>
MultiHeadStages<T> multi_head_stages(const Inputs<T>& inputs,
                                     const MultiHeadParameters<T>& parameters,
                                     const MultiHeadOptions& options,
                                     const DocumentVariant& variant) {
  return guarded(
      [&] { return stages_of(CheckedHeads<T>(inputs, parameters, options, variant), variant); });
}

template <class T>
MultiHeadGradient<T> multi_head_gradient(const Inputs<T>& inputs,
                                         const MultiHeadParameters<T>& parameters,
                                         const MultiHeadStages<T>& stages,
                                         const TensorView<T>& output_gradient,
                                         const MultiHeadOptions& options,
                                         const DocumentVariant& variant) {
  return guarded([&] {
    const CheckedHeads<T> c(inputs, parameters, options, variant);
    check_stages(c, stages);
    check_same_shape("output_gradient", output_gradient.shape(), c.output_shape());
    MultiHeadGradient<T> to;
    const Tensor<T> concat_gradient =
        through_linear<T>(c.o, matrix_of(stages.concat), stages.concat.shape(),
                          matrix_of(output_gradient), to.W_o, to.b_o);
    const Tensor<T> heads_gradient = abi::split_heads<T>(concat_gradient, c.heads);
    auto heads = attend_gradient<T>({stages.head_queries, stages.head_keys, stages.head_values},
                                    c.options, stages.heads, heads_gradient)
                     .additive.inputs;
    to.queries = through_projection(c, c.q, c.queries, inputs.queries.shape(), heads.queries,
                                    to.W_q, to.b_q);
    to.keys = through_projection(c, c.k, c.keys, inputs.keys.shape(), heads.keys, to.W_k, to.b_k);
    to.values =
        through_projection(c, c.v, c.values, inputs.values.shape(), heads.values, to.W_v, to.b_v);
    to.score_bias = std::move(heads.score_bias);
    return to;
  });
}

ATTENTION_INSTANTIATE(multi_head);
ATTENTION_INSTANTIATE(multi_head_into);
ATTENTION_INSTANTIATE(multi_head_stages);
ATTENTION_INSTANTIATE(multi_head_gradient);

}  // namespace attention::abi
