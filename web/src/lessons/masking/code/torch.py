# SPDX-License-Identifier: MIT
import torch
import torch.nn.functional as F

dtype = torch.float64  # input: precision
scores = torch.tensor([[1, 2], [3, 4]], dtype=dtype)  # input: scores
lens = torch.tensor([1, 2])  # input: lens
causal = "off"  # input: causal
convention = "keep"  # input: convention
method = "exclude"  # input: method
fill = -1e9  # input: fill
empty_row = "uniform"  # input: empty_row

m, n = scores.shape
flags = (torch.arange(n) < lens[:, None]).int()  # term: flags
if causal == "on":
    flags = flags.tril()  # term: flags

hidden = flags == 0 if convention == "keep" else flags == 1
if method == "add":
    logits = scores + hidden * fill  # term: logits
else:
    low = float("-inf") if method == "exclude" else fill
    logits = scores.masked_fill(hidden, low)  # term: logits

weights = F.softmax(logits, dim=-1)  # term: weights
if method == "exclude":
    alone = {"uniform": 1 / n, "nan": float("nan"), "zeros": 0}
    weights[hidden.all(dim=-1)] = alone[empty_row]  # term: weights
print(weights)
