# SPDX-License-Identifier: MIT
import numpy as np

dtype = np.float64  # input: precision
# the scores: dot products of queries and keys, after the division
scores = np.array([[2, 1, 0], [1, 3, 1], [0, 1, 1]], dtype=dtype)  # input: scores; term: scores

weights = np.exp(scores - scores.max(axis=1, keepdims=True))  # term: weights
weights /= weights.sum(axis=1, keepdims=True)  # term: weights

row_sums = weights.sum(axis=1)  # term: row_sums
column_sums = weights.sum(axis=0)  # term: column_sums
mean_diagonal = weights.diagonal().mean()  # term: mean_diagonal

scores_asymmetry = np.abs(scores - scores.T).max()  # term: scores_asymmetry
weights_asymmetry = np.abs(weights - weights.T).max()  # term: weights_asymmetry

symmetric = (scores + scores.T).astype(np.float64) / 2
smallest_eigenvalue = np.linalg.eigvalsh(symmetric)[0]  # term: smallest_eigenvalue
print(weights.round(4), smallest_eigenvalue)
