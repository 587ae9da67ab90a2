"""Fits the level error of `draftledger expect` on one half of the drafts of a contest, and tests it on the other half.

The unit is the draft: the entries of one share its places. A draft is in the first half where the SHA-256 of its id is even.
The fit is the posterior mean under an even prior over the level errors that are tried, to the hundredth. Errors that are too
large hardly lower the likelihood, so its maximum would be too small. The fit is repeated on halves that are drawn at random.
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
    for _ in range(8):
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


def log_likelihoods(known, shares):
    """By draft, the sum over its entries."""
    result = {}
    for entry, (draft, won) in known.items():
        if entry in shares:
            result[draft] = result.get(draft, 0) - losses(shares[entry], won)[1]
    return result


def fitted(likelihoods, half):
    """The posterior mean of the level error under an even prior over those that were tried."""
    sums = {error: sum(rows[draft] for draft in rows if half(draft)) for error, rows in likelihoods.items()}
    best = max(sums.values())
    weights = {error: math.exp(value - best) for error, value in sums.items()}
    return sum(error * weight for error, weight in weights.items()) / sum(weights.values())


def nearest(error, tried):
    """The nearest that was tried."""
    return min(tried, key=lambda other: (abs(other - error), other))


def spread(name, slopes):
    mean = sum(slopes) / len(slopes)
    deviation = math.sqrt(sum((value - mean) ** 2 for value in slopes) / (len(slopes) - 1))
    inside = sum(0.9 <= value <= 1.1 for value in slopes) / len(slopes)
    print(f"{name}: mean slope {mean:.3f}, standard deviation {deviation:.3f}, from 0.9 to 1.1 in {100 * inside:.0f} %")
    sys.stdout.flush()


def advancing(drafts, source):
    """Outcomes by which the expectations are exactly right: two of each draft, each entry as likely as is expected."""
    for shares in drafts:
        order = source.sample(range(len(shares)), len(shares))
        scale, mark, reached = 2 / sum(shares), source.random(), 0.0
        for place in order:
            reached += scale * shares[place]
            yield shares[place], int(reached > mark)
            if reached > mark:
                mark += 1


def halves(known, fits, likelihoods, shares, count):
    """Fits on halves drawn at random, tests on what is left, and compares with expectations that are exactly right."""
    source, names = random.Random(2), sorted(next(iter(likelihoods.values())))
    errors, slopes, fixed, exact = [], [], [], []
    for _ in range(count):
        half = set(source.sample(names, len(names) // 2))
        error = fitted(likelihoods, half.__contains__)
        errors.append(error)
        for into, expectations in ((slopes, fits[nearest(error, fits)]), (fixed, shares)):
            into.append(slope([
                (expectations[entry], won) for entry, (draft, won) in known.items()
                if draft not in half and entry in expectations]))
        drafts = {}
        for entry, (draft, _) in known.items():
            if draft not in half and entry in shares:
                drafts.setdefault(draft, []).append(shares[entry])
        exact.append(slope(list(advancing(drafts.values(), source))))
    print(f"{count} halves drawn at random: fitted {sum(errors) / count:.0f} on average, {min(errors):.0f} to {max(errors):.0f}")
    spread("  each fitted on a half, tested on the other", slopes)
    spread("  the fit of the first half, tested on the same", fixed)
    spread("  if the expectations were exactly right", exact)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("drafts", help="whole drafts of Best Ball Mania III: the site's CSV, or that packed by gzip")
    parser.add_argument("scores", help="the season's points by week, as `import --as scores` reads them")
    parser.add_argument("--season", type=int, default=2022)
    parser.add_argument("--program", default="draftledger")
    parser.add_argument("--seasons", type=int, default=1_000, help="simulated seasons")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--errors", default=",".join(map(str, range(300, 1001, 50))), help="level errors to try, in thousandths")
    parser.add_argument("--halves", type=int, default=200, help="how many halves are drawn at random")
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
        fits, likelihoods = {}, {}
        for error in map(int, options.errors.split(",")):
            fits[error] = expected(options, path, error)
            likelihoods[error] = log_likelihoods(known, fits[error])
            first = sum(value for draft, value in likelihoods[error].items() if is_first(draft))
            print(f"level error {error}: log likelihood of the first half {first:.2f}", flush=True)
        error = fitted(likelihoods, is_first)
        best = 10 * round(error / 10)
        print(f"fitted on the first half: {error:.1f}, to the hundredth {best / 1_000:.2f}")
        shares = fits.get(best) or expected(options, path, best)
        test("first half, which was fitted", known, shares, is_first)
        test("second half, which was kept back", known, shares, lambda draft: not is_first(draft))
        test("all drafts", known, shares, lambda _: True)
        if options.halves > 1:
            halves(known, fits, likelihoods, shares, options.halves)


if __name__ == "__main__":
    main()
