// SPDX-License-Identifier: MIT
#include "bindings/wire.hpp"

#include <cstring>
#include <memory>
#include <new>

#include "attention/detail/memory.hpp"

namespace attention::bindings {
namespace {

using Words = std::unique_ptr<double[]>;  // of double, so that the block is aligned to 8 bytes

struct Block {
  Words words;
  std::size_t size = 0;
};

constinit Block request_block;
constinit Block response_block;
Response::Answer last_answer;

std::byte* bytes_of(const Block& block) { return reinterpret_cast<std::byte*>(block.words.get()); }

std::byte* grow(Block& block, std::size_t bytes) {
  const std::size_t words = bytes / sizeof(double) + (bytes % sizeof(double) == 0 ? 0 : 1);
  if (block.size < words) {
    // Frees the old block first, so that memory for two blocks is never needed.
    block = {};
    block.words.reset(new (std::nothrow) double[words]);
    if (!block.words) refuse_memory(multiply_bytes(sizeof(double), words));
    block.size = words;
  }
  return bytes_of(block);
}

}  // namespace

Address reserve_request(std::size_t bytes) {
  // Frees the last response, because the new block may need its memory.
  Response::Answer().swap(last_answer);
  return reinterpret_cast<Address>(grow(request_block, bytes));
}

std::size_t request_count() {
  return static_cast<std::size_t>(
      reinterpret_cast<const BlockHeader*>(bytes_of(request_block))->tensors);
}

const TensorHeader& request_header(std::size_t index) {
  const std::byte* headers = bytes_of(request_block) + sizeof(BlockHeader);
  return reinterpret_cast<const TensorHeader*>(headers)[index];
}

std::span<const double> request_choices() {
  const std::byte* const block = bytes_of(request_block);
  const auto& header = *reinterpret_cast<const BlockHeader*>(block);
  const auto headers = static_cast<std::size_t>(header.tensors) * sizeof(TensorHeader);
  return {reinterpret_cast<const double*>(block + sizeof header + headers),
          static_cast<std::size_t>(header.choices)};
}

const std::byte* request_data(const TensorHeader& header) {
  return bytes_of(request_block) + header.offset;
}

std::byte* request_copy(const TensorHeader& header) {
  const bool is_inside = header.offset >= 0 && static_cast<std::size_t>(header.offset) <
                                                   request_block.size * sizeof(double);
  return is_inside ? bytes_of(request_block) + header.offset : nullptr;
}

void Response::append(const Shape& sides, const void* data) {
  if (sides.size() > kMaxRank)
    refuse(ErrorKind::kInternal, "result", ErrorCode::kAxesAtMost, {kMaxRank}, sides);
  AnswerHeader header{static_cast<std::int32_t>(sides.size()), {}, data};
  for (std::size_t axis = 0; axis < sides.size(); ++axis)
    header.shape[axis] = static_cast<std::int32_t>(sides[axis]);
  headers_.push_back(header);
}

Address Response::finish() {
  const std::size_t headers = headers_.size() * sizeof(AnswerHeader);
  std::byte* block = grow(response_block, sizeof(BlockHeader) + headers);
  const BlockHeader header{static_cast<std::int32_t>(headers_.size()), 0};
  std::memcpy(block, &header, sizeof header);
  if (headers > 0) std::memcpy(block + sizeof header, headers_.data(), headers);
  last_answer.swap(kept_);
  return reinterpret_cast<Address>(block);
}

}  // namespace attention::bindings
