# SPDX-License-Identifier: MIT
import torch
import torch.nn.functional as F

dtype = torch.float64  # input: precision
x = torch.tensor([1, 1, 1, 5], dtype=dtype)  # input: x
temperature = 1  # input: temperature
scaling = "temperature"  # input: scaling
target = 4  # input: target

if scaling == "temperature":
    logits = x / temperature  # term: logits
else:
    logits = (x - x.mean()) / x.std()  # term: logits
logits.requires_grad_()

weights = F.softmax(logits, dim=0)  # term: weights

exponentials = logits.exp()  # term: exponentials
naive = exponentials / exponentials.sum()  # term: naive

entropy = torch.special.entr(weights).sum()  # term: entropy

softmax = torch.nn.Softmax(dim=0)
jacobian = torch.autograd.functional.jacobian(softmax, logits)  # term: jacobian
jacobian_norm = torch.linalg.norm(jacobian)  # term: jacobian_norm

loss = F.cross_entropy(logits, torch.tensor(target - 1))  # term: loss
(gradient,) = torch.autograd.grad(loss, logits)  # term: gradient
print(weights, jacobian_norm)
