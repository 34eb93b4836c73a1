# SPDX-License-Identifier: MIT
import numpy as np

dtype = np.float64  # input: precision
measure = "dot"  # input: measure

# a query and two keys in the plane
query = np.array([4, 1], dtype=dtype)  # input: query
keys = np.array([[2, 1.5], [1, 2.5]], dtype=dtype)  # input: keys

dots = keys @ query  # term: dots
lengths = np.linalg.norm(keys, axis=1)  # term: lengths
with np.errstate(invalid="ignore"):
    cosines = dots / (lengths * np.linalg.norm(query))  # term: cosines

# the search among recipes
Q = np.array([[1, 0, 0, 0, 1, 0, 0, 0, 0]], dtype=dtype)  # input: Q
K = np.array([[1, 0, 0, 0, 1, 0, 0, 0, 0], [0, 1, 1, 0, 1, 0, 0, 0, 0], [0, 0, 0, 0, 1, 1, 0, 0, 0], [0, 0, 0, 0, 0, 1, 0, 1, 1], [0, 0, 0, 0, 0, 1, 1, 0, 0], [0, 1, 1, 1, 3, 0, 0, 0, 0]], dtype=dtype)  # input: K
V = np.array([[10, 40], [8, 190], [60, 80], [25, 450], [15, 600], [40, 320]], dtype=dtype)  # input: V
temperature = 1  # input: temperature
hidden = 0  # input: hidden

scores = Q @ K.T  # term: scores
if measure == "cosine":
    with np.errstate(invalid="ignore"):
        scores = scores / np.linalg.norm(Q)  # term: scores
    scores = scores / np.linalg.norm(K, axis=1)  # term: scores

d_k = K.shape[-1]
divisor = np.sqrt(d_k) if measure == "scaled" else temperature
scaled_scores = scores / dtype(divisor)  # term: scaled_scores

logits = scaled_scores.copy()  # term: logits
if hidden > 0:
    logits[:, hidden - 1] = -np.inf  # term: logits

weights = np.exp(logits - logits.max())  # term: weights
weights /= weights.sum()  # term: weights
output = weights @ V  # term: output
print(cosines, output)
