# SPDX-License-Identifier: MIT
"""Runs programs: a JSON list of {"source", "names"} comes in, the variables of these names go out."""
import contextlib
import io
import json
import math
import sys
import warnings


def plain(value):
    """A number, or lists of numbers; what JSON cannot say goes as a word."""
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
