# SPDX-License-Identifier: MIT
"""Runs Python programs. Reads a JSON list of {"source", "names"} from stdin and writes a JSON list to stdout: for each
program the values of the variables with these names."""
import contextlib
import io
import json
import math
import sys
import warnings


def plain(value):
    """Converts a number or an array to floats in nested lists. JSON has no NaN or infinities, so they become strings."""
    value = value.tolist() if hasattr(value, "tolist") else value
    if isinstance(value, list):
        return [plain(one) for one in value]
    return float(value) if math.isfinite(value) else str(float(value))


def run(source, names):
    variables = {}
    with contextlib.redirect_stdout(io.StringIO()), warnings.catch_warnings():
        warnings.simplefilter("ignore")
        exec(compile(source, "<program>", "exec"), variables)
    return {name: plain(variables[name]) for name in names}


json.dump([run(**program) for program in json.load(sys.stdin)], sys.stdout)
