# SPDX-License-Identifier: MIT
import torch

dtype = torch.float64
d = torch.tensor(64, dtype=dtype)  # input: d
q_mean = torch.tensor(0, dtype=dtype)  # input: q_mean
q_variance = torch.tensor(1, dtype=dtype)  # input: q_variance
k_mean = torch.tensor(0, dtype=dtype)  # input: k_mean
k_variance = torch.tensor(1, dtype=dtype)  # input: k_variance
rho = torch.tensor(0, dtype=dtype)  # input: rho
distribution = "normal"  # input: distribution
divisor = "none"  # input: divisor

s_q, s_k = q_variance.sqrt(), k_variance.sqrt()
product_mean = q_mean * k_mean + rho * s_q * s_k  # term: product_mean

# E x⁴ of a component with mean 0 and variance 1
fourth = {"normal": 3, "signs": 1, "uniform": 9 / 5, "laplace": 6}[distribution]
apart = 1 - rho**2
together = s_q * k_mean + rho * s_k * q_mean
product_variance = q_variance * k_variance * (apart + rho**2 * (fourth - 1))  # term: product_variance
product_variance += together**2 + apart * k_variance * q_mean**2  # term: product_variance

over = {"none": 1, "sqrt_dk": d.sqrt(), "dk": d}[divisor]
mean = d * product_mean / over  # term: mean
variance = d * product_variance / over**2  # term: variance
deviation = variance.sqrt()  # term: deviation
print(mean, variance, deviation)
