#!/usr/bin/env python3
"""Joins the predictions of refits; called by scripts/refit-time.

Usage: join_refits.py CASES FOLDER RESULT. FOLDER holds fitted.csv, gpu.csv, family.csv and source.csv as
`rigwright-cli validate --csv` writes them.
"""
import csv
import json
import sys

FITS = ["fitted", "gpu", "family", "source"]


def predictions(path):
    with open(path, encoding="utf-8", newline="") as file:
        return {row["id"]: float(row["predicted"]) for row in csv.DictReader(file)}


def main():
    cases_path, folder, result_path = sys.argv[1:]
    with open(cases_path, encoding="utf-8") as file:
        cases = [json.loads(line) for line in file if line.strip()]
    fits = {name: predictions(f"{folder}/{name}.csv") for name in FITS}
    with open(result_path, "w", encoding="utf-8") as file:
        file.write("id,measured," + ",".join(FITS) + "\n")
        for case in cases:
            figures = [case["measured"]["samples_per_second"]] + [fits[name][case["id"]] for name in FITS]
            file.write(case["id"] + "," + ",".join(f"{figure:.5g}" for figure in figures) + "\n")


main()
