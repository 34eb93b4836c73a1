// SPDX-License-Identifier: MIT
#include "attention/multi_head.hpp"

#include "attention/error.hpp"
#include "attention/memory.hpp"
#include "simd/matmul.hpp"

namespace attention {
namespace {

void check_heads(Index num_heads, const char* argument, const Shape& shape) {
  if (num_heads < 1)
    throw Error(ErrorKind::kOutOfRange, "num_heads", "a whole number >= 1",
                std::to_string(num_heads));
  if (shape.size() < 2)
    throw Error(ErrorKind::kShapeMismatch, argument, "at least 2 axes", shape_text(shape));
  if (side(shape) % num_heads != 0)
    throw Error(ErrorKind::kOutOfRange, "num_heads",
                std::string("a divisor of ").append(std::to_string(side(shape))),
                std::to_string(num_heads));
}

Shape split_shape(const Shape& shape, Index num_heads) {
  Shape result = leading(shape);
  result.push_back(num_heads);
  return with_matrix(result, side(shape, 1), side(shape) / num_heads);
}

template <class T>
void check_matrix(const char* argument, const Matrix<T>& x, Index rows, Index cols,
                  const char* free) {
  const bool fits = (rows < 0 || x.rows() == rows) && (cols < 0 || x.cols() == cols);
  if (!fits)
    throw Error(ErrorKind::kShapeMismatch, argument, shape_text(rows, cols, free),
                shape_text(x.rows(), x.cols()));
}

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

// x Wᵀ + b for every row.
template <class T>
Tensor<T> linear(const TensorView<T>& x, const Matrix<T>& W, const Matrix<T>& b) {
  Shape shape = x.shape;
  shape.back() = W.rows();
  require_memory(bytes_of<T>(shape));
  Tensor<T> y(shape);
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
      const Matrix<T> stored = x.rows;
      const Eigen::Map<const Matrix<T>> slices(stored.data(), stored.rows() * h, cols);
      Tensor<T> y = linear<T>(TensorView<T>({slices.rows(), cols}, slices), W, b);
      Shape shape = x.shape;
      shape.back() = h * W.rows();
      Tensor<T> side_by_side(shape);
      std::copy_n(y.rows.data(), y.rows.size(), side_by_side.rows.data());
      return side_by_side;
    }
    case Projection::kNone:
      break;
  }
  return Tensor<T>(x.shape, x.rows);
}

// Keys or values in the shape that document 004's line 64 takes from the queries.
template <class T>
TensorView<T> viewed_as_queries(const char* argument, const TensorView<T>& x,
                                const Shape& queries) {
  Shape shape = queries;
  if (!shape.empty() && !x.shape.empty()) shape.back() = side(x.shape);
  if (x.shape.size() != queries.size() || size_of(x.shape) != size_of(shape))
    throw Error(ErrorKind::kShapeMismatch, argument, shape_text(shape), shape_text(x.shape));
  return {shape, x.rows};
}

}  // namespace

template <class T>
Tensor<T> split_heads(const TensorView<T>& x, Index num_heads) {
  check_heads(num_heads, "x", x.shape);
  require_memory(bytes_of<T>(x.shape));
  Tensor<T> heads(split_shape(x.shape, num_heads));
  const Index d = side(heads.shape);
  for (Index b = 0; b < batch_of(x.shape); ++b)
    for (Index h = 0; h < num_heads; ++h)
      heads.matrix(b * num_heads + h) = x.matrix(b).middleCols(h * d, d);
  return heads;
}

template <class T>
Tensor<T> merge_heads(const TensorView<T>& x) {
  if (x.shape.size() < 3)
    throw Error(ErrorKind::kShapeMismatch, "x", "at least 3 axes", shape_text(x.shape));
  require_memory(bytes_of<T>(x.shape));
  const Index num_heads = side(x.shape, 2);
  const Index d = side(x.shape);
  Shape outer = leading(x.shape);
  outer.pop_back();
  Tensor<T> merged(with_matrix(outer, side(x.shape, 1), num_heads * d));
  for (Index b = 0; b < size_of(outer); ++b)
    for (Index h = 0; h < num_heads; ++h)
      merged.matrix(b).middleCols(h * d, d) = x.matrix(b * num_heads + h);
  return merged;
}

template <class T>
Tensor<T> wrong_view_of_heads(const TensorView<T>& x, Index num_heads) {
  check_heads(num_heads, "x", x.shape);
  require_memory(bytes_of<T>(x.shape));
  Tensor<T> view(split_shape(x.shape, num_heads));
  const Matrix<T> stored = x.rows;
  std::copy_n(stored.data(), stored.size(), view.rows.data());
  return view;
}

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
MultiHead<T> multi_head(const TensorView<T>& queries, const TensorView<T>& given_keys,
                        const TensorView<T>& given_values, const MultiHeadParameters<T>& parameters,
                        const MultiHeadOptions<T>& options) {
  const bool is_viewed = options.shape_from_queries;
  const TensorView<T> keys =
      is_viewed ? viewed_as_queries<T>("keys", given_keys, queries.shape) : given_keys;
  const TensorView<T> values =
      is_viewed ? viewed_as_queries<T>("values", given_values, queries.shape) : given_values;
  const bool is_compared_directly = options.projection == Projection::kNone;
  checked_scores_shape<T>(queries, keys, values,
                          is_compared_directly ? Score::kDot : Score::kAdditive);
  check_parameters(queries.shape, keys.shape, values.shape, parameters, options);
  AttentionOptions<T> head_options;
  head_options.scale = options.scale;
  if (head_options.scale.embed_size == 0) head_options.scale.embed_size = side(queries.shape);
  head_options.visibility = options.visibility;
  head_options.masking = options.masking;
  head_options.mask_before_scale = options.mask_before_scale;
  head_options.dropout = options.dropout;

  MultiHead<T> stages;
  stages.projected_queries = project<T>(queries, parameters.W_q, parameters.b_q, options);
  stages.projected_keys = project<T>(keys, parameters.W_k, parameters.b_k, options);
  stages.projected_values = project<T>(values, parameters.W_v, parameters.b_v, options);
  stages.head_queries = split_heads<T>(stages.projected_queries, options.num_heads);
  stages.head_keys = split_heads<T>(stages.projected_keys, options.num_heads);
  stages.head_values = split_heads<T>(stages.projected_values, options.num_heads);
  stages.heads =
      attention<T>(stages.head_queries, stages.head_keys, stages.head_values, head_options);
  stages.concat = merge_heads<T>(stages.heads.output);
  stages.output = linear<T>(stages.concat, parameters.W_o, parameters.b_o);
  return stages;
}

#define ATTENTION_INSTANTIATE(T)                                                        \
  template Tensor<T> split_heads(const TensorView<T>&, Index);                          \
  template Tensor<T> merge_heads(const TensorView<T>&);                                 \
  template Tensor<T> wrong_view_of_heads(const TensorView<T>&, Index);                  \
  template MultiHeadOptions<T> multi_head_options(MultiHeadVariant, Index);             \
  template MultiHead<T> multi_head(const TensorView<T>&, const TensorView<T>&,          \
                                   const TensorView<T>&, const MultiHeadParameters<T>&, \
                                   const MultiHeadOptions<T>&);
ATTENTION_INSTANTIATE(float)
ATTENTION_INSTANTIATE(double)
#undef ATTENTION_INSTANTIATE

}  // namespace attention
