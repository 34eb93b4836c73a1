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
    const ScaleCall scale(choices);
    Matrix<T> scores = scaled_dot_scores<T>(request_matrix<T>(0, "queries"),
                                            request_matrix<T>(1, "keys"), scale_of<T>(scale));
    return address_of(Response().add<T>(std::move(scores)).finish());
  });
}

template <class T>
Address additive() {
  return guarded([] {
    Matrix<T> scores = additive_scores<T>(
        request_matrix<T>(0, "queries"), request_matrix<T>(1, "keys"),
        {request_rows<T>(2), request_rows<T>(3), request_rows<T>(4), request_rows<T>(5)});
    return address_of(Response().add<T>(std::move(scores)).finish());
  });
}

template <class T>
Address gaussian() {
  return guarded([] {
    const auto sigma = static_cast<T>(Choices().number());
    Matrix<T> scores =
        gaussian_scores<T>(request_matrix<T>(0, "queries"), request_matrix<T>(1, "keys"), sigma);
    return address_of(Response().add<T>(std::move(scores)).finish());
  });
}

template <class T>
Address double_transpose() {
  return guarded([] {
    Matrix<T> scores =
        double_transpose_scores<T>(request_matrix<T>(0, "queries"), request_matrix<T>(1, "keys"));
    return address_of(Response().add<T>(std::move(scores)).finish());
  });
}

template <class T>
Address directions() {
  return guarded([] {
    auto result = angles<T>(request_matrix<T>(0, "queries"), request_matrix<T>(1, "keys"));
    Response response;
    for (auto* part : {&result.dots, &result.cosines, &result.degrees, &result.query_lengths,
                       &result.key_lengths})
      response.add<T>(std::move(*part));
    return address_of(response.finish());
  });
}

template <class T>
Address similarity() {
  return guarded([] {
    Choices choices;
    const ScaleCall scale(choices);
    SelfSimilarityOptions<T> options;
    if (is_given(1)) options.W_q = request_rows<T>(1);
    if (is_given(2)) options.W_k = request_rows<T>(2);
    options.scale = scale_of<T>(scale);
    auto result = self_similarity<T>(request_matrix<T>(0, "tokens"), options);
    Response response;
    for (auto* part : {&result.scores, &result.weights, &result.output, &result.relative_distances,
                       &result.row_sums, &result.column_sums})
      response.add<T>(std::move(*part));
    for (const T number : {result.scores_asymmetry, result.weights_asymmetry, result.mean_diagonal,
                           result.smallest_eigenvalue})
      response.add_number<T>(number);
    return address_of(response.finish());
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
