// SPDX-License-Identifier: MIT
#include "attention/multi_head.hpp"

#include <algorithm>
#include <limits>

#include "attention/error.hpp"
#include "attention/memory.hpp"
#include "attention/streaming.hpp"
#include "simd/matmul.hpp"

namespace attention {
namespace {

template <class T>
void check_linear(const char* weight, const char* bias, const Matrix<T>& W, const Matrix<T>& b,
                  Index rows, Index cols, const char* free) {
  check_matrix(weight, W, rows, cols, free);
  if (W.rows() == 0)
    throw Error(ErrorKind::kEmptyInput, weight, "at least one row", shape_text(W.rows(), W.cols()));
  if (b.size() > 0) check_matrix(bias, b, 1, W.rows(), "n");
}

// Widths of the inputs and of the parameters; what the queries' projection gives, the keys' must.
template <class T>
void check_parameters(const Shape& queries, const Shape& keys, const Shape& values,
                      const MultiHeadParameters<T>& p, const MultiHeadOptions<T>& options) {
  const Index h = options.num_heads;
  Index width = side(values);
  if (options.projection == Projection::kFull) {
    check_linear("W_q", "b_q", p.W_q, p.b_q, -1, side(queries), "h*d_k");
    check_linear("W_k", "b_k", p.W_k, p.b_k, p.W_q.rows(), side(keys), "h*d_k");
    check_linear("W_v", "b_v", p.W_v, p.b_v, -1, side(values), "h*d_v");
    check_heads(h, "W_q", {1, p.W_q.rows()});
    check_heads(h, "W_v", {1, p.W_v.rows()});
    width = p.W_v.rows();
  } else {
    check_heads(h, "queries", queries);
    check_heads(h, "keys", keys);
    check_heads(h, "values", values);
  }
  if (options.projection == Projection::kShared) {
    check_linear("W_q", "b_q", p.W_q, p.b_q, -1, side(queries) / h, "d_k");
    check_linear("W_k", "b_k", p.W_k, p.b_k, p.W_q.rows(), side(keys) / h, "d_k");
    check_linear("W_v", "b_v", p.W_v, p.b_v, -1, side(values) / h, "d_v");
    width = p.W_v.rows() * h;
  }
  check_linear("W_o", "b_o", p.W_o, p.b_o, -1, width, "E_o");
}

Shape with_width(Shape shape, Index width) {
  shape.back() = width;
  return shape;
}

// x Wᵀ + b for every row.
template <class T>
Tensor<T> linear(const TensorView<T>& x, const Matrix<T>& W, const Matrix<T>& b) {
  Tensor<T> y(with_width(x.shape, W.rows()));
  simd::multiply_transposed<T>(x.rows, W, y.rows);
  if (b.size() > 0)
    for (Index r = 0; r < y.rows.rows(); ++r) y.rows.row(r) += b.row(0);
  return y;
}

// What the heads get side by side, (…, T, h·d).
template <class T>
Tensor<T> project(const TensorView<T>& x, const Matrix<T>& W, const Matrix<T>& b,
                  const MultiHeadOptions<T>& options) {
  switch (options.projection) {
    case Projection::kFull:
      return linear<T>(x, W, b);
    case Projection::kShared: {
      // A head's slice is a row of the same numbers read with h times as many rows.
      const Index h = options.num_heads;
      const Index cols = side(x.shape) / h;
      const Matrix<T> stored = copy_of<T>(x.rows);
      const Eigen::Map<const Matrix<T>> slices(stored.data(), stored.rows() * h, cols);
      Tensor<T> y = linear<T>(TensorView<T>({slices.rows(), cols}, slices), W, b);
      Tensor<T> side_by_side(with_width(x.shape, h * W.rows()));
      std::copy_n(y.rows.data(), y.rows.size(), side_by_side.rows.data());
      return side_by_side;
    }
    case Projection::kNone:
      break;
  }
  return Tensor<T>(x.shape, copy_of<T>(x.rows));
}

// What the heads get side by side, and what it takes to make it beyond that.
struct ProjectedSize {
  Shape shape;
  std::uint64_t scratch;
};

template <class T>
ProjectedSize projected_size(const Shape& x, const Matrix<T>& W,
                             const MultiHeadOptions<T>& options) {
  switch (options.projection) {
    case Projection::kFull:
      return {with_width(x, W.rows()), 0};
    case Projection::kShared: {
      const Shape shape = with_width(x, options.num_heads * W.rows());
      return {shape, add_bytes(bytes_of<T>(x), bytes_of<T>(shape))};
    }
    case Projection::kNone:
      break;
  }
  return {x, 0};
}

// All but what the heads take while they attend.
template <class T>
struct ProjectedBytes {
  Shape queries, keys, values;  // of the heads
  std::uint64_t bytes;
};

template <class T>
ProjectedBytes<T> projected_bytes(const Shape& queries, const KeysAndValues<T>& read,
                                  const MultiHeadParameters<T>& p,
                                  const MultiHeadOptions<T>& options) {
  const auto q = projected_size(queries, p.W_q, options);
  const auto k = projected_size(read.keys.shape, p.W_k, options);
  const auto v = projected_size(read.values.shape, p.W_v, options);
  std::uint64_t bytes = std::max({q.scratch, k.scratch, v.scratch});
  // Projected, and split into heads.
  for (const Shape* shape : {&q.shape, &k.shape, &v.shape})
    bytes = add_bytes(bytes, multiply_bytes(bytes_of<T>(*shape), 2));
  for (const Index width : {side(v.shape), p.W_o.rows()})
    bytes = add_bytes(bytes, bytes_of<T>(with_width(queries, width)));
  const Index h = options.num_heads;
  return {split_shape(q.shape, h), split_shape(k.shape, h), split_shape(v.shape, h), bytes};
}

// Keys or values in the shape that document 004's line 64 takes from the queries.
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

}  // namespace

template <class T>
MultiHeadOptions<T> multi_head_options(MultiHeadVariant variant, Index num_heads) {
  MultiHeadOptions<T> options;
  options.num_heads = num_heads;
  if (variant == MultiHeadVariant::kStandard) return options;
  options.visibility.mask_axes = MaskAxes::kTrailing;
  options.masking.method = MaskMethod::kFill;
  if (variant == MultiHeadVariant::k004AsPrinted) {
    options.shape_from_queries = true;
    options.masking.fill = T(-1e4);
    return options;
  }
  options.masking.fill = T(-1e20);
  options.mask_before_scale = true;
  options.projection = Projection::kShared;
  if (variant == MultiHeadVariant::k002AsMeant) {
    options.visibility.mask_axes = MaskAxes::kExplicit;
    return options;
  }
  options.projection = Projection::kNone;
  options.scale.divisor = Divisor::kSqrtEmbed;
  if (variant == MultiHeadVariant::k002TensorFlow) {
    options.masking.method = MaskMethod::kAdd;
    options.masking.fill = T(-1e9);
  }
  return options;
}

template <class T>
KeysAndValues<T> checked_keys_and_values(const TensorView<T>& queries, const TensorView<T>& keys,
                                         const TensorView<T>& values,
                                         const MultiHeadParameters<T>& parameters,
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
  heads.scale = options.scale;
  if (heads.scale.embed_size == 0) heads.scale.embed_size = embed_size;
  heads.visibility = options.visibility;
  heads.masking = options.masking;
  heads.mask_before_scale = options.mask_before_scale;
  heads.dropout = options.dropout;
  return heads;
}

template <class T>
MultiHead<T> multi_head(const TensorView<T>& queries, const TensorView<T>& keys,
                        const TensorView<T>& values, const MultiHeadParameters<T>& parameters,
                        const MultiHeadOptions<T>& options) {
  const KeysAndValues<T> read = checked_keys_and_values(queries, keys, values, parameters, options);
  const AttentionOptions<T> head_options = options_of_heads(options, side(queries.shape));
  const auto projected = projected_bytes(queries.shape, read, parameters, options);
  require_memory(add_bytes(projected.bytes, attention_bytes(projected.queries, projected.keys,
                                                            projected.values, head_options)));

  MultiHead<T> stages;
  stages.projected_queries = project<T>(queries, parameters.W_q, parameters.b_q, options);
  stages.projected_keys = project<T>(read.keys, parameters.W_k, parameters.b_k, options);
  stages.projected_values = project<T>(read.values, parameters.W_v, parameters.b_v, options);
  stages.head_queries = split_heads<T>(stages.projected_queries, options.num_heads);
  stages.head_keys = split_heads<T>(stages.projected_keys, options.num_heads);
  stages.head_values = split_heads<T>(stages.projected_values, options.num_heads);
  stages.heads =
      attention<T>(stages.head_queries, stages.head_keys, stages.head_values, head_options);
  stages.concat = merge_heads<T>(stages.heads.output);
  stages.output = linear<T>(stages.concat, parameters.W_o, parameters.b_o);
  return stages;
}

template <class T>
Tensor<T> multi_head_output(const TensorView<T>& queries, const TensorView<T>& keys,
                            const TensorView<T>& values, const MultiHeadParameters<T>& parameters,
                            const MultiHeadOptions<T>& options) {
  const bool masks_first =
      options.mask_before_scale && options.masking.method != MaskMethod::kExclude;
  if (masks_first || options.dropout.rate != 0 || options.dropout.keep)
    return multi_head(queries, keys, values, parameters, options).output;
  const KeysAndValues<T> read = checked_keys_and_values(queries, keys, values, parameters, options);
  const Scale<T> scale = options_of_heads(options, side(queries.shape)).scale;
  const auto projected = projected_bytes(queries.shape, read, parameters, options);
  // What the heads give, before it lies side by side.
  require_memory(add_bytes(projected.bytes,
                           bytes_of<T>(with_width(projected.queries, side(projected.values)))));
  const auto heads = [&](const TensorView<T>& x, const Matrix<T>& W, const Matrix<T>& b) {
    return split_heads<T>(project<T>(x, W, b, options), options.num_heads);
  };
  const Tensor<T> attended =
      streaming_attention<T>(heads(queries, parameters.W_q, parameters.b_q),
                             heads(read.keys, parameters.W_k, parameters.b_k),
                             heads(read.values, parameters.W_v, parameters.b_v),
                             {scale, options.visibility, options.masking})
          .output;
  return linear<T>(merge_heads<T>(attended), parameters.W_o, parameters.b_o);
}

#define ATTENTION_INSTANTIATE(T)                                                            \
  template MultiHeadOptions<T> multi_head_options(MultiHeadVariant, Index);                 \
  template MultiHead<T> multi_head(const TensorView<T>&, const TensorView<T>&,              \
                                   const TensorView<T>&, const MultiHeadParameters<T>&,     \
                                   const MultiHeadOptions<T>&);                             \
  template Tensor<T> multi_head_output(const TensorView<T>&, const TensorView<T>&,          \
                                       const TensorView<T>&, const MultiHeadParameters<T>&, \
                                       const MultiHeadOptions<T>&);                         \
  template KeysAndValues<T> checked_keys_and_values(                                        \
      const TensorView<T>&, const TensorView<T>&, const TensorView<T>&,                     \
      const MultiHeadParameters<T>&, const MultiHeadOptions<T>&);                           \
  template AttentionOptions<T> options_of_heads(const MultiHeadOptions<T>&, Index);
ATTENTION_INSTANTIATE(float)
ATTENTION_INSTANTIATE(double)
#undef ATTENTION_INSTANTIATE

}  // namespace attention
