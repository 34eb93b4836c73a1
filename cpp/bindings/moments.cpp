// SPDX-License-Identifier: MIT
#include "lab/moments.hpp"

#include "attention/random.hpp"
#include "bindings/options.hpp"
#include "lab/dot_product_moments.hpp"
#include "lab/saturation.hpp"

namespace attention::bindings {

using namespace lab;
namespace {

template <class T>
Address random() {
  return guarded([] {
    Choices next;
    const Index size = stored_index_of("size", next.number(), sizeof(T));
    return respond(draw<T>({1, size}, next_options<RandomOptions>(next)));
  });
}

template <class T>
Address standardised() {
  return guarded([] {
    auto result = standardise(request_view<T>(0), index_of("ddof", Choices().number()));
    return respond(result.z, result.mean, result.deviation, result.skewness_x, result.skewness_z);
  });
}

std::array<double, 3> numbers(const SampleMoments& x) {
  return {x.mean, x.variance, x.excess_kurtosis};
}

template <class T>
Address paired_dots() {
  return guarded([] {
    auto result = dot_product_moments(request_view<T>(0), request_view<T>(1));
    Response response;
    response.add(result.dots);
    for (const SampleMoments& moments : result.scaled) response.add_list<T>(numbers(moments));
    return response.finish();
  });
}

Address distance_to_normal() {
  return guarded([] {
    Choices next;
    const double mean = next.number();
    const double variance = next.number();
    const auto sample = request_view<double>(0);
    const std::span<const double> entries(sample.data(), static_cast<std::size_t>(sample.size()));
    return Response().add(ks_distance(entries, mean, variance)).finish();
  });
}

std::array<double, 4> numbers(const ComponentMoments& x) {
  return {x.mean, x.variance, x.expected_mean, x.expected_variance};
}

DotProductMoments* new_dot_products() {
  return guarded([] {
    Choices next;
    return new DotProductMoments(next_options<DotProductOptions>(next));
  });
}

Address dot_product_result(const DotProductMoments& job) {
  return guarded([&] {
    DotProductResult result = job.result();
    Response response;
    for (ScaledDotProducts& x : result.scaled) {
      response.add(x.divisor)
          .add_list<double>(numbers(x.measured))
          .add_list<double>(numbers(x.expected))
          .add(x.edges);
      for (const KsBounds& distance : {x.to_expected, x.to_standard_normal})
        response.add_list<double>(std::array{distance.distance, distance.uncertainty});
    }
    response.add(result.histogram)
        .add_list<double>(
            std::array{static_cast<double>(result.count), result.below, result.above});
    for (const auto* component : {&result.queries, &result.keys, &result.products})
      response.add_list<double>(numbers(*component));
    return response.finish();
  });
}

Saturation* new_saturation() {
  return guarded([] {
    Choices next;
    return new Saturation(next_options<SaturationOptions>(next));
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
    return response.finish();
  });
}

template <class Job>
bool advance(Job& job, double count) {
  return guarded([&] {
    job.advance(index_of("count", count));
    return true;
  });
}

template <class Job>
double count_of(const Job& job) {
  return static_cast<double>(job.count());
}

}  // namespace
}  // namespace attention::bindings

EMSCRIPTEN_BINDINGS(moments) {
  namespace b = attention::bindings;
  using attention::lab::DotProductMoments;
  using attention::lab::Saturation;
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
  b::option_table().add("random", attention::RandomOptions());
  b::option_table().add("dotProducts", attention::lab::DotProductOptions());
  b::option_table().add("saturation", attention::lab::SaturationOptions());
}
