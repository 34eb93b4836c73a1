# SPDX-License-Identifier: MIT
# What the module is made of, for the tests' native engine too.
set(attention_bindings
  attention.cpp
  bindings.cpp
  calls.cpp
  guarded.cpp
  kernel_regression.cpp
  language_model.cpp
  mask.cpp
  moments.cpp
  multi_head.cpp
  scores.cpp
  softmax.cpp
  training.cpp
  wire.cpp)
list(TRANSFORM attention_bindings PREPEND "${CMAKE_CURRENT_LIST_DIR}/")
