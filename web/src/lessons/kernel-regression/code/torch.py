# SPDX-License-Identifier: MIT
import torch

dtype = torch.float64  # input: precision
keys = torch.tensor([51, 56, 58], dtype=dtype)  # input: keys
values = torch.tensor([40, 43, 48], dtype=dtype)  # input: values
query = torch.tensor(57, dtype=dtype)  # input: query
sigma = torch.tensor(1, dtype=dtype)  # input: sigma
kernel = "gaussian"  # input: kernel
sign = -1  # input: sign

distances = (query - keys).abs()  # term: distances
u = distances / sigma

if kernel in ("gaussian", "dot"):
    if kernel == "gaussian":
        scores = sign * u**2 / 2  # term: scores
    else:
        scores = query * keys  # term: scores
    kernel_values = scores.exp()  # term: kernel_values
    weights = torch.softmax(scores, dim=0)  # term: weights
else:
    windows = {
        "boxcar": u**0,
        "triangular": 1 - u,
        "epanechnikov": 1 - u**2,
    }
    kernel_values = windows[kernel] * (u <= 1)  # term: kernel_values
    scores = kernel_values.log()  # term: scores
    weights = kernel_values / kernel_values.sum()  # term: weights

weighted_values = weights * values  # term: weighted_values
prediction = weighted_values.sum()  # term: prediction
print(prediction)
