"""Checks SBOMs against the schema of CycloneDX: validate.py FILE..."""

import json
import sys
from pathlib import Path

from cyclonedx.schema import SchemaVersion
from cyclonedx.validation.json import JsonStrictValidator

status = 0
for path in map(Path, sys.argv[1:]):
    text = path.read_text()
    version = SchemaVersion.from_version(json.loads(text)["specVersion"])
    fault = JsonStrictValidator(version).validate_str(text)
    if fault:
        print(f"{path}: {fault}")
        status = 1
    else:
        print(f"{len(json.loads(text)['components'])} components", end=" ")
sys.exit(status)
