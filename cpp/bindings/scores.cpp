// SPDX-License-Identifier: MIT
#include "attention/scores.hpp"

#include "bindings/calls.hpp"
#include "lab/angles.hpp"
#include "lab/mistakes.hpp"
#include "lab/symmetry.hpp"

namespace attention::bindings {

using namespace lab;

EMSCRIPTEN_BINDINGS(scores) {
  both("scaledDotScores", []<class T>() {
    return respond(
        scaled_dot_scores(request_view<T>(0), request_view<T>(1), only_options<Scale>()));
  });
  both("additiveScores", []<class T>() {
    return respond(
        additive_scores(request_view<T>(0), request_view<T>(1), additive_parameters<T>(2)));
  });
  both("gaussianScores", []<class T>() {
    return respond(gaussian_scores(request_view<T>(0), request_view<T>(1), Choices().number()));
  });
  both("doubleTransposeScores", []<class T>() {
    return respond(double_transpose_scores(request_view<T>(0), request_view<T>(1)));
  });
  both("angles", []<class T>() {
    auto result = angles(request_view<T>(0), request_view<T>(1));
    return respond(result.dots, result.cosines, result.degrees, result.query_lengths,
                   result.key_lengths);
  });
  both("selfSimilarity", []<class T>() {
    SelfSimilarityOptions<T> options;
    if (is_given(1)) options.W_q = request_view<T>(1);
    if (is_given(2)) options.W_k = request_view<T>(2);
    options.scale = only_options<Scale>();
    auto result = self_similarity(request_view<T>(0), options);
    return respond(result.scores, result.weights, result.output, result.relative_distances,
                   result.row_sums, result.column_sums, result.scores_asymmetry,
                   result.weights_asymmetry, result.mean_diagonal, result.smallest_eigenvalue);
  });
  option_table().add("scale", Scale());
}

}  // namespace attention::bindings
