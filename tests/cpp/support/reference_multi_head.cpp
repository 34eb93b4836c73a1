// SPDX-License-Identifier: MIT
#include "support/reference_multi_head.hpp"

#include "support/reference_attention.hpp"

namespace attention::test::reference {
namespace {

Matrix<double> linear(const Matrix<double>& x, const Matrix<double>& W, const Matrix<double>& b) {
  Matrix<double> y = dot_scores(x, W);
  if (b.size() != 0) y.rowwise() += b.row(0);
  return y;
}

// The queries, keys or values of head h. Without projections, they are a part of the columns of x.
Matrix<double> head(const Matrix<double>& x, const Matrix<double>& W, const Matrix<double>& b,
                    Projection projection, Index num_heads, Index h) {
  const Index width = x.cols() / num_heads;
  const Matrix<double> part = x.middleCols(h * width, width);
  if (projection == Projection::kNone) return part;
  if (projection == Projection::kShared) return linear(part, W, b);
  const Index d = W.rows() / num_heads;
  const Matrix<double> head_bias = b.size() == 0 ? b : Matrix<double>(b.middleCols(h * d, d));
  return linear(x, W.middleRows(h * d, d), head_bias);
}

// Computes all heads of x, of shape (…, T, D). `heads` gets shape (…, h, T, d); `side_by_side` gets
// the same heads concatenated, with shape (…, T, h·d).
void project(const Tensor<double>& x, const Matrix<double>& W, const Matrix<double>& b,
             const MultiHeadOptions<double>& options, Index num_heads, Tensor<double>& heads,
             Tensor<double>& side_by_side) {
  const Index tokens = side(x.shape, 1);
  for (Index batch = 0; batch < batch_of(x.shape); ++batch)
    for (Index h = 0; h < num_heads; ++h) {
      const Matrix<double> y = head(x.matrix(batch), W, b, options.projection, num_heads, h);
      if (heads.shape.empty()) {
        Shape shape = leading(x.shape);
        side_by_side = Tensor<double>(with_matrix(shape, tokens, num_heads * y.cols()));
        shape.push_back(num_heads);
        heads = Tensor<double>(with_matrix(shape, tokens, y.cols()));
      }
      heads.matrix(batch * num_heads + h) = y;
      side_by_side.matrix(batch).middleCols(h * y.cols(), y.cols()) = y;
    }
}

}  // namespace

MultiHead<double> multi_head(const Tensor<double>& queries, const Tensor<double>& keys,
                             const Tensor<double>& values,
                             const MultiHeadParameters<double>& parameters,
                             const MultiHeadOptions<double>& options) {
  MultiHead<double> result;
  const Index heads = options.num_heads;
  const Index kv = options.num_kv_heads == 0 ? heads : options.num_kv_heads;
  project(queries, parameters.W_q, parameters.b_q, options, heads, result.head_queries,
          result.projected_queries);
  project(keys, parameters.W_k, parameters.b_k, options, kv, result.head_keys,
          result.projected_keys);
  project(values, parameters.W_v, parameters.b_v, options, kv, result.head_values,
          result.projected_values);
  AttentionOptions<double> of_heads;
  of_heads.scale = options.scale;
  if (of_heads.scale.divisor == Divisor::kSqrtEmbed && of_heads.scale.embed_size == 0)
    of_heads.scale.embed_size = side(queries.shape);
  of_heads.visibility = options.visibility;
  of_heads.masking = options.masking;
  of_heads.mask_before_scale = options.mask_before_scale;
  of_heads.dropout = options.dropout;
  of_heads.score_bias = options.score_bias;
  result.heads = attention(result.head_queries, result.head_keys, result.head_values, of_heads);
  const Index d_v = side(result.head_values.shape);
  const Shape outer = leading(queries.shape);
  const Index m = side(queries.shape, 1);
  result.concat = Tensor<double>(with_matrix(outer, m, options.num_heads * d_v));
  for (Index b = 0; b < batch_of(queries.shape); ++b)
    for (Index h = 0; h < options.num_heads; ++h)
      result.concat.matrix(b).middleCols(h * d_v, d_v) =
          result.heads.output.matrix(b * options.num_heads + h);
  result.output = {with_matrix(outer, m, parameters.W_o.rows()),
                   linear(result.concat.rows, parameters.W_o, parameters.b_o)};
  return result;
}

}  // namespace attention::test::reference
