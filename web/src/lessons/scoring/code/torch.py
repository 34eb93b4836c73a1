# SPDX-License-Identifier: MIT
import math

import torch
import torch.nn.functional as F

dtype = torch.float64  # input: precision
queries = torch.tensor([[1.5, 0.5], [-1, 1.5]], dtype=dtype)  # input: queries
keys = torch.tensor([[3, 1.5], [0.6, 1.4], [-2, 0.5], [0.5, -2.5]], dtype=dtype)  # input: keys

W_q = torch.tensor([[0.5, -0.3], [0.8, 0.2], [-0.4, 0.9]], dtype=dtype)  # input: W_q
W_k = torch.tensor([[0.6, 0.4], [-0.5, -0.7], [0.2, -0.8]], dtype=dtype)  # input: W_k
w_v = torch.tensor([0.7, 1.2, -0.9], dtype=dtype)  # input: w_v
bias = torch.tensor([0, 0, 0], dtype=dtype)  # input: bias
sigma = 1  # input: sigma

dot_scores = queries @ keys.T  # term: dot_scores
scaled_scores = dot_scores / math.sqrt(queries.shape[-1])  # term: scaled_scores
bilinear_scores = F.linear(queries, W_q) @ F.linear(keys, W_k).T  # term: bilinear_scores

# shapes (m, 1, h) + (1, n, h): broadcasting adds each projected query to each projected key
sums = F.linear(queries, W_q).unsqueeze(1) + F.linear(keys, W_k, bias).unsqueeze(0)  # term: sums
features = torch.tanh(sums)  # term: features
additive_scores = features @ w_v  # term: additive_scores

apart = (queries.unsqueeze(1) - keys.unsqueeze(0)) / sigma  # term: gaussian_scores
gaussian_scores = -apart.square().sum(dim=-1) / 2  # term: gaussian_scores

dot_weights = F.softmax(dot_scores, dim=-1)  # term: dot_weights
scaled_weights = F.softmax(scaled_scores, dim=-1)  # term: scaled_weights
bilinear_weights = F.softmax(bilinear_scores, dim=-1)  # term: bilinear_weights
additive_weights = F.softmax(additive_scores, dim=-1)  # term: additive_weights
gaussian_weights = F.softmax(gaussian_scores, dim=-1)  # term: gaussian_weights
print(additive_scores, additive_weights)
