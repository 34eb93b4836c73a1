# SPDX-License-Identifier: MIT
# The sources of the bindings. The WebAssembly modules and tests/native-engine include this list.
set(attention_bindings
  arguments.cpp
  attention.cpp
  bindings.cpp
  guarded.cpp
  kernel_regression.cpp
  mask.cpp
  moments.cpp
  multi_head.cpp
  options.cpp
  positional_encoding.cpp
  scores.cpp
  softmax.cpp
  wire.cpp)
list(TRANSFORM attention_bindings PREPEND "${CMAKE_CURRENT_LIST_DIR}/")
# Bindings for training and for the other parts of a Transformer (normalization, activation,
# positions). Only the module `attention` contains them; most pages load the smaller module.
set(attention_training_bindings
  language_model.cpp
  parts.cpp
  training.cpp)
list(TRANSFORM attention_training_bindings PREPEND "${CMAKE_CURRENT_LIST_DIR}/")
