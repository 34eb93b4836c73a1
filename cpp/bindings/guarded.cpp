// SPDX-License-Identifier: MIT
#include "bindings/guarded.hpp"

#include <algorithm>
#include <array>
#include <cstdlib>
#include <exception>
#include <new>
#include <string_view>

#include "attention/error.hpp"
#include "bindings/wire.hpp"

namespace attention::bindings {
namespace {

// The last error as a response (wire.hpp). It allocates nothing, because the heap may be full.
class Failure {
 public:
  void write(ErrorKind kind, ErrorCode code, std::string_view argument,
             std::span<const ErrorValue> values) noexcept {
    counts_.tensors = 0;
    used_ = 0;
    const std::array parts = {static_cast<double>(kind), static_cast<double>(code)};
    add(parts, 1);
    add(argument, 2);
    for (const ErrorValue& value : values) {
      const bool is_shape = value.type() == ErrorValue::Type::kShape;
      if (is_shape) add(value.shape(), 1);
      if (is_shape || value.type() == ErrorValue::Type::kText ||
          value.type() == ErrorValue::Type::kNone)
        add(std::string_view(value.text()), 2);
      else
        add(std::array{value.number()}, 0);
    }
  }

  Address address() const noexcept { return reinterpret_cast<Address>(&counts_); }

 private:
  // Adds numbers as a tensor with `rank` axes. Drops the numbers that exceed the capacity.
  template <class Numbers>
  void add(const Numbers& numbers, std::int32_t rank) noexcept {
    const std::size_t size = std::min(std::size(numbers), std::size(numbers_) - used_);
    AnswerHeader& header = headers_[counts_.tensors++];
    header = {rank, {1, 1}, &numbers_[used_]};
    if (rank > 0) header.shape[rank - 1] = static_cast<std::int32_t>(size);
    std::transform(numbers.begin(), numbers.begin() + static_cast<std::ptrdiff_t>(size),
                   &numbers_[used_], [](auto x) { return static_cast<double>(x); });
    used_ += size;
  }

  // The headers follow the counts, as in a response block.
  BlockHeader counts_{};
  AnswerHeader headers_[10]{};
  double numbers_[512]{};
  std::size_t used_ = 0;
};

constinit Failure failure;

// An upper bound of the bytes that an exception and its handlers allocate. This many bytes must be
// free before a call, because the runtime assumes that these allocations succeed.
constexpr std::size_t kRoomForExceptions = 4096;

bool has_room_for_exceptions() noexcept {
  // The pointer is volatile, because the compiler may remove an unused allocation.
  void* volatile room = std::malloc(kRoomForExceptions);
  const bool has_room = room != nullptr;
  std::free(room);
  return has_room;
}

void refuse_full_memory() noexcept {
  failure.write(ErrorKind::kOutOfMemory, ErrorCode::kRoom, "memory", std::array{ErrorValue()});
}

}  // namespace

Address last_failure() { return failure.address(); }

bool run_guarded(void (*call)(void*), void* context) {
  if (!has_room_for_exceptions()) {
    refuse_full_memory();
    return false;
  }
  try {
    call(context);
    return true;
  } catch (const Error& error) {
    failure.write(error.kind(), error.code(), error.argument(), error.values());
  } catch (const std::bad_alloc&) {
    refuse_full_memory();
  } catch (const std::exception& error) {
    failure.write(ErrorKind::kInternal, ErrorCode::kNoFault, "call",
                  std::array{ErrorValue(error.what())});
  }
  return false;
}

}  // namespace attention::bindings
