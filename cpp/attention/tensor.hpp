// SPDX-License-Identifier: MIT
/// @file
/// Tensors as they cross the library's boundary: numbers with a shape, stored row by row. A row is
/// the last axis; entry (row, column) counts the rows through all leading axes.
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

/// The scalar types that the library computes in.
// Exported functions take `class T` instead: Clang 18 and newer put the constraint of a function
// template into its symbol, and GCC does not.
template <class T>
concept Real = std::same_as<T, float> || std::same_as<T, double>;

/// The types of a tensor's entries: numbers, flags (0 or 1), and lengths or class numbers.
template <class T>
concept Element = Real<T> || std::same_as<T, std::uint8_t> || std::same_as<T, Index>;

// Entry points of the compiled library. Programs use the functions and classes above them.
namespace abi {

/// Memory that the library allocated and frees itself: compiler flags of a program, which decide
/// how its own `new` or Eigen's allocator align memory, play no part.
struct Storage {
  void* data = nullptr;
  void* owner = nullptr;
  void (*release)(void* owner) noexcept = nullptr;
};

/// Zeroed memory, aligned to 64 bytes. @throws OutOfMemory
ATTENTION_API Storage allocate(const Shape& shape, std::size_t entry_bytes);

/// The product of all sides but the last, and the last; 1 where there is none.
/// @throws OutOfRange (shape) for a negative side or more entries than an Index counts
struct Sides {
  Index rows;
  Index cols;
};
ATTENTION_API Sides sides_of(const Shape& shape);

/// @throws ShapeMismatch (view) unless `entries` fit the shape
ATTENTION_API void check_entries(const Shape& shape, std::size_t entries);

/// @throws OutOfRange (row_stride) where it is less than the columns
ATTENTION_API void check_row_stride(Index row_stride, Index cols);

/// @throws OutOfRange (slice) unless first … first + count are positions of the first axis
ATTENTION_API Shape slice_shape(const Shape& shape, Index first, Index count);

}  // namespace abi

/// How a type is passed to the library as a tensor. Specialise it for a type of your own:
///
///     template <>
///     struct attention::TensorTraits<Image> {
///       using Scalar = float;                      // of the entries
///       static constexpr bool kOwnsEntries = true; // whether they end with the object
///       static TensorView<float> read(const Image& x);
///       static TensorSpan<float> write(Image& x);  // only where it can be a result
///     };
///
/// `read` may also return an object that holds a copy and converts to a TensorView.
template <class X>
struct TensorTraits {};

/// Whatever can be passed as a tensor: TensorView, TensorSpan, Tensor, and with attention/eigen.hpp
/// every dense Eigen matrix, array, block, map or expression.
template <class X>
concept TensorLike = requires(const std::remove_cvref_t<X>& x) {
  typename TensorTraits<std::remove_cvref_t<X>>::Scalar;
  TensorTraits<std::remove_cvref_t<X>>::read(x);
};

/// Whatever a result can be written to: TensorSpan, Tensor, and with attention/eigen.hpp a
/// row-major matrix, block or map.
template <class X>
concept WritableTensorLike = TensorLike<X> && requires(std::remove_reference_t<X>& x) {
  TensorTraits<std::remove_cvref_t<X>>::write(x);
};

template <Element T>
class TensorView;

// A view of x needs no copy and does not outlive it.
template <class X, class T>
concept Viewable = TensorLike<X> && requires(const std::remove_cvref_t<X>& x) {
  { TensorTraits<std::remove_cvref_t<X>>::read(x) } -> std::same_as<TensorView<T>>;
} &&(std::is_lvalue_reference_v<X> || !TensorTraits<std::remove_cvref_t<X>>::kOwnsEntries);

/// A tensor that is only read. It refers to memory of others, which must outlive it, and costs no
/// copy. Rows may be further apart than they are long, as those of a block of columns are.
///
///     const std::vector<float> numbers = {1, 2, 3, 4, 5, 6};
///     const attention::TensorView<float> x = attention::view(numbers, {2, 3});
///     x(1, 2);  // 6
template <Element T>
class TensorView {
 public:
  /// A tensor without entries, of shape (0).
  TensorView() = default;

  /// Rows that follow each other without gaps.
  /// @param data   the first entry; may be null where the shape has no entries
  /// @param shape  the sides, outermost first
  /// @throws OutOfRange (shape) for a negative side, or more entries than can be counted
  TensorView(const T* data, const Shape& shape)
      : data_(data), shape_(shape), sides_(abi::sides_of(shape)), row_stride_(sides_.cols) {}

  /// @param data, shape  as above
  /// @param row_stride   entries from the start of a row to the next, at least the last side
  /// @throws OutOfRange (shape, row_stride)
  TensorView(const T* data, const Shape& shape, Index row_stride) : TensorView(data, shape) {
    abi::check_row_stride(row_stride, sides_.cols);
    row_stride_ = row_stride;
  }

  /// A view of a Tensor, a TensorSpan or another `TensorLike` that can be read in place.
  /// Temporaries that own their entries are refused by the compiler.
  template <class X>
  requires(!std::same_as<std::remove_cvref_t<X>, TensorView> && Viewable<X, T>)
      TensorView(X&& x)  // NOLINT: a view of it
      : TensorView(TensorTraits<std::remove_cvref_t<X>>::read(x)) {}

  /// The first entry, the sides, the number of rows through all leading axes, the length of a row,
  /// the entries from one row to the next, and the number of entries.
  /// @{
  const T* data() const { return data_; }
  const Shape& shape() const { return shape_; }
  Index rows() const { return sides_.rows; }
  Index cols() const { return sides_.cols; }
  Index row_stride() const { return row_stride_; }
  Index size() const { return sides_.rows * sides_.cols; }
  bool empty() const { return size() == 0; }
  /// @}

  /// One row. Not checked.
  std::span<const T> row(Index r) const {
    return {data_ + r * row_stride_, static_cast<std::size_t>(sides_.cols)};
  }
  /// One entry. Not checked.
  const T& operator()(Index row, Index col) const { return data_[row * row_stride_ + col]; }

  /// The items first … first + count of the first axis.
  /// @throws OutOfRange (slice)
  TensorView slice(Index first, Index count) const {
    const Shape part = abi::slice_shape(shape_, first, count);
    const Index rows_each = shape_[0] == 0 ? 0 : sides_.rows / shape_[0];
    // One axis is one row.
    const Index offset = shape_.size() == 1 ? first : first * rows_each * row_stride_;
    return {data_ + offset, part, row_stride_};
  }

 private:
  const T* data_ = nullptr;
  Shape shape_ = {0};
  abi::Sides sides_ = {1, 0};
  Index row_stride_ = 0;
};

/// A tensor of others' memory that is written: the place for a result.
template <Element T>
class TensorSpan {
 public:
  /// As the constructors of TensorView.
  /// @{
  TensorSpan() = default;
  TensorSpan(T* data, const Shape& shape) : data_(data), view_(data, shape) {}
  TensorSpan(T* data, const Shape& shape, Index row_stride)
      : data_(data), view_(data, shape, row_stride) {}
  /// @}

  /// As the members of TensorView.
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

  /// The same entries, to read.
  const TensorView<T>& view() const { return view_; }

 private:
  T* data_ = nullptr;
  TensorView<T> view_;
};

/// A tensor that owns its entries. Results of the library are Tensors. The library allocates and
/// frees the memory, whatever flags the program is compiled with.
///
///     attention::Tensor<double> x({2, 3});  // zeros
///     x(1, 2) = 5;
///     for (double& entry : x) entry += 1;
///
/// A Tensor that was moved from has no entries and the shape (0).
template <Element T>
class Tensor {
 public:
  /// A tensor without entries, of shape (0).
  Tensor() = default;

  /// Zeros. @throws OutOfRange (shape), OutOfMemory
  explicit Tensor(const Shape& shape)
      : shape_(shape), sides_(abi::sides_of(shape)), storage_(abi::allocate(shape, sizeof(T))) {}

  /// The entries, row by row. @throws OutOfRange (shape), ShapeMismatch (view), OutOfMemory
  Tensor(const Shape& shape, std::initializer_list<T> entries) : Tensor(shape) {
    abi::check_entries(shape, entries.size());
    std::copy(entries.begin(), entries.end(), data());
  }

  /// A copy of a view's entries. @throws OutOfMemory
  explicit Tensor(const TensorView<T>& x) : Tensor(x.shape()) {
    if (empty()) return;
    for (Index r = 0; r < rows(); ++r) std::copy_n(x.row(r).data(), cols(), row(r).data());
  }

  /// Takes over memory that the library allocated.
  Tensor(const Shape& shape, const abi::Storage& storage)
      : shape_(shape), sides_(abi::sides_of(shape)), storage_(storage) {}

  /// A copy is independent of the original. @throws OutOfMemory for copies, nothing for moves
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

  /// As the members of TensorView.
  /// @{
  T* data() { return static_cast<T*>(storage_.data); }
  const T* data() const { return static_cast<const T*>(storage_.data); }
  const Shape& shape() const { return shape_; }
  Index rows() const { return sides_.rows; }
  Index cols() const { return sides_.cols; }
  Index size() const { return sides_.rows * sides_.cols; }
  bool empty() const { return size() == 0; }
  /// @}

  /// All entries, row by row.
  /// @{
  std::span<T> entries() { return {data(), static_cast<std::size_t>(size())}; }
  std::span<const T> entries() const { return {data(), static_cast<std::size_t>(size())}; }
  T* begin() { return data(); }
  T* end() { return data() + size(); }
  const T* begin() const { return data(); }
  const T* end() const { return data() + size(); }
  /// @}

  /// One row. Not checked.
  /// @{
  std::span<T> row(Index r) { return {data() + r * cols(), static_cast<std::size_t>(cols())}; }
  std::span<const T> row(Index r) const {
    return {data() + r * cols(), static_cast<std::size_t>(cols())};
  }
  /// @}
  /// One entry. Not checked.
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
// The one scalar type of some arguments.
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

/// float or double: the scalar type that tensors have in common.
template <class... X>
using scalar_of = typename abi::ScalarOf<std::remove_cvref_t<X>...>::Type;

namespace abi {
// A tensor to read: a view where the entries can be read in place, else an object that holds a copy
// and converts to one.
template <TensorLike X>
decltype(auto) read(const X& x) {
  return TensorTraits<X>::read(x);
}

// A tensor to write.
template <WritableTensorLike X>
TensorSpan<typename TensorTraits<std::remove_cvref_t<X>>::Scalar> write(X&& x) {
  return TensorTraits<std::remove_cvref_t<X>>::write(x);
}

// bool has the size and the values of the flags.
static_assert(sizeof(bool) == sizeof(std::uint8_t));
template <class T>
using EntryOf = std::conditional_t<std::same_as<T, bool>, std::uint8_t, T>;
}  // namespace abi

/// A view of numbers in memory: of a std::vector, std::array, std::span or C array. A view of bool
/// is a view of flags. A temporary that owns its numbers does not compile.
/// @param entries  row by row
/// @param shape    any shape
/// @return valid as long as the numbers
/// @throws ShapeMismatch (view) unless the range has as many entries as the shape, OutOfRange
///     (shape)
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
/// The shape has one axis, as long as the range.
template <std::ranges::contiguous_range Range>
requires(std::ranges::borrowed_range<Range> && !TensorLike<Range>) auto view(Range&& entries) {
  return view(entries, {static_cast<Index>(std::ranges::size(entries))});
}

/// @overload
/// A view of a TensorLike that the library can read in place.
template <TensorLike X>
requires Viewable<X, typename TensorTraits<std::remove_cvref_t<X>>::Scalar>
auto view(X&& x) { return TensorView<typename TensorTraits<std::remove_cvref_t<X>>::Scalar>(x); }

/// The place for a result in memory of the caller.
/// @param entries  a std::vector, std::array, std::span or C array, row by row
/// @param shape    the shape of the result
/// @return valid as long as the memory
/// @throws ShapeMismatch (view) unless the range has as many entries as the shape, OutOfRange
///     (shape)
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
