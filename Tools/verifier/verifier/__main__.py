"""Checks a ledger with nothing of the product but its schema.

Reads every record straight from LMDB, decodes every field of it by the SBE schema, checks that positions, stream
versions and links are complete and that recorded times never run backwards, redoes the draw of every room's order and the
standings, pods and prizes of contests that close rounds, and computes the RFC 6962 root. Ends with 0 when all is well, 1 with findings, 64 for wrong usage, 65 for a schema that cannot be used, 66 without a
ledger, 74 when the product to compare with fails.
"""

import argparse
import base64
import json
import sys
from collections import Counter
from pathlib import Path

from lxml.etree import XMLSyntaxError

from comparison import ProductFailed, compare
from findings import Findings
from log import Damaged, NoLedger
from records import Decoder, Unreadable
from scan import Result, scan

SCHEMA = Path(__file__).resolve().parents[3] / "Sources/Records/Schema/draft-ledger.xml"


UNREADABLE = Result(0, None, 0, Counter())


class Arguments(argparse.ArgumentParser):
    def error(self, message: str):
        self.print_usage(sys.stderr)
        self.exit(64, f"{self.prog}: {message}\n")


def parse_arguments() -> argparse.Namespace:
    parser = Arguments(prog="Tools/verifier/run", description=__doc__,
                       formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("ledger", type=Path, metavar="LEDGER", help="the ledger's directory")
    parser.add_argument("--json", action="store_true", help="print one JSON object")
    parser.add_argument("--schema", type=Path, metavar="FILE", default=SCHEMA,
                        help="what `draftledger schema` printed (default: the one in this repository)")
    parser.add_argument("--compare-with", type=Path, metavar="BINARY",
                        help="also compare with what this draftledger prints of the events")
    parser.add_argument("--sample", type=int, metavar="N", default=5000, help="compare some N events (default: 5000)")
    return parser.parse_args()


def report(result: Result, compared: int | None, findings: Findings, as_json: bool) -> None:
    root = None if result.root is None else base64.b64encode(result.root).decode()
    types = dict(sorted(result.types.items()))
    if as_json:
        document = {"ok": not findings, "size": result.size, "root": root, "streams": result.streams, "draws": result.draws,
                    "standings": result.standings, "types": types}
        if compared is not None:
            document["compared"] = compared
        print(json.dumps(document | {"findings": findings.as_json()}))
        return
    width = max((len(name) for name in types), default=0)
    for name, count in types.items():
        print(f"{name:{width}}  {count:>12,}")
    if result is not UNREADABLE:
        print(f"\n{result.size:,} records in {result.streams:,} streams, every field decoded, {result.draws:,} draws and "
              f"{result.standings:,} standings redone")
    if compared is not None:
        print(f"{compared:,} of them compared with the product")
    print(f"root {root}")
    for finding in findings.all():
        print(finding)
    print("nothing wrong" if not findings else f"{len(findings.all())} findings")


def main() -> int:
    arguments = parse_arguments()
    findings = Findings()
    try:
        Decoder(arguments.schema)
    except (OSError, XMLSyntaxError, Unreadable, KeyError, ValueError) as error:
        print(f"{arguments.schema} is not a usable schema: {error}", file=sys.stderr)
        return 65
    compared = None
    try:
        result = scan(arguments.ledger, arguments.schema, findings)
        if arguments.compare_with:
            compared = compare(
                arguments.ledger, arguments.schema, arguments.compare_with, arguments.sample, findings)
    except NoLedger as error:
        print(error, file=sys.stderr)
        return 66
    except ProductFailed as error:
        print(error, file=sys.stderr)
        return 74
    except Damaged as error:
        findings.add("storage", None, str(error))
        result = UNREADABLE
    report(result, compared, findings, arguments.json)
    return 1 if findings else 0


if __name__ == "__main__":
    sys.exit(main())
