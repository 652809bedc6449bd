"""Runs the harness in all ways and prints the tables of the README."""

import json
import os
import shutil
import statistics
import subprocess
import sys
import time

RELATIONS = ["norec", "tlp-where", "tlp-distinct", "tlp-groupby", "tlp-having", "tlp-aggregate"]
SUITES = int(os.environ.get("SUITES", 5))
PAIRS = int(os.environ.get("PAIRS", 2000))
SPEED_PAIRS = int(os.environ.get("SPEED_PAIRS", 60000))
REPEATS = 3
FILE_PAIRS = int(os.environ.get("FILE_PAIRS", 6))
MUTANT_PAIRS = int(os.environ.get("MUTANT_PAIRS", 500))
MUTANT_TIMEOUT_S = 20
DEBUNK = os.environ.get("DEBUNK", "debunk")
WORK = sys.argv[1]


def harness(relation, seed, pairs, mode, program="harness", dumps=()):
    command = [os.path.join(WORK, program), relation, str(seed), str(pairs), mode, *dumps]
    return json.loads(subprocess.run(command, check=True, capture_output=True, text=True).stdout)


def cpu_of_children():
    now = os.times()
    return now.children_user + now.children_system


def variation(values):
    return statistics.stdev(values) / statistics.mean(values)


def speed():
    """The modes take turns, so that a busy machine slows all of them down alike."""
    best = {}
    for _ in range(REPEATS):
        for mode in ["none", "coverage", "mc"]:
            cpu = harness("all", 1, SPEED_PAIRS, mode)["cpu_s"]
            best[mode] = min(best.get(mode, cpu), cpu)
    print(f"Speed, {SPEED_PAIRS} pairs of all relations in turn, one core, CPU time, best of {REPEATS}:\n")
    for mode, cpu in best.items():
        print(f"  {mode:10} {SPEED_PAIRS / cpu:8.0f} pairs/s")
    print(f"  MC takes {best['mc'] / best['coverage']:.3f} times the time of plain coverage")
    for relation in RELATIONS:
        cpu = min(harness(relation, 1, SPEED_PAIRS // 6, "mc")["cpu_s"] for _ in range(REPEATS))
        print(f"  {relation:14} {SPEED_PAIRS // 6 / cpu:8.0f} pairs/s with MC")
    print()
    return best["mc"] / SPEED_PAIRS


def lines_of(addresses):
    """The line of SQLite that each address belongs to."""
    listed = sorted(addresses)
    told = subprocess.run(["llvm-symbolizer", "--obj=" + os.path.join(WORK, "harness"), "--functions=none",
                           "--no-inlines"], input="\n".join(listed), check=True, capture_output=True, text=True)
    places = told.stdout.split("\n\n")
    return {address: place.strip().rsplit(":", 1)[0] for address, place in zip(listed, places)}


def relations():
    """What the suites of each relation cover, in edges and in the lines at which blocks of code begin."""
    print(f"Relations, {SUITES} suites of {PAIRS} pairs each, means:\n")
    dumps = [os.path.join(WORK, name) for name in ("covered.dump", "mc.dump")]
    suites = []
    for relation in RELATIONS:
        for seed in range(SUITES):
            run = harness(relation, seed, PAIRS, "mc", dumps=dumps)
            sets = []
            for dump in dumps:
                with open(dump, encoding="utf-8") as file:
                    sets.append(set(file.read().split()))
            suites.append((relation, run["violations"], sets))
    lines = lines_of(set().union(*(covered for _, _, (covered, _) in suites)))
    print(f"  {'relation':14} {'edges':>9} {'MC':>9} {'lines':>9} {'MC':>9} {'violations':>11}")
    means = []
    for relation in RELATIONS:
        own = [(violations, sets) for name, violations, sets in suites if name == relation]
        counts = [[len(covered), len(mc), len({lines[at] for at in covered}), len({lines[at] for at in mc})]
                  for _, (covered, mc) in own]
        means.append([statistics.mean(column) for column in zip(*counts)])
        numbers = " ".join(f"{number:9.1f}" for number in means[-1])
        print(f"  {relation:14} {numbers} {sum(violations for violations, _ in own):11}")
    for unit, (covered, mc) in zip(["edges", "lines"], [list(zip(*means))[:2], list(zip(*means))[2:]]):
        print(f"\n  in {unit}: coefficient of variation of coverage {variation(covered):.3f}, of MC"
              f" {variation(mc):.3f} (paper, in lines: 0.06 and 0.24)")
        print(f"  MC is {statistics.mean(covered) / statistics.mean(mc):.2f} times smaller (paper: about 6)")
    print()


def files():
    """Each input is a run of its own, whose counters gcovr turns into JSON."""
    folder = os.path.join(WORK, "pairs")
    shutil.rmtree(folder, ignore_errors=True)
    started = cpu_of_children()
    for pair in range(FILE_PAIRS):
        relation = RELATIONS[pair % len(RELATIONS)]
        for side in ["first", "second"]:
            out = os.path.join(folder, relation, str(pair))
            os.makedirs(out, exist_ok=True)
            counters = os.path.join(WORK, "gcov.gcda")
            if os.path.exists(counters):
                os.remove(counters)
            harness(relation, pair, 1, side, "harness-gcov")
            report = os.path.join(os.path.abspath(out), side + ".json")
            subprocess.run(["gcovr", "--root", ".", "--json", "-o", report, "."], check=True, cwd=WORK,
                           capture_output=True)
    read = cpu_of_children()
    print(f"File-based, {FILE_PAIRS} pairs, gcov JSON through gcovr, then debunk mc measure:\n", flush=True)
    subprocess.run([DEBUNK, "mc", "measure", folder], check=True)
    done = cpu_of_children()
    per_pair = (done - started) / FILE_PAIRS
    print(f"\n  {per_pair:.2f} s CPU per pair, {(done - read) / FILE_PAIRS:.2f} s of it in debunk\n")
    return per_pair


def mutation():
    with open(os.path.join(WORK, "mutants.txt"), encoding="utf-8") as file:
        sites, count = map(int, file.read().split())
    print(f"Mutation score, {count} of {sites} possible faults, {MUTANT_PAIRS} pairs for each:\n", flush=True)
    started = time.monotonic()
    cpu_before = cpu_of_children()
    scores = {}
    for relation in RELATIONS:
        killed = by_relation = 0
        for mutant in range(1, count + 1):
            command = [os.path.join(WORK, "harness-mutants"), relation, "1", str(MUTANT_PAIRS), "none"]
            try:
                run = subprocess.run(command, env={**os.environ, "MC_MUTANT": str(mutant)},
                                     capture_output=True, timeout=MUTANT_TIMEOUT_S, check=False)
                killed += run.returncode != 0
                # 1 is a violation; anything else is an error or a crash, which needs no relation.
                by_relation += run.returncode == 1
            except subprocess.TimeoutExpired:
                killed += 1
        scores[relation] = killed / count
        print(f"  {relation:14} {killed:3} of {count} found ({scores[relation]:.2f}),"
              f" {by_relation} of them by the relation itself")
    cpu = cpu_of_children() - cpu_before
    print(f"\n  coefficient of variation {variation(list(scores.values())):.3f},"
          f" {cpu:.1f} s CPU ({time.monotonic() - started:.1f} s) without compiling\n")
    return cpu, sites / count


def main():
    per_pair = speed()
    relations()
    per_pair_files = files()
    cpu, scale = mutation()
    mc = per_pair * MUTANT_PAIRS * len(RELATIONS)
    print("Cost against MC in process, on the same pairs:\n")
    print(f"  file-based: {per_pair_files / per_pair:.0f} times")
    print(f"  mutation score: {cpu / mc:.0f} times with these mutants, {cpu / mc * scale:.0f} times with"
          " all possible ones (paper: 359)")


if __name__ == "__main__":
    main()
