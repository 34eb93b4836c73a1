// SPDX-License-Identifier: MIT
#include "golden/runners.hpp"

namespace attention::golden {

const RunnerTable& runners() {
  static const RunnerTable table = [] {
    RunnerTable all;
    for (const auto& topic : {softmax_runners(), mask_runners(), kernel_runners(),
                              attention_runners(), multi_head_runners(), scores_runners(),
                              moments_runners(), training_runners(), language_model_runners()})
      all.insert(topic.begin(), topic.end());
    return all;
  }();
  return table;
}

}  // namespace attention::golden
