// SPDX-License-Identifier: MIT
#include "lab/moments.hpp"

#include "attention/random.hpp"
#include "bindings/options.hpp"
#include "lab/dot_product_moments.hpp"
#include "lab/saturation.hpp"

namespace attention::bindings {

using namespace lab;
namespace {

std::array<double, 3> numbers(const SampleMoments& x) {
  return {x.mean, x.variance, x.excess_kurtosis};
}

std::array<double, 4> numbers(const ComponentMoments& x) {
  return {x.mean, x.variance, x.expected_mean, x.expected_variance};
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

// Registers the JavaScript class `name` for an experiment that can be run in several calls.
template <class Job, class Options>
void enter_job(const std::string& name, Address (*result)(const Job&)) {
  const auto advance = [](Job& job, double count) {
    return guarded([&] {
      job.advance(index_of("count", count));
      return true;
    });
  };
  const auto count = [](const Job& job) { return static_cast<double>(job.count()); };
  const auto make = [] { return guarded([] { return new Job(only_options<Options>()); }); };
  emscripten::class_<Job>(name.c_str())
      .function("advance", +advance)
      .function("count", +count)
      .function("result", result);
  emscripten::function(("new" + name).c_str(), +make, emscripten::allow_raw_pointers());
}

}  // namespace

EMSCRIPTEN_BINDINGS(moments) {
  both("random", []<class T>() {
    Choices next;
    const Index size = stored_index_of("size", next.number(), sizeof(T));
    return respond(draw<T>({1, size}, next_options<RandomOptions>(next)));
  });
  both("standardise", []<class T>() {
    auto result = standardise(request_view<T>(0), index_of("ddof", Choices().number()));
    return respond(result.z, result.mean, result.deviation, result.skewness_x, result.skewness_z);
  });
  both("dotProductMoments", []<class T>() {
    auto result = dot_product_moments(request_view<T>(0), request_view<T>(1));
    Response response;
    response.add(result.dots);
    for (const SampleMoments& moments : result.scaled)
      response.template add_list<T>(numbers(moments));
    return response.finish();
  });
  const auto distance_to_normal = [] {
    return guarded([] {
      Choices next;
      const double mean = next.number();
      const double variance = next.number();
      const auto sample = request_view<double>(0);
      const std::span<const double> entries(sample.data(), static_cast<std::size_t>(sample.size()));
      return respond(ks_distance(entries, mean, variance));
    });
  };
  emscripten::function("ksDistance64", +distance_to_normal);
  enter_job<DotProductMoments, DotProductOptions>("DotProductMoments", &dot_product_result);
  enter_job<Saturation, SaturationOptions>("Saturation", &saturation_result);
  option_table().add("random", RandomOptions());
  option_table().add("dotProducts", DotProductOptions());
  option_table().add("saturation", SaturationOptions());
}

}  // namespace attention::bindings
