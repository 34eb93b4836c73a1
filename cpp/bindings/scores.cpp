// SPDX-License-Identifier: MIT
#include "attention/scores.hpp"

#include "bindings/calls.hpp"
#include "lab/angles.hpp"
#include "lab/mistakes.hpp"
#include "lab/symmetry.hpp"

namespace attention::bindings {

using namespace lab;
namespace {

template <class T>
Address scaled_dots() {
  return guarded([] {
    Choices next;
    return respond(
        scaled_dot_scores(request_view<T>(0), request_view<T>(1), next_options<Scale>(next)));
  });
}

template <class T>
Address additive() {
  return guarded([] {
    return respond(
        additive_scores(request_view<T>(0), request_view<T>(1), additive_parameters<T>(2)));
  });
}

template <class T>
Address gaussian() {
  return guarded([] {
    return respond(gaussian_scores(request_view<T>(0), request_view<T>(1), Choices().number()));
  });
}

template <class T>
Address double_transpose() {
  return guarded(
      [] { return respond(double_transpose_scores<T>(request_view<T>(0), request_view<T>(1))); });
}

template <class T>
Address directions() {
  return guarded([] {
    auto result = angles<T>(request_view<T>(0), request_view<T>(1));
    return respond(result.dots, result.cosines, result.degrees, result.query_lengths,
                   result.key_lengths);
  });
}

template <class T>
Address similarity() {
  return guarded([] {
    Choices next;
    SelfSimilarityOptions<T> options;
    if (is_given(1)) options.W_q = request_view<T>(1);
    if (is_given(2)) options.W_k = request_view<T>(2);
    options.scale = next_options<Scale>(next);
    auto result = self_similarity<T>(request_view<T>(0), options);
    return respond(result.scores, result.weights, result.output, result.relative_distances,
                   result.row_sums, result.column_sums, result.scores_asymmetry,
                   result.weights_asymmetry, result.mean_diagonal, result.smallest_eigenvalue);
  });
}

}  // namespace
}  // namespace attention::bindings

EMSCRIPTEN_BINDINGS(scores) {
  namespace b = attention::bindings;
  b::both("scaledDotScores", &b::scaled_dots<float>, &b::scaled_dots<double>);
  b::both("additiveScores", &b::additive<float>, &b::additive<double>);
  b::both("gaussianScores", &b::gaussian<float>, &b::gaussian<double>);
  b::both("doubleTransposeScores", &b::double_transpose<float>, &b::double_transpose<double>);
  b::both("angles", &b::directions<float>, &b::directions<double>);
  b::both("selfSimilarity", &b::similarity<float>, &b::similarity<double>);
  b::option_table().add("scale", attention::Scale());
}
