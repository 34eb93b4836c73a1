// SPDX-License-Identifier: MIT
/// @file
/// The tensor types of the public functions: numbers with a shape, in row-major order. A row
/// contains the entries along the last axis. Rows are numbered across all leading axes, so that
/// every tensor can be read as a matrix. This file is long because its types convert into each
/// other.
#pragma once

#include <concepts>
#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <ranges>
#include <span>
#include <type_traits>
#include <utility>

#include "attention/export.hpp"
#include "attention/index.hpp"
#include "attention/shape.hpp"

namespace attention {

/// The floating-point types that the library computes with.
// Exported function templates use `class T` instead. Clang 18 and newer mangle a constraint into
// the symbol, GCC does not. A program and a library of different compilers would then not link.
template <class T>
concept Real = std::same_as<T, float> || std::same_as<T, double>;

/// The types of a tensor's entries: numbers, flags (0 or 1), and lengths or class numbers.
template <class T>
concept Element = Real<T> || std::same_as<T, std::uint8_t> || std::same_as<T, Index>;

// Entry points of the compiled library. Programs do not call them directly: the public functions
// and classes do.
namespace abi {

/// Memory that the library allocates and frees itself. A program's compiler flags can change the
/// alignment of its own `new` and of Eigen's allocator; they do not affect this memory.
struct Storage {
  void* data = nullptr;
  void* owner = nullptr;
  void (*release)(void* owner) noexcept = nullptr;
};

/// Allocates zeroed memory for a tensor of this shape, aligned to 64 bytes. @throws OutOfMemory
ATTENTION_API Storage allocate(const Shape& shape, std::size_t entry_bytes);

/// The number of rows (the product of all axis lengths but the last) and the number of columns (the
/// last length, or 1 if the shape has no axes).
struct Sides {
  Index rows;
  Index cols;
};
/// @throws OutOfRange naming `shape` for a negative length, or for more entries than an Index can
///     count
ATTENTION_API Sides sides_of(const Shape& shape);

/// @throws ShapeMismatch naming `view` unless a tensor of this shape has this number of entries
ATTENTION_API void check_entries(const Shape& shape, std::size_t entries);

/// @throws OutOfRange naming `row_stride` if the stride between rows is less than `cols`
ATTENTION_API void check_row_stride(Index row_stride, Index cols);

/// The shape of the items first … first + count − 1 of the first axis.
/// @throws OutOfRange naming `slice` if the axis does not have these items
ATTENTION_API Shape slice_shape(const Shape& shape, Index first, Index count);

}  // namespace abi

/// How a type is passed to the library as a tensor. Specialise it for your own type:
///
///     template <>
///     struct attention::TensorTraits<Image> {
///       using Scalar = float;                      // the type of the entries
///       static constexpr bool kOwnsEntries = true; // whether the object owns its entries
///       static TensorView<float> read(const Image& x);
///       static TensorSpan<float> write(Image& x);  // only if it can be a result
///     };
///
/// `read` may also return an object that holds a copy and converts to a TensorView.
template <class X>
struct TensorTraits {};

/// A type that can be passed as a tensor: TensorView, TensorSpan, Tensor, and with
/// attention/eigen.hpp every dense Eigen matrix, array, block, map or expression.
template <class X>
concept TensorLike = requires(const std::remove_cvref_t<X>& x) {
  typename TensorTraits<std::remove_cvref_t<X>>::Scalar;
  TensorTraits<std::remove_cvref_t<X>>::read(x);
};

/// A type that a result can be written to: TensorSpan, Tensor, and with attention/eigen.hpp a
/// row-major matrix, block or map.
template <class X>
concept WritableTensorLike = TensorLike<X> && requires(std::remove_reference_t<X>& x) {
  TensorTraits<std::remove_cvref_t<X>>::write(x);
};

template <Element T>
class TensorView;

// Whether a TensorView<T> can refer to an X: its entries can be read in place, and X is an lvalue
// or does not own them, so that the view does not dangle.
template <class X, class T>
concept Viewable = TensorLike<X> && requires(const std::remove_cvref_t<X>& x) {
  { TensorTraits<std::remove_cvref_t<X>>::read(x) } -> std::same_as<TensorView<T>>;
} &&(std::is_lvalue_reference_v<X> || !TensorTraits<std::remove_cvref_t<X>>::kOwnsEntries);

/// A read-only tensor. It refers to memory that it does not own and that must outlive it; copying a
/// view copies no entries. The stride between rows may exceed the row length, as in a block of
/// columns.
///
///     const std::vector<float> numbers = {1, 2, 3, 4, 5, 6};
///     const attention::TensorView<float> x = attention::view(numbers, {2, 3});
///     x(1, 2);  // 6
template <Element T>
class TensorView {
 public:
  /// A tensor without entries, of shape (0).
  TensorView() = default;

  /// A view of contiguous rows.
  /// @param data   the first entry; may be null if the shape has no entries
  /// @param shape  the length of each axis, outermost first
  /// @throws OutOfRange naming `shape` for a negative length, or for more entries than an Index can
  ///     count
  TensorView(const T* data, const Shape& shape)
      : data_(data), shape_(shape), sides_(abi::sides_of(shape)), row_stride_(sides_.cols) {}

  /// A view of rows that need not be contiguous.
  /// @param data, shape  as for the constructor above
  /// @param row_stride   entries from the start of a row to the start of the next, at least the
  ///     length of a row
  /// @throws OutOfRange naming `shape` or `row_stride`
  TensorView(const T* data, const Shape& shape, Index row_stride) : TensorView(data, shape) {
    abi::check_row_stride(row_stride, sides_.cols);
    row_stride_ = row_stride;
  }

  /// A view of a Tensor, a TensorSpan or another `TensorLike` that can be read in place.
  /// Temporaries that own their entries do not compile.
  template <class X>
  requires(!std::same_as<std::remove_cvref_t<X>, TensorView> && Viewable<X, T>)
      TensorView(X&& x)  // NOLINT: implicit
      : TensorView(TensorTraits<std::remove_cvref_t<X>>::read(x)) {}

  /// The first entry, the shape, the number of rows over all leading axes, the length of a row, the
  /// stride between rows, the number of entries, and whether there are no entries.
  /// @{
  const T* data() const { return data_; }
  const Shape& shape() const { return shape_; }
  Index rows() const { return sides_.rows; }
  Index cols() const { return sides_.cols; }
  Index row_stride() const { return row_stride_; }
  Index size() const { return sides_.rows * sides_.cols; }
  bool empty() const { return size() == 0; }
  /// @}

  /// One row, without bounds checks.
  std::span<const T> row(Index r) const {
    return {data_ + r * row_stride_, static_cast<std::size_t>(sides_.cols)};
  }
  /// One entry, without bounds checks.
  const T& operator()(Index row, Index col) const { return data_[row * row_stride_ + col]; }

  /// A view of the items first … first + count − 1 of the first axis.
  /// @throws OutOfRange naming `slice` if the axis does not have these items
  TensorView slice(Index first, Index count) const {
    const Shape part = abi::slice_shape(shape_, first, count);
    const Index rows_each = shape_[0] == 0 ? 0 : sides_.rows / shape_[0];
    // A tensor with one axis is a single row, so its items are entries and not rows.
    const Index offset = shape_.size() == 1 ? first : first * rows_each * row_stride_;
    return {data_ + offset, part, row_stride_};
  }

 private:
  const T* data_ = nullptr;
  Shape shape_ = {0};
  abi::Sides sides_ = {1, 0};
  Index row_stride_ = 0;
};

/// A writable view: it refers to memory that it does not own and receives a result.
template <Element T>
class TensorSpan {
 public:
  /// See the constructors of TensorView.
  /// @{
  TensorSpan() = default;
  TensorSpan(T* data, const Shape& shape) : data_(data), view_(data, shape) {}
  TensorSpan(T* data, const Shape& shape, Index row_stride)
      : data_(data), view_(data, shape, row_stride) {}
  /// @}

  /// See the members of TensorView.
  /// @{
  T* data() const { return data_; }
  const Shape& shape() const { return view_.shape(); }
  Index rows() const { return view_.rows(); }
  Index cols() const { return view_.cols(); }
  Index row_stride() const { return view_.row_stride(); }
  Index size() const { return view_.size(); }
  bool empty() const { return view_.empty(); }

  std::span<T> row(Index r) const {
    return {data_ + r * row_stride(), static_cast<std::size_t>(cols())};
  }
  T& operator()(Index row, Index col) const { return data_[row * row_stride() + col]; }
  /// @}

  /// A read-only view of the same entries.
  const TensorView<T>& view() const { return view_; }

 private:
  T* data_ = nullptr;
  TensorView<T> view_;
};

/// A tensor that owns its entries; functions of the library return it. The library allocates and
/// frees the memory, independently of the program's compiler flags.
///
///     attention::Tensor<double> x({2, 3});  // zeros
///     x(1, 2) = 5;
///     for (double& entry : x) entry += 1;
///
/// A moved-from Tensor has no entries and the shape (0).
template <Element T>
class Tensor {
 public:
  /// A tensor without entries, of shape (0).
  Tensor() = default;

  /// A tensor of zeros. @throws OutOfRange naming `shape`; OutOfMemory
  explicit Tensor(const Shape& shape)
      : shape_(shape), sides_(abi::sides_of(shape)), storage_(abi::allocate(shape, sizeof(T))) {}

  /// A tensor with these entries, in row-major order.
  /// @throws OutOfRange naming `shape`; ShapeMismatch naming `view` if the number of entries does
  ///     not match the shape; OutOfMemory
  Tensor(const Shape& shape, std::initializer_list<T> entries) : Tensor(shape) {
    abi::check_entries(shape, entries.size());
    std::copy(entries.begin(), entries.end(), data());
  }

  /// A copy of a view's entries. @throws OutOfMemory
  explicit Tensor(const TensorView<T>& x) : Tensor(x.shape()) {
    if (empty()) return;
    for (Index r = 0; r < rows(); ++r) std::copy_n(x.row(r).data(), cols(), row(r).data());
  }

  /// Takes ownership of memory that the library allocated.
  Tensor(const Shape& shape, const abi::Storage& storage)
      : shape_(shape), sides_(abi::sides_of(shape)), storage_(storage) {}

  /// A copy is independent of the original. @throws OutOfMemory when copying; moving never throws
  /// @{
  Tensor(const Tensor& other) : Tensor(TensorView<T>(other)) {}
  Tensor(Tensor&& other) noexcept { swap(other); }
  Tensor& operator=(const Tensor& other) {
    if (this != &other) Tensor(other).swap(*this);
    return *this;
  }
  Tensor& operator=(Tensor&& other) noexcept {
    Tensor taken(std::move(other));
    swap(taken);
    return *this;
  }
  /// @}
  ~Tensor() {
    if (storage_.release != nullptr) storage_.release(storage_.owner);
  }

  /// Exchanges two tensors without copying entries.
  void swap(Tensor& other) noexcept {
    std::swap(shape_, other.shape_);
    std::swap(sides_, other.sides_);
    std::swap(storage_, other.storage_);
  }

  /// See the members of TensorView.
  /// @{
  T* data() { return static_cast<T*>(storage_.data); }
  const T* data() const { return static_cast<const T*>(storage_.data); }
  const Shape& shape() const { return shape_; }
  Index rows() const { return sides_.rows; }
  Index cols() const { return sides_.cols; }
  Index size() const { return sides_.rows * sides_.cols; }
  bool empty() const { return size() == 0; }
  /// @}

  /// All entries in row-major order.
  /// @{
  std::span<T> entries() { return {data(), static_cast<std::size_t>(size())}; }
  std::span<const T> entries() const { return {data(), static_cast<std::size_t>(size())}; }
  T* begin() { return data(); }
  T* end() { return data() + size(); }
  const T* begin() const { return data(); }
  const T* end() const { return data() + size(); }
  /// @}

  /// One row, without bounds checks.
  /// @{
  std::span<T> row(Index r) { return {data() + r * cols(), static_cast<std::size_t>(cols())}; }
  std::span<const T> row(Index r) const {
    return {data() + r * cols(), static_cast<std::size_t>(cols())};
  }
  /// @}
  /// One entry, without bounds checks.
  /// @{
  T& operator()(Index row, Index col) { return data()[row * cols() + col]; }
  const T& operator()(Index row, Index col) const { return data()[row * cols() + col]; }
  /// @}

 private:
  Shape shape_ = {0};
  abi::Sides sides_ = {1, 0};
  abi::Storage storage_;
};

template <Element T>
struct TensorTraits<TensorView<T>> {
  using Scalar = T;
  static constexpr bool kOwnsEntries = false;
  static const TensorView<T>& read(const TensorView<T>& x) { return x; }
};

template <Element T>
struct TensorTraits<TensorSpan<T>> {
  using Scalar = T;
  static constexpr bool kOwnsEntries = false;
  static TensorView<T> read(const TensorSpan<T>& x) { return x.view(); }
  static TensorSpan<T> write(const TensorSpan<T>& x) { return x; }
};

template <Element T>
struct TensorTraits<Tensor<T>> {
  using Scalar = T;
  static constexpr bool kOwnsEntries = true;
  static TensorView<T> read(const Tensor<T>& x) { return {x.data(), x.shape()}; }
  static TensorSpan<T> write(Tensor<T>& x) { return {x.data(), x.shape()}; }
};

namespace abi {
template <class First, class... Rest>
struct ScalarOf {
  using Type = typename TensorTraits<First>::Scalar;
  static_assert(Real<Type>,
                "attention computes in float or double; convert other entries first, for example "
                "with x.cast<double>()");
  static_assert((std::same_as<Type, typename TensorTraits<Rest>::Scalar> && ...),
                "all tensors of one call must have the same scalar type, float or double");
};
}  // namespace abi

/// The common scalar type of tensors: float or double.
template <class... X>
using scalar_of = typename abi::ScalarOf<std::remove_cvref_t<X>...>::Type;

namespace abi {
// Returns a view of x if its entries can be read in place, else an object that holds a copy and
// converts to a view.
template <TensorLike X>
decltype(auto) read(const X& x) {
  return TensorTraits<X>::read(x);
}

template <WritableTensorLike X>
TensorSpan<typename TensorTraits<std::remove_cvref_t<X>>::Scalar> write(X&& x) {
  return TensorTraits<std::remove_cvref_t<X>>::write(x);
}

// The inputs of attention and of a kernel regression.
template <Real T>
struct Inputs {
  TensorView<T> queries, keys, values;
};

// A bool has the size and the values of a flag, so that a range of bool can be read as flags.
static_assert(sizeof(bool) == sizeof(std::uint8_t));
template <class T>
using EntryOf = std::conditional_t<std::same_as<T, bool>, std::uint8_t, T>;
}  // namespace abi

/// A view of a std::vector, std::array, std::span or C array. A range of bool becomes a view of
/// flags. A temporary that owns its numbers does not compile.
/// @param entries  in row-major order
/// @param shape    any shape
/// @return a view that is valid as long as the entries
/// @throws ShapeMismatch naming `view` unless the range has as many entries as the shape;
///     OutOfRange naming `shape`
/// Time O(1): nothing is copied.
///
///     const std::vector<double> numbers = {1, 2, 3, 4, 5, 6};
///     const auto x = attention::view(numbers, {2, 3});
template <std::ranges::contiguous_range Range>
requires std::ranges::borrowed_range<Range>
auto view(Range&& entries, const Shape& shape) {
  using T = abi::EntryOf<std::ranges::range_value_t<Range>>;
  static_assert(Element<T>,
                "a tensor's entries are float, double, std::uint8_t or bool (flags), or "
                "attention::Index (lengths and class numbers)");
  abi::check_entries(shape, std::ranges::size(entries));
  return TensorView<T>(reinterpret_cast<const T*>(std::ranges::data(entries)), shape);
}

/// @overload
/// The view has one axis, which is as long as the range.
template <std::ranges::contiguous_range Range>
requires(std::ranges::borrowed_range<Range> && !TensorLike<Range>) auto view(Range&& entries) {
  return view(entries, {static_cast<Index>(std::ranges::size(entries))});
}

/// @overload
/// A view of a TensorLike that the library can read in place.
template <TensorLike X>
requires Viewable<X, typename TensorTraits<std::remove_cvref_t<X>>::Scalar>
auto view(X&& x) { return TensorView<typename TensorTraits<std::remove_cvref_t<X>>::Scalar>(x); }

/// A writable view of the caller's memory, for a result.
/// @param entries  a std::vector, std::array, std::span or C array, in row-major order
/// @param shape    the shape of the result
/// @return a view that is valid as long as the memory
/// @throws ShapeMismatch naming `view` unless the range has as many entries as the shape;
///     OutOfRange naming `shape`
/// Time O(1).
///
///     std::vector<double> output(2 * 4);
///     attention::scaled_dot_product_into(attention::mutable_view(output, {2, 4}), q, k, v);
template <std::ranges::contiguous_range Range>
requires std::ranges::borrowed_range<Range>
auto mutable_view(Range&& entries, const Shape& shape) {
  using T = std::remove_pointer_t<decltype(std::ranges::data(entries))>;
  static_assert(Element<T>, "a result's entries are float, double or std::uint8_t, not const");
  abi::check_entries(shape, std::ranges::size(entries));
  return TensorSpan<T>(std::ranges::data(entries), shape);
}

/// A copy that owns its entries.
/// @param x  any TensorLike
/// @return a Tensor of the same shape and scalar type
/// @throws OutOfMemory
/// Time and memory O(entries).
///
///     const auto kept = attention::to_tensor(x.slice(0, 1));
template <TensorLike X>
auto to_tensor(const X& x) {
  using T = typename TensorTraits<X>::Scalar;
  const auto& entries = abi::read(x);
  return Tensor<T>(TensorView<T>(entries));
}

}  // namespace attention
