# SPDX-License-Identifier: MIT
import torch

dtype = torch.float64
W_q = torch.tensor([[0.5, -0.2], [0.1, 0.3]], dtype=dtype)  # input: W_q
W_k = torch.tensor([[0.2, 0.4], [-0.3, 0.1]], dtype=dtype)  # input: W_k
targets = torch.tensor([1, 0])  # input: targets
projections = "separate"  # input: projections
scale = "sqrt_dk"  # input: scale
rate = 0.01  # input: rate

W_q.requires_grad_()
if projections == "tied":
    W_k = W_q
divisor = W_q.shape[1] ** 0.5 if scale == "sqrt_dk" else 1.0
scores = W_q @ W_k.T / divisor  # term: scores
weights = scores.softmax(dim=1)  # term: weights
loss = torch.nn.functional.cross_entropy(scores, targets)  # term: loss

adam = torch.optim.Adam([W_q], lr=rate, betas=(0.9, 0.99))
loss.backward()
gradient = W_q.grad.clone()  # term: gradient
adam.step()
moved = W_q.detach()  # term: moved
print(loss, moved)
