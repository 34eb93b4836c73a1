// SPDX-License-Identifier: MIT
#include "attention/moments.hpp"

#include "attention/dot_product_moments.hpp"
#include "attention/saturation.hpp"
#include "bindings/options.hpp"

namespace attention::bindings {
namespace {

struct RandomCall {
  double seed;
  double stream;
  int distribution;
  double mean;
  double variance;
};

struct DotProductCall {
  double d;
  int distribution;
  double q_mean;
  double q_variance;
  double k_mean;
  double k_variance;
  double correlation;
  bool same;
  double seed;
  double bins;
};

struct SaturationCall {
  double d;
  double num_keys;
  int distribution;
  double mean;
  double variance;
  double seed;
};

Distribution distribution_of(int number) {
  return choice<Distribution>("distribution", kDistributionNames, number);
}

template <class T>
Address random(double rows, double cols, const RandomCall& call) {
  return guarded([&] {
    const std::uint64_t row_bytes = multiply_bytes(sizeof(T), whole("cols", cols));
    const Matrix<T> x =
        draw_matrix<T>(stored_index_of("rows", rows, row_bytes), index_of("cols", cols),
                       {whole("seed", call.seed), whole("stream", call.stream),
                        distribution_of(call.distribution), call.mean, call.variance});
    return address_of(Response().add<T>(x).finish());
  });
}

template <class T>
Address standardised(double ddof) {
  return guarded([&] {
    const auto x = request_tensor<T>(0);
    const auto result = standardise<T>(x.rows, index_of("ddof", ddof));
    const Tensor<T> z(x.shape, result.z);
    Response response;
    response.add<T>(z);
    for (const T number : {result.mean, result.deviation, result.skewness_x, result.skewness_z})
      response.add_number<T>(number);
    return address_of(response.finish());
  });
}

std::array<double, 3> numbers(const SampleMoments& x) {
  return {x.mean, x.variance, x.excess_kurtosis};
}

template <class T>
Address paired_dots() {
  return guarded([] {
    const auto result =
        dot_product_moments<T>(request_matrix<T>(0, "queries"), request_matrix<T>(1, "keys"));
    Response response;
    response.add<T>(result.dots);
    for (const SampleMoments& moments : result.scaled) response.add_list<T>(numbers(moments));
    return address_of(response.finish());
  });
}

Address distance_to_normal(double mean, double variance) {
  return guarded([&] {
    const Matrix<double> sample = request_rows<double>(0);
    const std::span<const double> entries(sample.data(), static_cast<std::size_t>(sample.size()));
    return address_of(Response().add_number<double>(ks_distance(entries, mean, variance)).finish());
  });
}

std::array<double, 4> numbers(const ComponentMoments& x) {
  return {x.mean, x.variance, x.expected_mean, x.expected_variance};
}

DotProductMoments* new_dot_products(const DotProductCall& call) {
  return guarded([&] {
    return new DotProductMoments({index_of("d", call.d), distribution_of(call.distribution),
                                  call.q_mean, call.q_variance, call.k_mean, call.k_variance,
                                  call.correlation, call.same, whole("seed", call.seed),
                                  index_of("bins", call.bins)});
  });
}

Address dot_product_result(const DotProductMoments& job) {
  return guarded([&] {
    const DotProductResult result = job.result();
    Response response;
    for (const ScaledDotProducts& x : result.scaled) {
      response.add_number<double>(x.divisor)
          .add_list<double>(numbers(x.measured))
          .add_list<double>(numbers(x.expected))
          .add<double>(x.edges);
      for (const KsBounds& distance : {x.to_expected, x.to_standard_normal})
        response.add_list<double>(std::array{distance.distance, distance.uncertainty});
    }
    response.add<double>(result.histogram)
        .add_list<double>(
            std::array{static_cast<double>(result.count), result.below, result.above});
    for (const auto* component : {&result.queries, &result.keys, &result.products})
      response.add_list<double>(numbers(*component));
    return address_of(response.finish());
  });
}

Saturation* new_saturation(const SaturationCall& call) {
  return guarded([&] {
    return new Saturation({index_of("d", call.d), index_of("num_keys", call.num_keys),
                           distribution_of(call.distribution), call.mean, call.variance,
                           whole("seed", call.seed)});
  });
}

Address saturation_result(const Saturation& job) {
  return guarded([&] {
    Response response;
    const SaturationResult result = job.result();
    for (const SaturationStatistics& x : result.statistics)
      response.add_list<double>(std::array{
          x.divisor, x.mean_entropy, x.mean_largest, x.mean_jacobian_norm, x.median_jacobian_norm,
          x.mean_gradient_norm, x.median_gradient_norm, x.saturated_share});
    return address_of(response.finish());
  });
}

template <class Job>
bool advance(Job& job, double count) {
  return guarded([&] {
           job.advance(index_of("count", count));
           return Address{1};
         }) != 0;
}

template <class Job>
double count_of(const Job& job) {
  return static_cast<double>(job.count());
}

}  // namespace
}  // namespace attention::bindings

EMSCRIPTEN_BINDINGS(moments) {
  namespace b = attention::bindings;
  using attention::DotProductMoments;
  using attention::Saturation;
  emscripten::value_object<b::RandomCall>("Random")
      .field("seed", &b::RandomCall::seed)
      .field("stream", &b::RandomCall::stream)
      .field("distribution", &b::RandomCall::distribution)
      .field("mean", &b::RandomCall::mean)
      .field("variance", &b::RandomCall::variance);
  emscripten::value_object<b::DotProductCall>("DotProduct")
      .field("d", &b::DotProductCall::d)
      .field("distribution", &b::DotProductCall::distribution)
      .field("qMean", &b::DotProductCall::q_mean)
      .field("qVariance", &b::DotProductCall::q_variance)
      .field("kMean", &b::DotProductCall::k_mean)
      .field("kVariance", &b::DotProductCall::k_variance)
      .field("correlation", &b::DotProductCall::correlation)
      .field("same", &b::DotProductCall::same)
      .field("seed", &b::DotProductCall::seed)
      .field("bins", &b::DotProductCall::bins);
  emscripten::value_object<b::SaturationCall>("SaturationOptions")
      .field("d", &b::SaturationCall::d)
      .field("numKeys", &b::SaturationCall::num_keys)
      .field("distribution", &b::SaturationCall::distribution)
      .field("mean", &b::SaturationCall::mean)
      .field("variance", &b::SaturationCall::variance)
      .field("seed", &b::SaturationCall::seed);
  b::both("random", &b::random<float>, &b::random<double>);
  b::both("standardise", &b::standardised<float>, &b::standardised<double>);
  b::both("dotProductMoments", &b::paired_dots<float>, &b::paired_dots<double>);
  emscripten::function("ksDistance64", &b::distance_to_normal);

  emscripten::class_<DotProductMoments>("DotProductMoments")
      .function("advance", &b::advance<DotProductMoments>)
      .function("count", &b::count_of<DotProductMoments>)
      .function("result", &b::dot_product_result);
  emscripten::function("newDotProductMoments", &b::new_dot_products,
                       emscripten::allow_raw_pointers());
  emscripten::class_<Saturation>("Saturation")
      .function("advance", &b::advance<Saturation>)
      .function("count", &b::count_of<Saturation>)
      .function("result", &b::saturation_result);
  emscripten::function("newSaturation", &b::new_saturation, emscripten::allow_raw_pointers());
}
