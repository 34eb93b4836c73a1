# SPDX-License-Identifier: MIT
import torch
import torch.nn.functional as F

dtype = torch.float64  # input: precision
heads = 2  # input: heads
projection = "full"  # input: projection
width = 4  # input: width
masked = 0  # input: masked

x = torch.tensor([[1, 0], [0, 1]], dtype=dtype)  # input: x
W_q = torch.tensor([[1, 0], [0, 1]], dtype=dtype)  # input: W_q
b_q = torch.tensor([0, 0], dtype=dtype)  # input: b_q
W_k = torch.tensor([[1, 0], [0, 1]], dtype=dtype)  # input: W_k
b_k = torch.tensor([0, 0], dtype=dtype)  # input: b_k
W_v = torch.tensor([[1, 0], [0, 1]], dtype=dtype)  # input: W_v
b_v = torch.tensor([0, 0], dtype=dtype)  # input: b_v
W_o = torch.tensor([[1, 0], [0, 1]], dtype=dtype)  # input: W_o
b_o = torch.tensor([0, 0], dtype=dtype)  # input: b_o

tokens, d_model = x.shape
d = d_model // heads


def project(W, b):
    if projection == "none":
        return x
    if projection == "shared":
        return F.linear(x.view(tokens, heads, d), W).view(tokens, d_model)
    return F.linear(x, W, b)


def split(y):
    return y.view(tokens, heads, d).permute(1, 0, 2)


queries = project(W_q, b_q)  # term: queries
keys = project(W_k, b_k)  # term: keys
values = project(W_v, b_v)  # term: values
head_queries = split(queries)  # term: head_queries

scores = head_queries @ split(keys).transpose(1, 2)  # term: scores
scaled_scores = scores / width**0.5  # term: scaled_scores
keep = torch.ones(tokens, tokens)
keep = torch.tril(keep) if masked else keep
logits = scaled_scores.masked_fill(keep == 0, float("-inf"))

weights = F.softmax(logits, dim=-1)  # term: weights
head_outputs = weights @ split(values)  # term: head_outputs

concat = head_outputs.permute(1, 0, 2).reshape(tokens, d_model)  # term: concat
output = F.linear(concat, W_o, b_o)  # term: output
print(output)
