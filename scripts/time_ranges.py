#!/usr/bin/env python3
"""Joins the predictions of refits and derives the 80 % ranges from them; called by scripts/refit-time.

Usage: time_ranges.py CASES FOLDER CALIBRATION RESULT. FOLDER holds fitted.csv, gpu.csv, family.csv and source.csv as
`rigwright-cli validate --csv` writes them.
"""
import csv
import json
import math
import sys

LEFT_OUT = ["gpu", "family", "source"]
# Engine classes by the class of a case. Rare ones are pooled and stand for everything that nobody measured.
CLASS_OF = {
    "cnn": "cnn",
    "cnn-dw": "cnn-depthwise",
    "detection": "detection",
    "transformer-enc": "transformer-encoder",
    "transformer-lm": "transformer-decoder",
    "moe": "transformer-decoder",
}
POOLED = "unmeasured"
POOLED_CASES = {"vit", "mlp", "segmentation", "moe"}


def predictions(path):
    with open(path, encoding="utf-8", newline="") as file:
        return {row["id"]: float(row["predicted"]) for row in csv.DictReader(file)}


def quantile(values, share):
    values = sorted(values)
    place = share * (len(values) - 1)
    below = int(place)
    above = min(below + 1, len(values) - 1)
    return values[below] + (values[above] - values[below]) * (place - below)


def bounds(residuals):
    """Factors on the predicted step between which 80 % of the measured ones lie."""
    return math.exp(quantile(residuals, 0.1)), math.exp(quantile(residuals, 0.9))


def main():
    cases_path, folder, calibration_path, result_path = sys.argv[1:]
    with open(cases_path, encoding="utf-8") as file:
        cases = [json.loads(line) for line in file if line.strip()]
    fits = {name: predictions(f"{folder}/{name}.csv") for name in ["fitted"] + LEFT_OUT}
    with open(result_path, "w", encoding="utf-8") as file:
        file.write("id,measured," + ",".join(["fitted"] + LEFT_OUT) + "\n")
        for case in cases:
            figures = [case["measured"]["samples_per_second"]] + [fits[name][case["id"]] for name in ["fitted"] + LEFT_OUT]
            file.write(case["id"] + "," + ",".join(f"{figure:.5g}" for figure in figures) + "\n")

    def residuals(names, wanted):
        # ln(measured step / predicted step) = ln(predicted speed / measured speed)
        return [
            math.log(fits[name][case["id"]] / case["measured"]["samples_per_second"])
            for name in names
            for case in cases
            if wanted(case)
        ]

    with open(calibration_path, encoding="utf-8") as file:
        calibration = json.load(file)
    ranges = calibration["time_range"]
    for name in ranges["classes"]:
        if name == POOLED:
            some = residuals(LEFT_OUT, lambda case: case["class"] in POOLED_CASES)
        else:
            some = residuals(LEFT_OUT, lambda case: CLASS_OF.get(case["class"]) == name)
        low, high = bounds(some)
        ranges["classes"][name] = {
            "low": round(min(low, 1.0), 3),
            "high": round(max(high, 1.0), 3),
            "fitted_on": f"10 % and 90 % quantiles of {len(some)} residuals with whole GPUs, lines of models and sources left out",
        }
    # What a GPU costs that the fit has not seen, over what one costs that it has.
    seen = bounds(residuals(["fitted"], lambda case: True))
    unseen = bounds(residuals(["gpu"], lambda case: True))
    wider = math.log(unseen[1] / unseen[0]) / math.log(seen[1] / seen[0])
    ranges["unseen_generation"] = round(max(wider, 1.0), 3)
    with open(calibration_path, "w", encoding="utf-8") as file:
        file.write(json.dumps(calibration, indent=2, ensure_ascii=False) + "\n")


main()
