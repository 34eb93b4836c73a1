// SPDX-License-Identifier: MIT
#include "attention/gradient/multi_head.hpp"

#include "attention/error.hpp"
#include "attention/gradient/attention.hpp"
#include "attention/memory.hpp"
#include "simd/matmul.hpp"

namespace attention {
namespace {

void check_shape(const char* argument, const Shape& shape, const Shape& expected) {
  if (shape != expected)
    throw Error(ErrorKind::kShapeMismatch, argument, shape_text(expected), shape_text(shape));
}

Shape with_width(Shape shape, Index width) {
  if (!shape.empty()) shape.back() = width;
  return shape;
}

// What the heads attended with.
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

// Backward pass of y = x Wᵀ + b. Writes the gradients of W and, where there is one, of b.
template <class T>
Matrix<T> through_linear(const MatrixView<T>& x, const Matrix<T>& W, const Matrix<T>& b,
                         const MatrixView<T>& y_gradient, Matrix<T>& W_gradient,
                         Matrix<T>& b_gradient) {
  W_gradient = Matrix<T>::Zero(W.rows(), W.cols());
  simd::transposed_multiply_add<T>(y_gradient, x, W_gradient);
  b_gradient = Matrix<T>::Zero(b.rows(), b.cols());
  if (b.size() > 0)
    for (Index r = 0; r < y_gradient.rows(); ++r) b_gradient.row(0) += y_gradient.row(r);
  Matrix<T> x_gradient(x.rows(), x.cols());
  simd::multiply<T>(y_gradient, W, x_gradient);
  return x_gradient;
}

// From the heads' gradient to that of what was projected for them.
template <class T>
Tensor<T> through_projection(const TensorView<T>& x, const Matrix<T>& W, const Matrix<T>& b,
                             const Tensor<T>& heads_gradient, const MultiHeadOptions<T>& options,
                             Matrix<T>& W_gradient, Matrix<T>& b_gradient) {
  Tensor<T> gradient = merge_heads<T>(heads_gradient);
  switch (options.projection) {
    case Projection::kFull:
      gradient.rows = through_linear<T>(x.rows, W, b, gradient.rows, W_gradient, b_gradient);
      break;
    case Projection::kShared: {
      // A head's slice is a row of the same numbers read with h times as many rows.
      const Index rows = x.rows.rows() * options.num_heads;
      const Matrix<T> stored = x.rows;
      const Matrix<T> slices_gradient =
          through_linear<T>(Eigen::Map<const Matrix<T>>(stored.data(), rows, W.cols()), W, b,
                            Eigen::Map<const Matrix<T>>(gradient.rows.data(), rows, W.rows()),
                            W_gradient, b_gradient);
      gradient.rows =
          Eigen::Map<const Matrix<T>>(slices_gradient.data(), stored.rows(), stored.cols());
      break;
    }
    case Projection::kNone:
      break;
  }
  gradient.shape = x.shape;
  return gradient;
}

template <class T>
void check_stages(const TensorView<T>& queries, const TensorView<T>& keys,
                  const TensorView<T>& values, const MultiHeadParameters<T>& parameters,
                  const MultiHeadOptions<T>& options, const MultiHead<T>& stages) {
  const auto check_projected = [&](const Shape& shape, const TensorView<T>& x, const Matrix<T>& W) {
    const Index width = options.projection == Projection::kFull     ? W.rows()
                        : options.projection == Projection::kShared ? W.rows() * options.num_heads
                                                                    : side(x.shape);
    check_shape("stages", shape, with_width(x.shape, width));
  };
  check_projected(stages.projected_queries.shape, queries, parameters.W_q);
  check_projected(stages.projected_keys.shape, keys, parameters.W_k);
  check_projected(stages.projected_values.shape, values, parameters.W_v);
  check_shape("stages", stages.concat.shape,
              with_width(stages.projected_queries.shape, parameters.W_o.cols()));
}

// The results, each with its counterpart in the heads, and the way from the output to the heads.
template <class T>
std::uint64_t bytes_needed(const TensorView<T>& queries, const TensorView<T>& keys,
                           const TensorView<T>& values, const MultiHead<T>& stages) {
  std::uint64_t bytes = bytes_of<T>(stages.concat.shape);
  for (const Shape* shape : {&queries.shape, &keys.shape, &values.shape, &stages.concat.shape,
                             &stages.projected_queries.shape, &stages.projected_keys.shape,
                             &stages.projected_values.shape})
    bytes = add_bytes(bytes, multiply_bytes(bytes_of<T>(*shape), 2));
  return bytes;
}

}  // namespace

template <class T>
MultiHeadGradient<T> multi_head_gradient(const TensorView<T>& queries,
                                         const TensorView<T>& given_keys,
                                         const TensorView<T>& given_values,
                                         const MultiHeadParameters<T>& parameters,
                                         const MultiHeadOptions<T>& options,
                                         const MultiHead<T>& stages,
                                         const TensorView<T>& output_gradient) {
  const auto viewed = [&](const TensorView<T>& x) -> TensorView<T> {
    return options.shape_from_queries
               ? TensorView<T>(with_width(queries.shape, side(x.shape)), x.rows)
               : x;
  };
  const TensorView<T> keys = viewed(given_keys);
  const TensorView<T> values = viewed(given_values);
  check_stages(queries, keys, values, parameters, options, stages);
  check_shape("output_gradient", output_gradient.shape,
              with_width(queries.shape, parameters.W_o.rows()));
  require_memory(bytes_needed(queries, keys, values, stages));

  MultiHeadGradient<T> gradient;
  MultiHeadParameters<T>& to = gradient.parameters;
  const Tensor<T> concat_gradient(
      stages.concat.shape, through_linear<T>(stages.concat.rows, parameters.W_o, parameters.b_o,
                                             output_gradient.rows, to.W_o, to.b_o));
  const AttentionGradient<T> heads =
      attention_gradient<T>(stages.head_queries, stages.head_keys, stages.head_values,
                            options_of_heads(options, side(queries.shape)), stages.heads,
                            split_heads<T>(concat_gradient, options.num_heads));
  gradient.queries = through_projection(queries, parameters.W_q, parameters.b_q, heads.queries,
                                        options, to.W_q, to.b_q);
  gradient.keys =
      through_projection(keys, parameters.W_k, parameters.b_k, heads.keys, options, to.W_k, to.b_k);
  gradient.values = through_projection(values, parameters.W_v, parameters.b_v, heads.values,
                                       options, to.W_v, to.b_v);
  gradient.keys.shape = given_keys.shape;
  gradient.values.shape = given_values.shape;
  return gradient;
}

#define ATTENTION_INSTANTIATE(T)                                                      \
  template MultiHeadGradient<T> multi_head_gradient(                                  \
      const TensorView<T>&, const TensorView<T>&, const TensorView<T>&,               \
      const MultiHeadParameters<T>&, const MultiHeadOptions<T>&, const MultiHead<T>&, \
      const TensorView<T>&);
ATTENTION_INSTANTIATE(float)
ATTENTION_INSTANTIATE(double)
#undef ATTENTION_INSTANTIATE

}  // namespace attention
