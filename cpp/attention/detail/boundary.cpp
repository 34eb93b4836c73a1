// SPDX-License-Identifier: MIT
#include "attention/detail/boundary.hpp"

#include <string>

namespace attention::detail {
namespace {

// Copies flags to a mask, in which 1 means that the query may attend to the key.
// @param kept  the flag that means "keep" in `flags`
void assign_flags(const char* argument, const attention::TensorView<std::uint8_t>& flags,
                  std::uint8_t kept, std::optional<Mask>& to) {
  if (!to) to.emplace();
  to->shape = flags.shape();
  to->keep.resize(static_cast<std::size_t>(flags.size()));
  // A tensor without entries may have shape (2⁶², 0). The loop below would make 2⁶² passes.
  if (flags.empty()) return;
  auto entry = to->keep.begin();
  for (Index r = 0; r < flags.rows(); ++r)
    for (const std::uint8_t flag : flags.row(r)) {
      if (flag > 1)
        throw Error(ErrorKind::kOutOfRange, argument, "0 or 1 everywhere", std::to_string(flag));
      *entry++ = flag == kept ? 1 : 0;
    }
}

}  // namespace

void check_index(Index index, Index size) {
  if (index >= 0 && index < size) return;
  guarded([&] {
    throw Error(ErrorKind::kOutOfRange, "index",
                std::string("a whole number from 0 to ").append(std::to_string(size - 1)),
                std::to_string(index));
  });
}

void assign(const MaskOptions& mask, Visibility& to) {
  if (mask.keep && mask.hide) throw Error(ErrorKind::kOutOfRange, "mask", "keep or hide", "both");
  if (mask.keep || mask.hide)
    assign_flags("mask", mask.keep ? *mask.keep : *mask.hide, mask.keep ? 1 : 0, to.mask);
  else
    to.mask.reset();
  to.mask_axes = mask.axes;
  if (mask.valid_lens) {
    if (!to.valid_lens) to.valid_lens.emplace();
    to.valid_lens->shape = mask.valid_lens->shape();
    std::vector<double>& lens = to.valid_lens->lens;
    lens.clear();
    for (Index r = 0; !mask.valid_lens->empty() && r < mask.valid_lens->rows(); ++r)
      for (const Index len : mask.valid_lens->row(r)) lens.push_back(static_cast<double>(len));
  } else {
    to.valid_lens.reset();
  }
  to.causal = mask.causal;
  to.alignment = mask.alignment;
}

Dropout inside(const attention::Dropout& dropout) {
  Dropout result{dropout.rate, dropout.seed, {}};
  if (dropout.keep) assign_flags("dropout_keep", *dropout.keep, 1, result.keep);
  return result;
}

}  // namespace attention::detail
