# SPDX-License-Identifier: MIT
import numpy as np

# X has one row for each word of the sentence, learned has one row for each position
X = np.array([[1.0, 0.0], [0.0, 1.0], [1.0, 1.0]])  # input: X
learned = np.array([[0.1, 0.2], [0.3, 0.1], [0.2, 0.0]])  # input: learned
order = np.array([0, 2, 1])  # input: order
positions = "sinusoidal"  # input: positions
mask = "none"  # input: mask

n, width = X.shape
P = np.zeros((n, width))  # term: P
if positions == "sinusoidal":
    frequencies = 10000.0 ** (-np.arange(0, width, 2) / width)
    angles = np.arange(n)[:, None] * frequencies
    P[:, 0::2] = np.sin(angles)  # term: P
    P[:, 1::2] = np.cos(angles)  # term: P
if positions == "learned":
    P = learned  # term: P

x = X[order] + P
scores = x @ x.T / np.sqrt(width)
if mask == "causal":
    scores[np.triu_indices(n, 1)] = -np.inf
weights = np.exp(scores - scores.max(axis=1, keepdims=True))  # term: weights
weights /= weights.sum(axis=1, keepdims=True)  # term: weights
outputs = weights @ x  # term: outputs
print(outputs)
