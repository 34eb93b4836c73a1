# SPDX-License-Identifier: MIT
import numpy as np

dtype = np.float64  # input: precision
queries = np.array([[1.5, 0.5], [-1, 1.5]], dtype=dtype)  # input: queries
keys = np.array([[3, 1.5], [0.6, 1.4], [-2, 0.5], [0.5, -2.5]], dtype=dtype)  # input: keys

W_q = np.array([[0.5, -0.3], [0.8, 0.2], [-0.4, 0.9]], dtype=dtype)  # input: W_q
W_k = np.array([[0.6, 0.4], [-0.5, -0.7], [0.2, -0.8]], dtype=dtype)  # input: W_k
w_v = np.array([0.7, 1.2, -0.9], dtype=dtype)  # input: w_v
bias = np.array([0, 0, 0], dtype=dtype)  # input: bias
sigma = dtype(1)  # input: sigma


def softmax(scores):
    exponentials = np.exp(scores - scores.max(axis=1, keepdims=True))
    return exponentials / exponentials.sum(axis=1, keepdims=True)


dot_scores = queries @ keys.T  # term: dot_scores
scaled_scores = dot_scores / dtype(np.sqrt(queries.shape[-1]))  # term: scaled_scores
bilinear_scores = (queries @ W_q.T) @ (keys @ W_k.T).T  # term: bilinear_scores

# shapes (m, 1, h) + (1, n, h): broadcasting adds each projected query to each projected key
sums = (queries @ W_q.T)[:, None, :] + (keys @ W_k.T + bias)[None, :, :]  # term: sums
features = np.tanh(sums)  # term: features
additive_scores = features @ w_v  # term: additive_scores

apart = (queries[:, None, :] - keys[None, :, :]) / sigma  # term: gaussian_scores
gaussian_scores = -(apart**2).sum(axis=-1) / 2  # term: gaussian_scores

dot_weights = softmax(dot_scores)  # term: dot_weights
scaled_weights = softmax(scaled_scores)  # term: scaled_weights
bilinear_weights = softmax(bilinear_scores)  # term: bilinear_weights
additive_weights = softmax(additive_scores)  # term: additive_weights
gaussian_weights = softmax(gaussian_scores)  # term: gaussian_weights
print(additive_scores.round(4), additive_weights.round(4))
