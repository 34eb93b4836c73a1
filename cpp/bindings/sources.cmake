# SPDX-License-Identifier: MIT
# The sources of the module, also for the tests' native engine.
set(attention_bindings
  attention.cpp
  bindings.cpp
  calls.cpp
  guarded.cpp
  kernel_regression.cpp
  mask.cpp
  moments.cpp
  multi_head.cpp
  scores.cpp
  softmax.cpp
  wire.cpp)
list(TRANSFORM attention_bindings PREPEND "${CMAKE_CURRENT_LIST_DIR}/")
# A page loads these only for training.
set(attention_training_bindings
  language_model.cpp
  training.cpp)
list(TRANSFORM attention_training_bindings PREPEND "${CMAKE_CURRENT_LIST_DIR}/")
