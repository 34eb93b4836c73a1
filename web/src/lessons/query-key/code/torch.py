# SPDX-License-Identifier: MIT
import torch
import torch.nn.functional as F

dtype = torch.float64  # input: precision
# the scores: dot products of queries and keys, after the division
scores = torch.tensor([[2, 1, 0], [1, 3, 1], [0, 1, 1]], dtype=dtype)  # input: scores; term: scores

weights = F.softmax(scores, dim=-1)  # term: weights

row_sums = weights.sum(dim=1)  # term: row_sums
column_sums = weights.sum(dim=0)  # term: column_sums
mean_diagonal = weights.diagonal().mean()  # term: mean_diagonal

scores_asymmetry = (scores - scores.T).abs().max()  # term: scores_asymmetry
weights_asymmetry = (weights - weights.T).abs().max()  # term: weights_asymmetry

symmetric = (scores + scores.T).double() / 2
smallest_eigenvalue = torch.linalg.eigvalsh(symmetric)[0]  # term: smallest_eigenvalue
print(weights, smallest_eigenvalue)
