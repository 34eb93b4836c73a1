// SPDX-License-Identifier: MIT
// This file is long because `multi_head` and `multi_head_output` share checks and projections.
#include "attention/detail/multi_head.hpp"

#include <algorithm>
#include <limits>

#include "attention/detail/memory.hpp"
#include "attention/detail/product.hpp"
#include "attention/detail/streaming.hpp"
#include "attention/error.hpp"
#include "simd/instantiate.hpp"

namespace attention::detail {
namespace {

template <class T>
void check_linear(const char* weight, const char* bias, const MatrixView<T>& W,
                  const MatrixView<T>& b, Index rows, Index cols, const char* free) {
  check_matrix(weight, W, rows, cols, free);
  if (W.rows() == 0)
    throw Error(ErrorKind::kEmptyInput, weight, "at least one row", shape_text(W.rows(), W.cols()));
  if (b.size() > 0) check_matrix(bias, b, 1, W.rows(), "n");
}

// Checks the number of heads of the keys and values. The number of heads is at least 1.
template <class T>
void check_kv_heads(const MultiHeadOptions<T>& options) {
  const Index heads = kv_heads(options);
  if (heads < 0 || options.num_heads % heads != 0)
    throw Error(ErrorKind::kOutOfRange, "num_kv_heads",
                std::string("a divisor of ").append(std::to_string(options.num_heads)),
                std::to_string(heads));
  if (heads != options.num_heads && options.projection != Projection::kFull) {
    const auto projection = static_cast<std::size_t>(options.projection);
    throw Error(ErrorKind::kUnknownOption, "num_kv_heads",
                std::string("none beside projection ").append(kProjectionNames[projection]),
                std::to_string(heads));
  }
}

// Checks the widths of inputs and parameters, and that one head's queries and keys have equal
// widths.
template <class T>
void check_parameters(const Shape& queries, const Shape& keys, const Shape& values,
                      const MultiHeadParametersView<T>& p, const MultiHeadOptions<T>& options) {
  const Index h = options.num_heads;
  Index width = side(values);
  if (options.projection == Projection::kFull) {
    check_linear("W_q", "b_q", p.W_q, p.b_q, -1, side(queries), "h*d_k");
    check_heads(h, "W_q", {1, p.W_q.rows()});
    check_kv_heads(options);
    const Index h_k = kv_heads(options);
    check_linear("W_k", "b_k", p.W_k, p.b_k, p.W_q.rows() / h * h_k, side(keys), "h*d_k");
    check_linear("W_v", "b_v", p.W_v, p.b_v, -1, side(values), "h*d_v");
    check_heads(h_k, "W_v", {1, p.W_v.rows()}, h_k == h ? "num_heads" : "num_kv_heads");
    // A width for all heads that fits into memory fits into an Index.
    require_memory(bytes_of<T>({p.W_v.rows() / h_k, h}));
    width = p.W_v.rows() / h_k * h;
  } else {
    check_heads(h, "queries", queries);
    check_heads(h, "keys", keys);
    check_heads(h, "values", values);
    check_kv_heads(options);
  }
  if (options.projection == Projection::kShared) {
    check_linear("W_q", "b_q", p.W_q, p.b_q, -1, side(queries) / h, "d_k");
    check_linear("W_k", "b_k", p.W_k, p.b_k, p.W_q.rows(), side(keys) / h, "d_k");
    check_linear("W_v", "b_v", p.W_v, p.b_v, -1, side(values) / h, "d_v");
    // A width for all heads that fits into memory fits into an Index.
    for (const MatrixView<T>* W : {&p.W_q, &p.W_v}) require_memory(bytes_of<T>({W->rows(), h}));
    width = p.W_v.rows() * h;
  }
  check_linear("W_o", "b_o", p.W_o, p.b_o, -1, width, "E_o");
}

// Computes y ← x Wᵀ + b for every row of x; an empty b counts as 0.
template <class T>
void linear(const MatrixView<T>& x, const MatrixView<T>& W, const MatrixView<T>& b,
            MatrixSpan<T> y) {
  multiply_transposed<T>(x, W, y);
  if (b.size() > 0)
    for (Index r = 0; r < y.rows(); ++r) y.row(r) += b.row(0);
}

// Returns the width of a projection for all its heads.
template <class T>
Index projected_width(const Shape& x, const MatrixView<T>& W, const MultiHeadOptions<T>& options) {
  switch (options.projection) {
    case Projection::kFull:
      return W.rows();
    case Projection::kShared:
      return options.num_heads * W.rows();
    case Projection::kNone:
      break;
  }
  return side(x);
}

// Writes the projections of x for all heads, concatenated, to y.
template <class T>
void project(const MatrixView<T>& x, const MatrixView<T>& W, const MatrixView<T>& b,
             const MultiHeadOptions<T>& options, MatrixSpan<T> y) {
  // Without rows, the data pointer may be null, and the code below would do arithmetic with it.
  if (x.rows() == 0) return;
  switch (options.projection) {
    case Projection::kFull:
      return linear<T>(x, W, b, y);
    case Projection::kShared:
      for (Index h = 0; h < options.num_heads; ++h)
        linear<T>(x.middleCols(h * W.cols(), W.cols()), W, b, y.middleCols(h * W.rows(), W.rows()));
      return;
    case Projection::kNone:
      return copy<T>(x, y);
  }
}

template <class T>
Tensor<T> project(const TensorView<T>& x, const MatrixView<T>& W, const MatrixView<T>& b,
                  const MultiHeadOptions<T>& options) {
  Tensor<T> y(with_width(x.shape, projected_width(x.shape, W, options)));
  project<T>(x.rows, W, b, options, y.rows);
  return y;
}

// Returns keys or values reshaped to the queries' batch and length, as line 64 of the lessons'
// source document 004 does.
template <class T>
TensorView<T> viewed_as_queries(const char* argument, const TensorView<T>& x,
                                const Shape& queries) {
  check_entries(argument, x);
  Shape shape = queries;
  if (!shape.empty() && !x.shape.empty()) shape.back() = side(x.shape);
  if (x.shape.size() != queries.size() || size_of(x.shape) != size_of(shape))
    throw Error(ErrorKind::kShapeMismatch, argument, shape_text(shape), shape_text(x.shape));
  return {shape, x.rows};
}

// The number of tokens whose output is computed together: enough to amortise packing the weight
// matrices, and few enough that intermediate results stay in the cache.
constexpr Index kTokensAtOnce = 256;

// Projects the tokens of a few batch items at a time into memory that all calls reuse.
template <class T>
class ProjectedTokens {
 public:
  ProjectedTokens(const TensorView<T>& x, const MatrixView<T>& W, const MatrixView<T>& b,
                  const MultiHeadOptions<T>& options, Matrix<T>& room)
      : x_(x), W_(W), b_(b), options_(options), room_(room) {}

  Index tokens() const { return side(x_.shape, 1); }
  Index width() const { return projected_width(x_.shape, W_, options_); }

  std::uint64_t bytes(Index items) const { return bytes_of<T>({rows(items), width()}); }
  void make_room(Index items) { room_.resize(rows(items), width()); }

  // Returns the projections of the batch items first … first + items − 1, which are valid until the
  // next call.
  MatrixView<T> of(Index first, Index items) {
    const MatrixView<T> x = x_.rows.middleRows(first * tokens(), items * tokens());
    if (options_.projection == Projection::kNone) return x;
    project<T>(x, W_, b_, options_, room_.topRows(items * tokens()));
    return room_.topRows(items * tokens());
  }

 private:
  Index rows(Index items) const {
    return options_.projection == Projection::kNone ? 0 : items * tokens();
  }

  const TensorView<T>& x_;
  const MatrixView<T>& W_;
  const MatrixView<T>& b_;
  const MultiHeadOptions<T>& options_;
  Matrix<T>& room_;
};

template <class T>
Scale<T> scale_of_heads(const MultiHeadOptions<T>& options, Index embed_size) {
  Scale<T> scale = options.scale;
  if (scale.divisor == Divisor::kSqrtEmbed && scale.embed_size == 0) scale.embed_size = embed_size;
  return scale;
}

// Whether the output can only be computed with all intermediate results stored: with dropout, or if
// the mask is applied before the division.
template <class T>
bool needs_stages(const MultiHeadOptions<T>& options) {
  const bool masks_first =
      options.mask_before_scale && options.masking.method != MaskMethod::kExclude;
  return masks_first || options.dropout.rate != 0 || options.dropout.keep;
}

// Computes the output with `HeadStream`, which stores no scores of shape (m, n), for a few batch
// items at a time.
template <class T>
void stream_output(const TensorView<T>& queries, const KeysAndValues<T>& read,
                   const MultiHeadParametersView<T>& p, const MultiHeadOptions<T>& options,
                   MatrixSpan<T> output, std::uint64_t output_bytes, MultiHeadMemory<T>& memory) {
  ProjectedTokens<T> q(queries, p.W_q, p.b_q, options, memory.queries);
  ProjectedTokens<T> k(read.keys, p.W_k, p.b_k, options, memory.keys);
  ProjectedTokens<T> v(read.values, p.W_v, p.b_v, options, memory.values);
  const Index m = q.tokens();
  const Index n = k.tokens();
  const Index heads = options.num_heads;
  const Index group = heads / kv_heads(options);
  const Index d_k = q.width() / heads;
  const Index d_v = v.width() / kv_heads(options);
  const Index batch = batch_of(queries.shape);
  const Index at_once = std::max(std::min(kTokensAtOnce / std::max(m, n), batch), Index(1));
  std::uint64_t bytes = add_bytes(output_bytes, bytes_of<std::uint8_t>({m}));
  for (const std::uint64_t more : {q.bytes(at_once), k.bytes(at_once), v.bytes(at_once),
                                   bytes_of<T>({at_once * m, heads * d_v})})
    bytes = add_bytes(bytes, more);

  memory.streaming.scale = scale_of_heads(options, side(queries.shape));
  memory.streaming.visibility = options.visibility;
  memory.streaming.masking = options.masking;
  memory.streaming.score_bias = options.score_bias;
  // The scores have the shape of the heads' queries, (…, h, m, d_k), with n in place of d_k.
  const Shape scores = with_width(split_shape(queries.shape, heads), n);
  memory.stream.prepare(memory.streaming, scores, d_k, d_v, bytes);
  if (output.size() == 0) return;
  // `attend` numbers the heads of all batch items. A number of heads that is at most the number of
  // bytes of memory fits into an Index.
  require_memory(bytes_of<std::uint8_t>(leading(scores)));
  for (auto* side : {&q, &k, &v}) side->make_room(at_once);
  Matrix<T>& concat = memory.concat;
  concat.resize(at_once * m, heads * d_v);
  for (Index first = 0; first < batch; first += at_once) {
    const Index items = std::min(at_once, batch - first);
    const MatrixView<T> Q = q.of(first, items);
    const MatrixView<T> K = k.of(first, items);
    const MatrixView<T> V = v.of(first, items);
    for (Index i = 0; i < items; ++i)
      for (Index h = 0; h < heads; ++h)
        memory.stream.attend((first + i) * heads + h, Q.block(i * m, h * d_k, m, d_k),
                             K.block(i * n, h / group * d_k, n, d_k),
                             V.block(i * n, h / group * d_v, n, d_v),
                             concat.block(i * m, h * d_v, m, d_v), {}, {});
    linear<T>(concat.topRows(items * m), p.W_o, p.b_o, output.middleRows(first * m, items * m));
  }
}

}  // namespace

template <class T>
KeysAndValues<T> checked_keys_and_values(const TensorView<T>& queries, const TensorView<T>& keys,
                                         const TensorView<T>& values,
                                         const MultiHeadParametersView<T>& parameters,
                                         const MultiHeadOptions<T>& options) {
  const KeysAndValues<T> read =
      options.shape_from_queries
          ? KeysAndValues<T>{viewed_as_queries("keys", keys, queries.shape),
                             viewed_as_queries("values", values, queries.shape)}
          : KeysAndValues<T>{keys, values};
  const bool is_projected = options.projection != Projection::kNone;
  checked_scores_shape<T>(queries, read.keys, read.values,
                          is_projected ? Widths::kFree : Widths::kEqual);
  check_parameters(queries.shape, read.keys.shape, read.values.shape, parameters, options);
  return read;
}

template <class T>
AttentionOptions<T> options_of_heads(const MultiHeadOptions<T>& options, Index embed_size) {
  AttentionOptions<T> heads;
  heads.scale = scale_of_heads(options, embed_size);
  heads.visibility = options.visibility;
  heads.masking = options.masking;
  heads.mask_before_scale = options.mask_before_scale;
  heads.dropout = options.dropout;
  heads.score_bias = options.score_bias;
  heads.grouped = kv_heads(options) != options.num_heads;
  return heads;
}

template <class T>
MultiHead<T> multi_head(const TensorView<T>& queries, const TensorView<T>& keys,
                        const TensorView<T>& values, const MultiHeadParametersView<T>& parameters,
                        const MultiHeadOptions<T>& options) {
  const KeysAndValues<T> read = checked_keys_and_values(queries, keys, values, parameters, options);
  const AttentionOptions<T> head_options = options_of_heads(options, side(queries.shape));
  const Index h = options.num_heads;
  const Index h_k = kv_heads(options);
  const auto projected = [&](const Shape& shape, const MatrixView<T>& W) {
    return with_width(shape, projected_width(shape, W, options));
  };
  const Shape q = projected(queries.shape, parameters.W_q);
  const Shape k = projected(read.keys.shape, parameters.W_k);
  const Shape v = projected(read.values.shape, parameters.W_v);
  std::uint64_t bytes =
      attention_bytes(split_shape(q, h), split_shape(k, h_k), split_shape(v, h_k), head_options);
  // Counts each projection twice, because it is stored both concatenated and split into heads.
  for (const Shape* shape : {&q, &k, &v})
    bytes = add_bytes(bytes, multiply_bytes(bytes_of<T>(*shape), 2));
  for (const Index width : {side(v) / h_k * h, parameters.W_o.rows()})
    bytes = add_bytes(bytes, bytes_of<T>(with_width(queries.shape, width)));
  require_memory(bytes);

  MultiHead<T> stages;
  stages.projected_queries = project<T>(queries, parameters.W_q, parameters.b_q, options);
  stages.projected_keys = project<T>(read.keys, parameters.W_k, parameters.b_k, options);
  stages.projected_values = project<T>(read.values, parameters.W_v, parameters.b_v, options);
  stages.head_queries = split_heads<T>(stages.projected_queries, h);
  stages.head_keys = split_heads<T>(stages.projected_keys, h_k);
  stages.head_values = split_heads<T>(stages.projected_values, h_k);
  stages.heads =
      attention<T>(stages.head_queries, stages.head_keys, stages.head_values, head_options);
  stages.concat = merge_heads<T>(stages.heads.output);
  stages.output = Tensor<T>(with_width(queries.shape, parameters.W_o.rows()));
  linear<T>(stages.concat.rows, parameters.W_o, parameters.b_o, stages.output.rows);
  return stages;
}

template <class T>
Tensor<T> multi_head_output(const TensorView<T>& queries, const TensorView<T>& keys,
                            const TensorView<T>& values,
                            const MultiHeadParametersView<T>& parameters,
                            const MultiHeadOptions<T>& options) {
  if (needs_stages(options)) return multi_head(queries, keys, values, parameters, options).output;
  const KeysAndValues<T> read = checked_keys_and_values(queries, keys, values, parameters, options);
  const Shape shape = with_width(queries.shape, parameters.W_o.rows());
  const std::uint64_t bytes = bytes_of<T>(shape);
  require_memory(bytes);
  Tensor<T> output(shape);
  MultiHeadMemory<T> memory;
  stream_output<T>(queries, read, parameters, options, output.rows, bytes, memory);
  return output;
}

template <class T>
void multi_head_output_into(const TensorView<T>& queries, const TensorView<T>& keys,
                            const TensorView<T>& values,
                            const MultiHeadParametersView<T>& parameters,
                            const MultiHeadOptions<T>& options, const Shape& output_shape,
                            MatrixSpan<T> output, MultiHeadMemory<T>& memory) {
  const KeysAndValues<T> read = checked_keys_and_values(queries, keys, values, parameters, options);
  const Shape expected = with_width(queries.shape, parameters.W_o.rows());
  if (output_shape != expected)
    throw Error(ErrorKind::kShapeMismatch, "output", shape_text(expected),
                shape_text(output_shape));
  if (needs_stages(options))
    copy<T>(multi_head(queries, keys, values, parameters, options).output.rows, output);
  else
    stream_output<T>(queries, read, parameters, options, output, 0, memory);
}

ATTENTION_INSTANTIATE(multi_head);
ATTENTION_INSTANTIATE(multi_head_output);
ATTENTION_INSTANTIATE(multi_head_output_into);
ATTENTION_INSTANTIATE(checked_keys_and_values);
ATTENTION_INSTANTIATE(options_of_heads);

}  // namespace attention::detail
