# SPDX-License-Identifier: MIT
import torch

dtype = torch.float64
n = 2048  # input: n
d = 64  # input: d
stages_bytes = 4 * 4 * n * n  # term: stages_bytes
rows, cols = min(128, n), min(90, n)
tile_bytes = 4 * rows * (cols + 2 * d + 2) + cols  # term: tile_bytes

query = torch.tensor([1.5, -0.5], dtype=dtype)  # input: query
keys = torch.tensor([[0, 1], [1, 0], [2, -1], [1, 1], [3, 0], [0, -1], [2, 2], [4, 1]], dtype=dtype)  # input: keys
values = torch.tensor([[1, 0], [0, 1], [2, 2], [-1, 1], [3, 0], [1, -2], [0, 3], [2, -1]], dtype=dtype)  # input: values
tile = 2  # input: tile

# plain attention: all scores at once
logits = keys @ query / 2**0.5  # term: logits
weights = torch.softmax(logits, dim=-1)  # term: weights
output = weights @ values  # term: output

# streaming attention: one tile of keys at a time
largest = torch.tensor(-torch.inf, dtype=dtype)
total, streamed = torch.zeros((), dtype=dtype), torch.zeros(2, dtype=dtype)
for part, v in zip((keys @ query / 2**0.5).split(tile), values.split(tile)):
    risen = torch.maximum(largest, part.max())
    factor, e = (largest - risen).exp(), (part - risen).exp()
    total = total * factor + e.sum()
    streamed = streamed * factor + e @ v  # term: streamed
    largest = risen
streamed /= total  # term: streamed
log_sum_exp = largest + total.log()  # term: log_sum_exp
print(output, streamed)
