# SPDX-License-Identifier: GPL-3.0-or-later
"""Runs the training step of one Rigwright scenario for about a minute and writes what it took.

    python3 THIS_FILE [--seconds 60] [--out result.json] [--device cuda|cpu] [--operators]

The operators of the scenario run in their real shapes on random numbers; no data set is needed and nothing is
downloaded or sent. Import the result with "File > Import measurement..." or "rigwright-cli import-measurement".
"""
import argparse
import json
import math
import os
import platform
import statistics
import subprocess
import sys
import time

JOB = json.loads(
    "@JOB@"
)

SMALLEST_STEPS = 3


class Plan:
    """The operators one after another, repeated blocks written out, with what may be freed after each."""

    def __init__(self, job):
        self.steps = []
        self.stand_ins = set()
        present = {}
        written = {op["out"] for op in job["operators"]}
        self.inputs = [i for i in range(len(job["tensors"])) if i not in written]
        for i in self.inputs:
            present[i] = ("input", i)
        for block, shape in enumerate(job["blocks"]):
            before = {into: present.get(into) for into, _ in shape["carried"]}
            for copy in range(shape["repeat"]):
                if copy > 0:
                    moved = [(into, present[out]) for into, out in shape["carried"]]
                    for into, key in moved:
                        present[into] = key
                for index in range(shape["first"], shape["last"]):
                    op = job["operators"][index]
                    reads = [present[i] for i in op["in"]]
                    key = (index, copy)
                    present[op["out"]] = key
                    self.steps.append({"op": op, "reads": reads, "writes": key, "block": block, "copy": copy})
            for into, key in before.items():
                if key is not None:
                    present[into] = key
        self.outputs = [present[i] for i in job["outputs"]]
        last = {key: None for key in self.outputs}
        for step in reversed(self.steps):
            step["frees"] = []
            for key in step["reads"]:
                if key not in last:
                    last[key] = step
                    step["frees"].append(key)
            if step["writes"] not in last:
                last[step["writes"]] = step
                step["frees"].append(step["writes"])

    def groups(self):
        """Consecutive steps of one copy of one block."""
        group = []
        for step in self.steps:
            if group and (group[-1]["block"], group[-1]["copy"]) != (step["block"], step["copy"]):
                yield group
                group = []
            group.append(step)
        if group:
            yield group


def tensor_shape(number, batch):
    tensor = JOB["tensors"][number]
    return ([batch] if tensor["per_sample"] else []) + tensor["shape"]


def window_padding(size, kernel, stride, result):
    """Padding on each side with which windows of that size and stride give at least that many results."""
    return max(0, math.ceil(((result - 1) * stride + kernel - size) / 2))


def card_memory_used():
    """Bytes that the driver shows as used on the first card, or None without its tool."""
    try:
        text = subprocess.run(
            ["nvidia-smi", "--query-gpu=memory.used", "--format=csv,noheader,nounits", "-i", "0"],
            capture_output=True, text=True, timeout=20, check=True).stdout
        return int(float(text.strip().splitlines()[0]) * 1048576)
    except (OSError, ValueError, IndexError, subprocess.SubprocessError):
        return None


def largest_resident_bytes():
    try:
        import resource
    except ImportError:
        return None
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    return peak if sys.platform == "darwin" else peak * 1024


def read_arguments():
    parser = argparse.ArgumentParser(description="Measure one Rigwright scenario on this machine.")
    parser.add_argument("--seconds", type=float, default=JOB["seconds"], help="how long to measure")
    parser.add_argument("--out", default="rigwright-measurement.json", help="file for the result")
    parser.add_argument("--operators", action="store_true",
                        help="run the scenario's operators even where an installed library has the named model")
    parser.add_argument("--device", choices=["auto", "cuda", "cpu"], default="auto")
    return parser.parse_args()


def measure(step, synchronize, seconds):
    """Median seconds of a step, the steps that were timed, and the first ones that were not."""
    end_of_warm_up = time.perf_counter() + 0.1 * seconds
    warm = 0
    while warm < SMALLEST_STEPS or (time.perf_counter() < end_of_warm_up and warm < 1000):
        step()
        synchronize()
        warm += 1
    times = []
    end = time.perf_counter() + 0.9 * seconds
    while len(times) < SMALLEST_STEPS or time.perf_counter() < end:
        synchronize()
        start = time.perf_counter()
        step()
        synchronize()
        times.append(time.perf_counter() - start)
    return statistics.median(times), len(times), warm


def write_result(arguments, result):
    result = {"format": "rigwright.measurement-result", "version": 1, "fingerprint": JOB["fingerprint"],
              "settings": JOB["settings"], "micro_batch": JOB["micro_batch"],
              "date": time.strftime("%Y-%m-%d"), "python": platform.python_version(),
              "platform": platform.platform(), **result}
    text = json.dumps(result, indent=1, allow_nan=False)
    temporary = arguments.out + ".part"
    with open(temporary, "w", encoding="utf-8") as file:
        file.write(text + "\n")
    os.replace(temporary, arguments.out)
    print(f"step {result['step_seconds'] * 1e3:.2f} ms over {result['steps']} steps on {result['device']}")
    for key in ("idle_context_bytes", "peak_allocated_bytes", "peak_reserved_bytes", "peak_device_bytes",
                "peak_resident_bytes"):
        if result.get(key) is not None:
            print(f"{key}: {result[key] / 1073741824:.3f} GiB")
    print(f"written: {arguments.out}")
