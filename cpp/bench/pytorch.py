# SPDX-License-Identifier: MIT
"""Times PyTorch for tools/bench/native/pytorch.mjs. Each line of standard input is a request, a JSON object whose
field "do" names one of REQUESTS; its result is written as one line of JSON to standard output. PyTorch uses one thread
and float32, and records no gradients except for training."""

import json
import math
import pathlib
import re
import sys
import time

import torch
from torch.nn import functional as F


def attention_forms(tensors, _shape):
    queries, keys, values = tensors["queries"], tensors["keys"], tensors["values"]
    transposed = keys.transpose(-1, -2)
    scale = 1 / math.sqrt(queries.shape[-1])
    nothing = queries.new_zeros(())
    forms = {
        "bmm + softmax": lambda: torch.bmm(torch.softmax(torch.bmm(queries * scale, transposed), -1), values),
        "baddbmm + softmax": lambda: torch.bmm(
            torch.softmax(torch.baddbmm(nothing, queries, transposed, beta=0, alpha=scale), -1), values
        ),
    }
    if hasattr(F, "scaled_dot_product_attention"):
        forms["scaled_dot_product_attention"] = lambda: F.scaled_dot_product_attention(queries, keys, values)
    return forms


def multi_head_forms(tensors, shape):
    x = tensors["x"]
    width, heads = x.shape[-1], shape["heads"]
    W_qkv = torch.cat([tensors[name] for name in ("W_q", "W_k", "W_v")])

    # The biases of this module are 0. Without biases, PyTorch would not use its fast path.
    module = torch.nn.MultiheadAttention(width, heads, batch_first=True).eval()
    module.in_proj_weight.copy_(W_qkv)
    module.out_proj.weight.copy_(tensors["W_o"])

    def by_hand():
        batch, tokens, _ = x.shape
        split = F.linear(x, W_qkv).view(batch, tokens, 3, heads, width // heads).permute(2, 0, 3, 1, 4)
        queries, keys, values = (each.reshape(batch * heads, tokens, -1) for each in split)
        weights = torch.softmax(torch.bmm(queries / math.sqrt(width // heads), keys.transpose(-1, -2)), -1)
        concat = torch.bmm(weights, values).view(batch, heads, tokens, -1).transpose(1, 2).reshape(x.shape)
        return F.linear(concat, tensors["W_o"])

    return {
        "nn.MultiheadAttention": lambda: module(x, x, x, need_weights=False)[0],
        "linear + bmm + softmax": by_hand,
    }


def matmul_forms(tensors, _shape):
    a, b = tensors["a"], tensors["b"]
    columns = b.T.contiguous()
    return {"a @ b.T": lambda: a @ b.T, "a @ b, turned before": lambda: a @ columns}


def softmax_forms(tensors, _shape):
    return {"softmax": lambda: torch.softmax(tensors["logits"], -1)}


class Training:
    """Each call trains the model by one step of Adam. `output` returns the logits, which `prepare` reads before the
    first step."""

    def __init__(self, tensors, shape, **options):
        # Inference mode is off here, because tensors created in it cannot require gradients.
        with torch.inference_mode(False):
            self.shape = shape
            self.tokens, self.targets = (tensors[name].long().clone() for name in ("tokens", "targets"))
            data = ("tokens", "targets", "counts")
            self.p = {name: x.clone().requires_grad_() for name, x in tensors.items() if name not in data}
            n = shape["tokens"]
            self.hidden = torch.full((n, n), -math.inf).triu(1)
            self.adam = torch.optim.Adam(self.p.values(), lr=0.003, betas=(0.9, 0.99), **options)

    def output(self):
        p, heads = self.p, self.shape["heads"]
        batch, n = self.tokens.shape
        r = F.embedding(self.tokens, p["E"]) + p["P"]
        d_k = r.shape[-1] // heads
        for layer in range(self.shape["layers"]):
            W_qkv = torch.cat([p[f"W_{name}_{layer}"] for name in "qkv"], 1)
            split = (r @ W_qkv).view(batch, n, 3, heads, d_k).permute(2, 0, 3, 1, 4)
            queries, keys, values = (each.reshape(batch * heads, n, d_k) for each in split)
            scores = torch.baddbmm(self.hidden, queries, keys.transpose(-1, -2), alpha=d_k**-0.5)
            output = torch.bmm(torch.softmax(scores, -1), values)
            r = r + output.view(batch, heads, n, d_k).transpose(1, 2).reshape(r.shape) @ p[f"W_o_{layer}"]
        return r @ p["U"]

    def __call__(self):
        with torch.inference_mode(False), torch.enable_grad():
            self.adam.zero_grad(set_to_none=True)
            loss = F.cross_entropy(self.output().flatten(0, 1), self.targets.flatten())
            loss.backward()
            self.adam.step()
            return loss.detach()


def train_forms(tensors, shape):
    return {
        "autograd + Adam": Training(tensors, shape),
        "autograd + Adam, foreach": Training(tensors, shape, foreach=True),
    }


KINDS = {
    "attention": attention_forms,
    "multi-head": multi_head_forms,
    "matmul": matmul_forms,
    "softmax": softmax_forms,
    "train": train_forms,
}
forms = {}


def hello(_):
    """Returns PyTorch's version and the name of the BLAS library that computes its matrix products."""
    torch.ones(64, 64) @ torch.ones(64, 64)
    blas = re.search(r"BLAS_INFO=(\w+)", torch.__config__.show())
    name = blas[1] if blas else "unknown"
    maps = pathlib.Path("/proc/self/maps")
    if name == "generic" and maps.exists():
        files = set(re.findall(r"/([^/\s]*(?:blas|mkl|blis)[^/\s]*\.so\S*)", maps.read_text()))
        # libblas.so may be only a stub that loads a fast BLAS library.
        fast = {file for file in files if not file.startswith("libblas.")}
        name = " ".join(sorted(fast or files)) or name
    return {"version": torch.__version__, "blas": name}


def prepare(request):
    folder = pathlib.Path(request["folder"])
    tensors = {}
    for name, sides in request["tensors"].items():
        entries = bytearray((folder / f"{name}.f32").read_bytes())
        tensors[name] = torch.frombuffer(entries, dtype=torch.float32).view(sides)
    forms.clear()
    forms.update(KINDS[request["shape"]["kind"]](tensors, request["shape"]))
    answer = []
    for name, form in forms.items():
        file = folder / f"pytorch-{len(answer)}.f32"
        try:
            output = getattr(form, "output", form)()
            file.write_bytes(bytes(output.contiguous().flatten().numpy()))
            answer.append({"name": name, "output": file.name})
        except (RuntimeError, TypeError) as problem:
            answer.append({"name": name, "problem": str(problem)})
    return answer


def warm_up(request):
    form = forms[request["name"]]
    start = latest = time.process_time()
    calls = 0
    while latest - start < request["ms"] / 1000 or calls < 2:
        before = latest
        form()
        latest = time.process_time()
        calls += 1
    return (latest - before) * 1000


def run(request):
    """Returns the processor time of a call in milliseconds. Up to three untimed calls fill the caches first."""
    form = forms[request["name"]]
    repeats = request["repeats"]
    for _ in range(min(repeats, 3)):
        form()
    start = time.process_time()
    for _ in range(repeats):
        form()
    return (time.process_time() - start) * 1000 / repeats


REQUESTS = {"hello": hello, "prepare": prepare, "warmUp": warm_up, "time": run}

torch.set_num_threads(1)
with torch.inference_mode():
    for line in sys.stdin:
        request = json.loads(line)
        print(json.dumps(REQUESTS[request["do"]](request)), flush=True)
