# SPDX-License-Identifier: MIT
import numpy as np

W_q = np.array([[0.5, -0.2], [0.1, 0.3]])  # input: W_q
W_k = np.array([[0.2, 0.4], [-0.3, 0.1]])  # input: W_k
targets = np.array([1, 0])  # input: targets
projections = "separate"  # input: projections
scale = "sqrt_dk"  # input: scale
rate = 0.01  # input: rate

if projections == "tied":
    W_k = W_q
divisor = np.sqrt(W_q.shape[1]) if scale == "sqrt_dk" else 1.0
scores = W_q @ W_k.T / divisor  # term: scores
exponentials = np.exp(scores - scores.max(axis=1, keepdims=True))
weights = exponentials / exponentials.sum(axis=1, keepdims=True)  # term: weights
rows = np.arange(len(targets))
loss = -np.log(weights[rows, targets]).mean()  # term: loss

by_scores = weights.copy()
by_scores[rows, targets] -= 1
by_scores /= len(targets) * divisor
gradient = by_scores @ W_k  # term: gradient
if projections == "tied":
    gradient = gradient + by_scores.T @ W_q  # term: gradient

# after the first step of Adam, the bias-corrected moments are the gradient and its square
moved = W_q - rate * gradient / (np.abs(gradient) + 1e-8)  # term: moved
print(loss, moved)
