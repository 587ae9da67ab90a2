"""What the figures were measured on. Only ratios of one run mean anything on another machine."""

import os
import platform
from pathlib import Path


def processor() -> str:
    try:
        for line in Path("/proc/cpuinfo").read_text().splitlines():
            if line.startswith("model name"):
                return line.split(":", 1)[1].strip()
    except OSError:
        pass
    return platform.processor() or platform.machine()


def file_system(folder: Path) -> str:
    """Device and kind of the file system of a folder, on Linux."""
    try:
        mounts = [line.split() for line in Path("/proc/self/mounts").read_text().splitlines()]
    except OSError:
        return "unknown"
    path = str(folder.resolve())
    holding = [mount for mount in mounts if path == mount[1] or path.startswith(mount[1].rstrip("/") + "/")]
    device, _, kind, *_ = max(holding, key=lambda mount: len(mount[1]))
    return f"{kind} on {device}"


def describe(folder: Path) -> dict[str, object]:
    load = os.getloadavg()[0]
    return {
        "system": f"{platform.system()} {platform.release()}",
        "processor": processor(),
        "cores": os.cpu_count(),
        "fileSystem": file_system(folder),
        "loadBefore": round(load, 2),
    }
