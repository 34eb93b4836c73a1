# SPDX-License-Identifier: MIT
import numpy as np

dtype = np.float64  # input: precision
scores = np.array([[1, 2], [3, 4]], dtype=dtype)  # input: scores
lens = np.array([1, 2])  # input: lens
causal = "off"  # input: causal
convention = "keep"  # input: convention
method = "exclude"  # input: method
fill = -1e9  # input: fill
empty_row = "uniform"  # input: empty_row

m, n = scores.shape
flags = (np.arange(n) < lens[:, None]).astype(int)  # term: flags
if causal == "on":
    flags = flags * np.tri(m, n, dtype=int)  # term: flags

hidden = flags == 0 if convention == "keep" else flags == 1
if method == "add":
    logits = scores + hidden * dtype(fill)  # term: logits
else:
    low = dtype("-inf") if method == "exclude" else dtype(fill)
    logits = np.where(hidden, low, scores)  # term: logits

with np.errstate(invalid="ignore"):
    weights = np.exp(logits - logits.max(axis=1, keepdims=True))  # term: weights
    weights /= weights.sum(axis=1, keepdims=True)  # term: weights

if method == "exclude":
    alone = {"uniform": 1 / n, "nan": np.nan, "zeros": 0}
    weights[hidden.all(axis=1)] = alone[empty_row]  # term: weights
print(weights)
