// SPDX-License-Identifier: MIT
#pragma once

#include "lab/dot_product_moments.hpp"

namespace attention::test {

inline DotProductResult run(const DotProductOptions& options, Index count) {
  DotProductMoments job(options);
  job.advance(count);
  return job.result();
}

}  // namespace attention::test
