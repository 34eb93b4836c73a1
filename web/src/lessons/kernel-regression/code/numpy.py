# SPDX-License-Identifier: MIT
import numpy as np

dtype = np.float64  # input: precision
keys = np.array([51, 56, 58], dtype=dtype)  # input: keys
values = np.array([40, 43, 48], dtype=dtype)  # input: values
query = dtype(57)  # input: query
sigma = dtype(1)  # input: sigma
kernel = "gaussian"  # input: kernel
sign = -1  # input: sign

distances = np.abs(query - keys)  # term: distances
u = distances / sigma

if kernel in ("gaussian", "dot"):
    if kernel == "gaussian":
        scores = sign * u**2 / 2  # term: scores
    else:
        scores = query * keys  # term: scores
    kernel_values = np.exp(scores)  # term: kernel_values
    weights = np.exp(scores - scores.max())  # term: weights
    weights /= weights.sum()  # term: weights
else:
    windows = {
        "boxcar": u**0,
        "triangular": 1 - u,
        "epanechnikov": 1 - u**2,
    }
    kernel_values = np.where(u <= 1, windows[kernel], 0)  # term: kernel_values
    with np.errstate(divide="ignore"):
        scores = np.log(kernel_values)  # term: scores
    weights = kernel_values / kernel_values.sum()  # term: weights

weighted_values = weights * values  # term: weighted_values
prediction = weighted_values.sum()  # term: prediction
print(prediction)
