// SPDX-License-Identifier: MIT
#include "attention/detail/gradient/multi_head.hpp"

#include <algorithm>
#include <utility>

#include "attention/detail/memory.hpp"
#include "attention/detail/product.hpp"
#include "simd/instantiate.hpp"

namespace attention::detail {
namespace {

// Backward pass of y = x Wᵀ + b. Returns the gradient of x and writes the gradients of W and, if
// there is a bias, of b.
template <class T>
Matrix<T> through_linear(const MatrixView<T>& x, const MatrixView<T>& W, const MatrixView<T>& b,
                         const MatrixView<T>& y_gradient, Matrix<T>& W_gradient,
                         Matrix<T>& b_gradient) {
  W_gradient = zeros<T>(W.rows(), W.cols());
  transposed_multiply_add<T>(y_gradient, x, W_gradient);
  b_gradient = zeros<T>(b.rows(), b.cols());
  if (b.size() > 0)
    for (Index r = 0; r < y_gradient.rows(); ++r) b_gradient.row(0) += y_gradient.row(r);
  Matrix<T> x_gradient(x.rows(), x.cols());
  multiply<T>(y_gradient, W, x_gradient);
  return x_gradient;
}

// Backward pass of a projection and of the split into heads: returns the gradient of the input x.
template <class T>
Tensor<T> through_projection(const TensorView<T>& x, const MatrixView<T>& W, const MatrixView<T>& b,
                             const Tensor<T>& heads_gradient, const MultiHeadOptions<T>& options,
                             Matrix<T>& W_gradient, Matrix<T>& b_gradient) {
  Tensor<T> gradient = merge_heads<T>(heads_gradient);
  switch (options.projection) {
    case Projection::kFull:
      gradient.rows = through_linear<T>(x.rows, W, b, gradient.rows, W_gradient, b_gradient);
      break;
    case Projection::kShared: {
      // All heads use the same W. Therefore the matrix of shape (tokens, h·width) is read as one
      // of shape (tokens·h, width), in which each row is one head's slice of a token.
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
void check_stages(const TensorView<T>& queries, const KeysAndValues<T>& read,
                  const MultiHeadParametersView<T>& parameters, const MultiHeadOptions<T>& options,
                  const MultiHeadStagesView<T>& stages) {
  const auto check_heads = [&](const TensorView<T>& projected, const TensorView<T>& heads,
                               const TensorView<T>& x, const MatrixView<T>& W, Index h) {
    const Index width = options.projection == Projection::kFull     ? W.rows()
                        : options.projection == Projection::kShared ? W.rows() * h
                                                                    : side(x.shape);
    check_shape("stages", projected, with_width(x.shape, width));
    check_shape("stages", heads, split_shape(projected.shape, h));
  };
  const Index h_k = kv_heads(options);
  check_heads(stages.projected_queries, stages.head_queries, queries, parameters.W_q,
              options.num_heads);
  check_heads(stages.projected_keys, stages.head_keys, read.keys, parameters.W_k, h_k);
  check_heads(stages.projected_values, stages.head_values, read.values, parameters.W_v, h_k);
  check_shape("stages", stages.concat, with_width(queries.shape, parameters.W_o.cols()));
}

// Returns the peak memory in bytes: results, the heads' gradients and scratch.
template <class T>
std::uint64_t bytes_needed(const TensorView<T>& queries, const KeysAndValues<T>& read,
                           const MultiHeadParametersView<T>& p, const MultiHeadOptions<T>& options,
                           const AttentionOptions<T>& head_options,
                           const MultiHeadStagesView<T>& stages) {
  std::uint64_t bytes = attention_gradient_bytes(stages.head_queries.shape, stages.head_keys.shape,
                                                 stages.head_values.shape, head_options);
  for (const MatrixView<T>* part : {&p.W_q, &p.b_q, &p.W_k, &p.b_k, &p.W_v, &p.b_v, &p.W_o, &p.b_o})
    bytes = add_bytes(bytes, bytes_of<T>({part->rows(), part->cols()}));
  // The gradient of the concatenated outputs is stored twice: concatenated, and split into heads.
  bytes = add_bytes(bytes, multiply_bytes(bytes_of<T>(stages.concat.shape), 2));
  const bool is_shared = options.projection == Projection::kShared;
  std::uint64_t scratch = 0;
  const auto add_projection = [&](const Shape& x, const Shape& projected) {
    bytes = add_bytes(bytes, bytes_of<T>(x));
    scratch = std::max(scratch, add_bytes(bytes_of<T>(projected),
                                          multiply_bytes(bytes_of<T>(x), is_shared ? 2 : 0)));
  };
  add_projection(queries.shape, stages.projected_queries.shape);
  add_projection(read.keys.shape, stages.projected_keys.shape);
  add_projection(read.values.shape, stages.projected_values.shape);
  return add_bytes(bytes, scratch);
}

}  // namespace

template <class T>
MultiHeadGradient<T> multi_head_gradient(const TensorView<T>& queries, const TensorView<T>& keys,
                                         const TensorView<T>& values,
                                         const MultiHeadParametersView<T>& parameters,
                                         const MultiHeadOptions<T>& options,
                                         const MultiHeadStagesView<T>& stages,
                                         const TensorView<T>& output_gradient) {
  const KeysAndValues<T> read = checked_keys_and_values(queries, keys, values, parameters, options);
  const AttentionOptions<T> head_options = options_of_heads(options, side(queries.shape));
  check_stages(queries, read, parameters, options, stages);
  check_shape("output_gradient", output_gradient, with_width(queries.shape, parameters.W_o.rows()));
  require_memory(bytes_needed(queries, read, parameters, options, head_options, stages));

  MultiHeadGradient<T> gradient;
  MultiHeadParameters<T>& to = gradient.parameters;
  const Tensor<T> concat_gradient(
      stages.concat.shape, through_linear<T>(stages.concat.rows, parameters.W_o, parameters.b_o,
                                             output_gradient.rows, to.W_o, to.b_o));
  AttentionGradient<T> heads =
      attention_gradient<T>(stages.head_queries, stages.head_keys, stages.head_values, head_options,
                            stages.heads, split_heads<T>(concat_gradient, options.num_heads));
  gradient.queries = through_projection(queries, parameters.W_q, parameters.b_q, heads.queries,
                                        options, to.W_q, to.b_q);
  gradient.keys = through_projection(read.keys, parameters.W_k, parameters.b_k, heads.keys, options,
                                     to.W_k, to.b_k);
  gradient.values = through_projection(read.values, parameters.W_v, parameters.b_v, heads.values,
                                       options, to.W_v, to.b_v);
  gradient.keys.shape = keys.shape;
  gradient.values.shape = values.shape;
  gradient.score_bias = std::move(heads.score_bias);
  return gradient;
}

ATTENTION_INSTANTIATE(multi_head_gradient);

}  // namespace attention::detail
