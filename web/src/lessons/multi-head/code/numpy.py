# SPDX-License-Identifier: MIT
import numpy as np

dtype = np.float64  # input: precision
heads = 2  # input: heads
projection = "full"  # input: projection
width = 4  # input: width
masked = 0  # input: masked

x = np.array([[1, 0], [0, 1]], dtype=dtype)  # input: x
W_q = np.array([[1, 0], [0, 1]], dtype=dtype)  # input: W_q
b_q = np.array([0, 0], dtype=dtype)  # input: b_q
W_k = np.array([[1, 0], [0, 1]], dtype=dtype)  # input: W_k
b_k = np.array([0, 0], dtype=dtype)  # input: b_k
W_v = np.array([[1, 0], [0, 1]], dtype=dtype)  # input: W_v
b_v = np.array([0, 0], dtype=dtype)  # input: b_v
W_o = np.array([[1, 0], [0, 1]], dtype=dtype)  # input: W_o
b_o = np.array([0, 0], dtype=dtype)  # input: b_o

tokens, d_model = x.shape
d = d_model // heads


def project(W, b):
    if projection == "none":
        return x
    if projection == "shared":
        return (x.reshape(-1, d) @ W.T).reshape(tokens, d_model)
    return x @ W.T + b


def split(y):
    return y.reshape(tokens, heads, d).swapaxes(0, 1)


queries = project(W_q, b_q)  # term: queries
keys = project(W_k, b_k)  # term: keys
values = project(W_v, b_v)  # term: values
head_queries = split(queries)  # term: head_queries

scores = head_queries @ split(keys).swapaxes(1, 2)  # term: scores
scaled_scores = scores / np.sqrt(dtype(width))  # term: scaled_scores
keep = np.tril(np.ones((tokens, tokens))) if masked else np.ones((tokens, tokens))
logits = np.where(keep == 1, scaled_scores, -np.inf)

weights = np.exp(logits - logits.max(axis=-1, keepdims=True))  # term: weights
weights /= weights.sum(axis=-1, keepdims=True)  # term: weights
head_outputs = weights @ split(values)  # term: head_outputs

concat = head_outputs.swapaxes(0, 1).reshape(tokens, d_model)  # term: concat
output = concat @ W_o.T + b_o  # term: output
print(output.round(4))
