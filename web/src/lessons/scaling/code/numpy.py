# SPDX-License-Identifier: MIT
import numpy as np

d = 64  # input: d
q_mean = 0  # input: q_mean
q_variance = 1  # input: q_variance
k_mean = 0  # input: k_mean
k_variance = 1  # input: k_variance
rho = 0  # input: rho
distribution = "normal"  # input: distribution
divisor = "none"  # input: divisor

s_q, s_k = np.sqrt([q_variance, k_variance])
product_mean = q_mean * k_mean + rho * s_q * s_k  # term: product_mean

# E x⁴ of a component with mean 0 and variance 1
fourth = {"normal": 3, "signs": 1, "uniform": 9 / 5, "laplace": 6}[distribution]
apart = 1 - rho**2
together = s_q * k_mean + rho * s_k * q_mean
product_variance = q_variance * k_variance * (apart + rho**2 * (fourth - 1))  # term: product_variance
product_variance += together**2 + apart * k_variance * q_mean**2  # term: product_variance

over = {"none": 1, "sqrt_dk": np.sqrt(d), "dk": d}[divisor]
mean = d * product_mean / over  # term: mean
variance = d * product_variance / over**2  # term: variance
deviation = np.sqrt(variance)  # term: deviation
print(mean, variance, deviation)
