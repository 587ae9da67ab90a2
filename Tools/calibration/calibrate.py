"""Fits the level error of `draftledger expect` on one half of the drafts of a contest, and tests it on the other half.

The unit is the draft: the entries of one share its places. A draft is in the first half where the SHA-256 of its id is even.
`expect` reads all drafts of the file, since a closing ADP is made of all of them; which entries advanced it does not look at.
With --folder a ledger is kept that is used again in the next run.
"""
import argparse
import csv
import gzip
import hashlib
import json
import math
import pathlib
import random
import subprocess
import sys
import tempfile

RESAMPLES = 2_000


def call(program, *arguments):
    done = subprocess.run([program, *arguments], capture_output=True, text=True, check=False)
    if done.returncode:
        raise SystemExit(f"{program} {' '.join(arguments)}: {done.stderr.strip()}")
    return done.stdout


def ledger(options, folder):
    """A ledger with the drafts and the season; made only once."""
    path = folder / "calibration.ledger"
    if path.exists():
        return path
    drafts = pathlib.Path(options.drafts)
    if drafts.suffix == ".gz":
        unpacked = folder / drafts.stem
        unpacked.write_bytes(gzip.decompress(drafts.read_bytes()))
        drafts = unpacked
    call(options.program, "import", str(drafts), "--ledger", str(path))
    call(
        options.program, "import", options.scores, "--as", "scores", "--season", str(options.season), "--final",
        "--ledger", str(path))
    return path


def outcomes(path):
    """By entry: its draft, and whether it is one of the two with the most points of it."""
    opened = gzip.open(path, "rt", newline="") if path.endswith(".gz") else open(path, newline="")
    points = {}
    with opened as file:
        for row in csv.DictReader(file):
            points.setdefault(row["draft_id"], {})[row["draft_entry_id"]] = float(row["roster_points"])
    result = {}
    for draft, entries in points.items():
        best = sorted(entries, key=lambda entry: -entries[entry])[:2]
        result.update({entry: (draft, entry in best) for entry in entries})
    return result


def is_first(draft):
    return int(hashlib.sha256(draft.encode()).hexdigest(), 16) % 2 == 0


def expected(options, path, error):
    """By entry, the share of the seasons in which it advances: half a season at least, and half a season less than all."""
    text = call(
        options.program, "expect", "--contest", "1", "--seasons", str(options.seasons), "--seed", str(options.seed),
        "--level-error", str(error), "--format", "json", "--ledger", str(path))
    least = 0.5 / options.seasons
    return {
        row["externalID"]: min(1 - least, max(least, row["advance"])) for row in json.loads(text)["rosters"]}


def losses(share, advanced):
    return (share - advanced) ** 2, -math.log(share if advanced else 1 - share)


def slope(pairs):
    """Of the logistic regression of the outcomes on the logits of the expectations, by Newton's method."""
    base = sum(advanced for _, advanced in pairs) / len(pairs)
    intercept, slope = math.log(base / (1 - base)), 0.0
    for _ in range(50):
        g = h = a = b = c = 0.0
        for share, advanced in pairs:
            logit = math.log(share / (1 - share))
            p = 1 / (1 + math.exp(-intercept - slope * logit))
            g, h = g + advanced - p, h + (advanced - p) * logit
            a, b, c = a + p * (1 - p), b + p * (1 - p) * logit, c + p * (1 - p) * logit * logit
        d = a * c - b * b
        intercept, slope = intercept + (c * g - b * h) / d, slope + (a * h - b * g) / d
    return slope


def interval(values):
    values = sorted(values)
    return values[int(len(values) * 0.025)], values[int(len(values) * 0.975)]


def resampled(drafts, figure):
    """What a figure of drafts is, and its 95 % interval, by drafts that are drawn again."""
    source, names = random.Random(1), sorted(drafts)
    again = [figure([drafts[source.choice(names)] for _ in names]) for _ in range(RESAMPLES)]
    return figure([drafts[name] for name in names]), interval(again)


def test(name, known, shares, half):
    """Prints how good expectations are, and returns their log loss."""
    drafts = {}
    for entry, (draft, advanced) in known.items():
        if half(draft) and entry in shares:
            drafts.setdefault(draft, []).append((shares[entry], int(advanced)))
    pairs = [pair for draft in drafts.values() for pair in draft]
    base = sum(advanced for _, advanced in pairs) / len(pairs)
    print(f"{name}: {len(drafts)} drafts, {len(pairs)} entries, of which {100 * base:.2f} % advanced")
    for place, score in enumerate(("Brier score", "log loss")):
        def difference(some):
            rows = [losses(share, won)[place] - losses(base, won)[place] for draft in some for share, won in draft]
            return sum(rows) / len(rows)

        mine = sum(losses(*pair)[place] for pair in pairs) / len(pairs)
        other = sum(losses(base, won)[place] for _, won in pairs) / len(pairs)
        value, (low, high) = resampled(drafts, difference)
        print(f"  {score} {mine:.5f}, base rate {other:.5f}, difference {value:+.5f} ({low:+.5f} to {high:+.5f})")
    # Not by the outcome: of many entries the same is expected.
    pairs.sort(key=lambda pair: pair[0])
    print(f"  slope {slope(pairs):.2f}")
    for tenth in range(10):
        part = pairs[len(pairs) * tenth // 10:len(pairs) * (tenth + 1) // 10]
        said, came = (sum(pair[side] for pair in part) / len(part) for side in (0, 1))
        spread = 1.96 * math.sqrt(came * (1 - came) / len(part) + 1.96 ** 2 / (4 * len(part) ** 2))
        middle, scale = came + 1.96 ** 2 / (2 * len(part)), 1 + 1.96 ** 2 / len(part)
        low, high = (middle - spread) / scale, (middle + spread) / scale
        mark = "" if low <= said <= high else "  outside"
        print(f"  {100 * said:5.1f} % expected, {100 * came:5.1f} % advanced ({100 * low:.1f} to {100 * high:.1f}){mark}")
    sys.stdout.flush()


def log_loss(known, shares, half):
    rows = [losses(shares[entry], won)[1] for entry, (draft, won) in known.items() if half(draft) and entry in shares]
    return sum(rows) / len(rows)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("drafts", help="whole drafts of Best Ball Mania III: the site's CSV, or that packed by gzip")
    parser.add_argument("scores", help="the season's points by week, as `import --as scores` reads them")
    parser.add_argument("--season", type=int, default=2022)
    parser.add_argument("--program", default="draftledger")
    parser.add_argument("--seasons", type=int, default=2_000, help="simulated seasons")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--errors", default="300,400,500,600,700,800,900", help="level errors to try, in thousandths")
    parser.add_argument("--only", type=int, help="fit nothing: test this level error on all drafts of the file")
    parser.add_argument("--folder", help="where the ledger is kept (default: it is thrown away)")
    options = parser.parse_args()
    known = outcomes(options.drafts)
    with tempfile.TemporaryDirectory() as temporary:
        folder = pathlib.Path(options.folder or temporary)
        folder.mkdir(parents=True, exist_ok=True)
        path = ledger(options, folder)
        if options.only is not None:
            test("all drafts", known, expected(options, path, options.only), lambda _: True)
            return
        fits = {}
        for error in map(int, options.errors.split(",")):
            shares = expected(options, path, error)
            fits[error] = (log_loss(known, shares, is_first), shares)
            print(f"level error {error}: log loss of the first half {fits[error][0]:.5f}", flush=True)
        best = min(fits, key=lambda error: fits[error][0])
        print(f"fitted: {best}")
        test("first half, which was fitted", known, fits[best][1], is_first)
        test("second half, which was kept back", known, fits[best][1], lambda draft: not is_first(draft))


if __name__ == "__main__":
    main()
