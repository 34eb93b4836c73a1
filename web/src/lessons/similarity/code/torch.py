# SPDX-License-Identifier: MIT
import torch
import torch.nn.functional as F

dtype = torch.float64  # input: precision
measure = "dot"  # input: measure

# a query and two keys in the plane
query = torch.tensor([4, 1], dtype=dtype)  # input: query
keys = torch.tensor([[2, 1.5], [1, 2.5]], dtype=dtype)  # input: keys

dots = keys @ query  # term: dots
lengths = torch.linalg.norm(keys, dim=1)  # term: lengths
cosines = dots / (lengths * torch.linalg.norm(query))  # term: cosines

# the search among recipes
Q = torch.tensor([[1, 0, 0, 0, 1, 0, 0, 0, 0]], dtype=dtype)  # input: Q
K = torch.tensor([[1, 0, 0, 0, 1, 0, 0, 0, 0], [0, 1, 1, 0, 1, 0, 0, 0, 0], [0, 0, 0, 0, 1, 1, 0, 0, 0], [0, 0, 0, 0, 0, 1, 0, 1, 1], [0, 0, 0, 0, 0, 1, 1, 0, 0], [0, 1, 1, 1, 3, 0, 0, 0, 0]], dtype=dtype)  # input: K
V = torch.tensor([[10, 40], [8, 190], [60, 80], [25, 450], [15, 600], [40, 320]], dtype=dtype)  # input: V
temperature = 1  # input: temperature
hidden = 0  # input: hidden

scores = Q @ K.transpose(-2, -1)  # term: scores
if measure == "cosine":
    scores = scores / torch.linalg.norm(Q)  # term: scores
    scores = scores / torch.linalg.norm(K, dim=1)  # term: scores

d_k = K.size(-1)
divisor = d_k**0.5 if measure == "scaled" else temperature
scaled_scores = scores / divisor  # term: scaled_scores

logits = scaled_scores.clone()  # term: logits
if hidden > 0:
    logits[:, hidden - 1] = -torch.inf  # term: logits

weights = F.softmax(logits, dim=-1)  # term: weights
output = weights @ V  # term: output
print(cosines, output)
