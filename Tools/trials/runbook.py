"""The runbook is followed from its top to its end, as root, with the commands that it shows: what it promises has to come."""

import os
import shutil
import sys
import time
from importlib.machinery import SourceFileLoader
from importlib.util import module_from_spec, spec_from_loader
from itertools import groupby
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
RUNBOOK = ROOT / "Sources/Server/Server.docc/Runbook.md"
NEEDED = ["curl", "openssl", "mkfs.ext4", "faketime"]


def quotes():
    """Tools/quotes, which has the rules of console blocks."""
    sys.dont_write_bytecode = True
    loader = SourceFileLoader("quotes", str(ROOT / "Tools/quotes"))
    module = module_from_spec(spec_from_loader("quotes", loader))
    loader.exec_module(module)
    return module


def run(program: Path, folder: Path) -> int:
    missing = [tool for tool in NEEDED if not shutil.which(tool)]
    if os.geteuid() != 0 or not sys.platform.startswith("linux") or missing:
        print(f"skipped: the runbook takes root on Linux, and {', '.join(missing or NEEDED)}")
        return 0
    rules = quotes()
    steps = rules.steps_of(RUNBOOK.read_text().split("\n"))
    began = time.monotonic()
    faults = rules.faults(steps, rules.run(steps, program, folder))
    for section, group in groupby(steps, lambda step: step.section):
        own = [fault for fault in faults if fault.step.section == section]
        print(f"{'BAD ' if own else 'good'} {section}: {len(list(group))} commands")
        for fault in own:
            print(f"{RUNBOOK.relative_to(ROOT)}:{fault}")
    print(f"{len(steps)} commands in {time.monotonic() - began:.0f} s.")
    print(f"{len(faults)} faults" if faults else "No faults.")
    return 1 if faults else 0
