// SPDX-License-Identifier: MIT
#include "attention/detail/scores.hpp"

#include "bindings/options.hpp"
#include "lab/mistakes.hpp"
#include "lab/symmetry.hpp"

namespace attention::bindings {

using namespace lab;
namespace {

template <class T>
Address scaled_dots() {
  return guarded([] {
    Choices choices;
    return Response()
        .add(scaled_dot_scores<T>(request_matrix<T>(0, "queries"), request_matrix<T>(1, "keys"),
                                  next_scale<T>(choices)))
        .finish();
  });
}

template <class T>
Address additive() {
  return guarded([] {
    return Response()
        .add(additive_scores<T>(request_matrix<T>(0, "queries"), request_matrix<T>(1, "keys"),
                                additive_parameters<T>(2)))
        .finish();
  });
}

template <class T>
Address gaussian() {
  return guarded([] {
    const auto sigma = static_cast<T>(Choices().number());
    return Response()
        .add(gaussian_scores<T>(request_matrix<T>(0, "queries"), request_matrix<T>(1, "keys"),
                                sigma))
        .finish();
  });
}

template <class T>
Address double_transpose() {
  return guarded([] {
    return Response()
        .add(double_transpose_scores<T>(request_matrix<T>(0, "queries"),
                                        request_matrix<T>(1, "keys")))
        .finish();
  });
}

template <class T>
Address directions() {
  return guarded([] {
    auto result = angles<T>(request_matrix<T>(0, "queries"), request_matrix<T>(1, "keys"));
    return Response()
        .add(result.dots, result.cosines, result.degrees, result.query_lengths, result.key_lengths)
        .finish();
  });
}

template <class T>
Address similarity() {
  return guarded([] {
    Choices choices;
    SelfSimilarityOptions<T> options;
    if (is_given(1)) options.W_q = request_rows<T>(1);
    if (is_given(2)) options.W_k = request_rows<T>(2);
    options.scale = next_scale<T>(choices);
    auto result = self_similarity<T>(request_matrix<T>(0, "tokens"), options);
    return Response()
        .add(result.scores, result.weights, result.output, result.relative_distances,
             result.row_sums, result.column_sums)
        .add(result.scores_asymmetry, result.weights_asymmetry, result.mean_diagonal,
             result.smallest_eigenvalue)
        .finish();
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
}
