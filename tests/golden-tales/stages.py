# SPDX-License-Identifier: MIT
"""Writes stages.json: every stage of the trained tales model, computed by PyTorch in float64."""

import json
import math
import pathlib

import torch

HERE = pathlib.Path(__file__).parent
MODEL = HERE / "../../web/src/engine/tales/model.safetensors"
EPSILON = 1e-5
BASE = 10000
OF_LAYER = ("g_att", "W_q", "W_k", "W_v", "W_o", "g_mlp", "W_in", "W_out")

CASES = [
    {
        "text": ' "Come in," said the old woman to the fox.',
        "tokens": [97, 1914, 106, 168, 164, 68, 334, 601, 83, 68, 1528, 10],
        "every": 7,
    },
    # As many tokens as the model takes, from its whole vocabulary.
    {"tokens": [389 * i % 2048 for i in range(256)], "every": 1499},
]


def read(file):
    """Returns the settings of a model and its parameters by name."""
    data = bytearray(file.read_bytes())
    start = 8 + int.from_bytes(data[:8], "little")
    entries = json.loads(data[8:start])
    settings = json.loads(entries.pop("__metadata__")["settings"])

    def numbers(name):
        first, last = entries[name]["data_offsets"]
        kind = {"I8": torch.int8, "F32": torch.float32}[entries[name]["dtype"]]
        flat = torch.frombuffer(data[start + first : start + last], dtype=kind)
        return flat.reshape(entries[name]["shape"]).double()

    def parameter(name):
        scale = f"{name}.scale"
        return numbers(name) * numbers(scale)[:, None] if scale in entries else numbers(name)

    return settings, {name: parameter(name) for name in entries if not name.endswith(".scale")}


def rms_norm(x, gain):
    return x / (x.square().mean(-1, keepdim=True) + EPSILON).sqrt() * gain


def gelu(x):
    return x * (1 + torch.erf(x / math.sqrt(2))) / 2


def rotate(x):
    """Multiplies components i and i + w/2 of row t, as a complex number, by exp(i t BASE^(-2i/w))."""
    count, width = x.shape[-2:]
    speeds = BASE ** (-torch.arange(0, width, 2).double() / width)
    angles = torch.arange(count).double()[:, None] * speeds
    first, second = x.chunk(2, -1)
    turned = torch.complex(first, second) * torch.polar(torch.ones_like(angles), angles)
    return torch.cat([turned.real, turned.imag], -1)


def stages(settings, parameters, tokens):
    count, heads, width = len(tokens), settings["heads"], settings["width"]
    later = torch.ones(count, count, dtype=torch.bool).triu(1)
    embedded = stream = parameters["E"][tokens]
    layers = []
    for layer in range(settings["layers"]):
        g_att, W_q, W_k, W_v, W_o, g_mlp, W_in, W_out = (parameters[f"{name}_{layer}"] for name in OF_LAYER)
        x = rms_norm(stream, g_att)
        queries, keys, values = ((x @ W).view(count, heads, -1).transpose(0, 1) for W in (W_q, W_k, W_v))
        queries, keys = rotate(queries), rotate(keys)
        scores = queries @ keys.transpose(1, 2)
        scaled = scores / math.sqrt(width // heads)
        weights = torch.softmax(scaled.masked_fill(later, -math.inf), -1)
        outputs = weights @ values
        attention = outputs.transpose(0, 1).reshape(count, width) @ W_o
        between = stream + attention
        feed_forward = gelu(rms_norm(between, g_mlp) @ W_in) @ W_out
        stream = between + feed_forward
        layers.append(
            {
                "queries": queries,
                "keys": keys,
                "values": values,
                "scores": scores,
                "scaledScores": scaled,
                "weights": weights,
                "heads": outputs,
                "attention": attention,
                "feedForward": feed_forward,
                "stream": stream,
            }
        )
    return {"embedded": embedded, "layers": layers, "logits": rms_norm(stream, parameters["g_end"]) @ parameters["E"].T}


def rounded(x):
    return float(f"{x:.6g}")


def sample(stage, every):
    """Replaces each tensor by its shape, its largest absolute value, and the entries 0, every, 2 every, ..."""
    if isinstance(stage, dict):
        return {name: sample(part, every) for name, part in stage.items()}
    if isinstance(stage, list):
        return [sample(part, every) for part in stage]
    return {
        "shape": list(stage.shape),
        "largest": rounded(stage.abs().max().item()),
        "entries": [rounded(x) for x in stage.flatten()[::every].tolist()],
    }


model = read(MODEL)
cases = [{**case, **sample(stages(*model, case["tokens"]), case["every"])} for case in CASES]
text = json.dumps({"torch": torch.__version__, "cases": cases}, separators=(",", ":"))
# One line for each tensor.
(HERE / "stages.json").write_text(text.replace('{"shape"', '\n{"shape"') + "\n")
