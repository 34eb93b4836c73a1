# SPDX-License-Identifier: MIT
import numpy as np

dtype = np.float64  # input: precision
x = np.array([1, 1, 1, 5], dtype=dtype)  # input: x
temperature = 1  # input: temperature
scaling = "temperature"  # input: scaling
target = 4  # input: target

if scaling == "temperature":
    logits = x / temperature  # term: logits
else:
    logits = (x - x.mean()) / x.std(ddof=1)  # term: logits

weights = np.exp(logits - logits.max())  # term: weights
weights /= weights.sum()  # term: weights

exponentials = np.exp(logits)  # term: exponentials
naive = exponentials / exponentials.sum()  # term: naive

# 0 · log 0 counts as 0
logarithms = np.log(weights + (weights == 0))
entropy = -(weights * logarithms).sum()  # term: entropy

identity = np.eye(len(x), dtype=dtype)
jacobian = weights[:, None] * (identity - weights)  # term: jacobian
jacobian_norm = np.linalg.norm(jacobian)  # term: jacobian_norm

shifted = logits - logits.max()
loss = np.log(np.exp(shifted).sum()) - shifted[target - 1]  # term: loss
gradient = weights - identity[target - 1]  # term: gradient
print(weights, jacobian_norm)
