// SPDX-License-Identifier: MIT
#pragma once

#include <algorithm>
#include <array>
#include <initializer_list>
#include <limits>
#include <string>
#include <vector>

#include "attention/eigen.hpp"
#include "attention/kernel_regression.hpp"
#include "attention/random.hpp"
#include "support/matrices.hpp"

namespace attention {

inline bool operator==(const Tensor<std::uint8_t>& flags, const std::vector<std::uint8_t>& list) {
  return std::equal(flags.begin(), flags.end(), list.begin(), list.end());
}

}  // namespace attention

namespace attention::test {

inline constexpr std::array kAllKernels = {Kernel::kGaussian, Kernel::kBoxcar, Kernel::kTriangular,
                                           Kernel::kEpanechnikov, Kernel::kDotProduct};
inline constexpr std::array kDistanceKernels = {Kernel::kGaussian, Kernel::kBoxcar,
                                                Kernel::kTriangular, Kernel::kEpanechnikov};
inline constexpr std::array kCompactKernels = {Kernel::kBoxcar, Kernel::kTriangular,
                                               Kernel::kEpanechnikov};

template <class T>
inline constexpr T kInf = std::numeric_limits<T>::infinity();
template <class T>
inline constexpr T kNaN = std::numeric_limits<T>::quiet_NaN();
template <class T>
inline constexpr std::array kSmallest = {std::numeric_limits<T>::denorm_min(),
                                         std::numeric_limits<T>::min()};

std::string name_of(Kernel kernel);

template <class T>
Matrix<T> rows(std::initializer_list<std::initializer_list<T>> list);
template <class T>
Matrix<T> row(std::initializer_list<T> list);
template <class T>
Matrix<T> column(std::initializer_list<T> list);

Matrix<double> in_double(const Matrix<float>& x);
Matrix<double> in_double(const Matrix<double>& x);

/// Random multiples of 1/1024 in [low, high). Float and double represent them exactly, and their
/// differences too.
template <class T>
Matrix<T> random_matrix(Index rows, Index cols, unsigned seed, double low = 0, double high = 1);

Tensor<double> in_double(const Tensor<float>& x);
Tensor<double> in_double(const Tensor<double>& x);

template <class T>
Matrix<T> drawn(const Shape& shape, const RandomOptions& options = {}) {
  return as_matrix(draw<T>(shape, options));
}

template <class T>
Tensor<T> tensor(const Shape& shape, std::initializer_list<T> entries);

/// Random multiples of 2⁻²⁰ in [low, high), which must be within ±8. Float and double represent the
/// same numbers, but products of two of them are rounded in float.
template <class T>
Tensor<T> random_tensor(const Shape& shape, unsigned seed, double low = -1, double high = 1);

template <class T>
Matrix<T> matrix_of(const Tensor<T>& x, Index b);

/// Sizes at and near powers of 2: SIMD vectors fill some exactly and leave a remainder in others.
inline constexpr std::array<Index, 18> kTileEdges = {1,  2,  3,  4,  5,  7,  8,  9,  15,
                                                     16, 17, 31, 32, 33, 63, 64, 65, 70};

/// Returns tuples of sizes from 1 to 70, one size per axis. For each axis and each size in
/// `kTileEdges`, one tuple has this size in this axis and random sizes in the others. A tuple of
/// only random sizes follows each of them.
std::vector<std::vector<Index>> random_sizes(std::size_t axes, unsigned seed);

template <class T>
struct Sample {
  Matrix<T> queries;
  Matrix<T> keys;
  Matrix<T> values;
};

/// The example of document 001 (a source text, see web/src/ledger), lines 15–29: waists as keys,
/// weights in kg as values, and the query 57.
template <class T>
Sample<T> waist_sample();

/// m random queries and n random keys with d components in [0, 1), and n values with d_v components
/// in [1, 2).
template <class T>
Sample<T> random_sample(Index m, Index n, Index d, Index d_v, unsigned seed);

/// The fields of KernelRegressionStages as matrices; `weighted_values` has shape (m·n, d_v).
template <class T>
struct KernelRegression {
  Matrix<T> distances, scores, kernel_values, weights;
  Matrix<T> kernel_sums, weight_sums, weighted_values, prediction;
  std::vector<std::uint8_t> has_support;
};

inline constexpr abi::DocumentVariant kPlusSign = {.has_plus_sign = true};

template <class T>
KernelRegression<T> regress(const Sample<T>& sample, const KernelRegressionOptions& options,
                            const abi::DocumentVariant& variant = {});

}  // namespace attention::test
