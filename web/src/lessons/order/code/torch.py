# SPDX-License-Identifier: MIT
import torch
import torch.nn.functional as F

# X has one row for each word of the sentence, learned has one row for each position
X = torch.tensor([[1.0, 0.0], [0.0, 1.0], [1.0, 1.0]], dtype=torch.float64)  # input: X
learned = torch.tensor([[0.1, 0.2], [0.3, 0.1], [0.2, 0.0]], dtype=torch.float64)  # input: learned
order = torch.tensor([0, 2, 1])  # input: order
positions = "sinusoidal"  # input: positions
mask = "none"  # input: mask

n, width = X.shape
P = torch.zeros(n, width, dtype=torch.float64)  # term: P
if positions == "sinusoidal":
    components = torch.arange(0, width, 2, dtype=torch.float64)
    frequencies = 10000.0 ** (-components / width)
    angles = torch.arange(n, dtype=torch.float64)[:, None] * frequencies
    P[:, 0::2] = torch.sin(angles)  # term: P
    P[:, 1::2] = torch.cos(angles)  # term: P
if positions == "learned":
    P = learned  # term: P

x = X[order] + P
scores = x @ x.T / width**0.5
if mask == "causal":
    hidden = torch.ones(n, n, dtype=torch.bool).triu(1)
    scores = scores.masked_fill(hidden, -torch.inf)
weights = F.softmax(scores, dim=1)  # term: weights
outputs = weights @ x  # term: outputs
print(outputs)
