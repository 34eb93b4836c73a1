# SPDX-License-Identifier: MIT
import numpy as np

n = 2048  # input: n
d = 64  # input: d
stages_bytes = 4 * 4 * n * n  # term: stages_bytes
rows, cols = min(128, n), min(90, n)
tile_bytes = 4 * rows * (cols + 2 * d + 2) + cols  # term: tile_bytes

query = np.array([1.5, -0.5])  # input: query
keys = np.array([[0, 1], [1, 0], [2, -1], [1, 1], [3, 0], [0, -1], [2, 2], [4, 1]])  # input: keys
values = np.array([[1, 0], [0, 1], [2, 2], [-1, 1], [3, 0], [1, -2], [0, 3], [2, -1]])  # input: values
tile = 2  # input: tile

# plain attention: all scores at once
logits = keys @ query / np.sqrt(2)  # term: logits
weights = np.exp(logits - logits.max())  # term: weights
weights /= weights.sum()  # term: weights
output = weights @ values  # term: output

# streaming attention: one tile of keys at a time
largest, total, streamed = -np.inf, 0.0, np.zeros(2)
for j in range(0, len(keys), tile):
    part = keys[j : j + tile] @ query / np.sqrt(2)
    risen = max(largest, part.max())
    factor, e = np.exp(largest - risen), np.exp(part - risen)
    total = total * factor + e.sum()
    streamed = streamed * factor + e @ values[j : j + tile]  # term: streamed
    largest = risen
streamed /= total  # term: streamed
log_sum_exp = largest + np.log(total)  # term: log_sum_exp
print(output, streamed)
