"""The tarball: a program with LMDB, SQLite and zlib in it, to be copied to /usr/local."""

import hashlib
import platform
from pathlib import Path

import inventory
from build import SCRATCH, Program, Version
from layout import LOCAL, File, filled, files, pack, write


def contents(program: Program, version: Version, manual: Path, parts: list[inventory.Part]) -> dict[str, File]:
    """All files of the tarball, below its folder."""
    made = files(program.path, LOCAL, manual)
    documents = LOCAL.documents
    made[f"{documents}/sbom.cdx.json"] = File(inventory.bill(version, program.path, parts))
    made[f"{documents}/notices.txt"] = File(inventory.notices(parts))
    made["README.md"] = File(filled(
        "README.md", version=version.text, machine=platform.machine(), glibc=program.glibc,
        libraries=listed([name for name in program.needed if not name.startswith(("libc.", "libm.", "ld-"))])))
    # The first list checks the archive, the second one names what is installed, also to remove it later.
    installed = sums({path: file for path, file in made.items() if "/" in path})
    return made | {"SHA256SUMS": sums(made), f"{documents}/SHA256SUMS": installed}


def sums(files: dict[str, File]) -> File:
    return File("".join(f"{hashlib.sha256(file.bytes).hexdigest()}  {path}\n" for path, file in sorted(files.items())).encode())


def listed(names: list[str]) -> str:
    return ", ".join(f"`{name}`" for name in names) if names else "nothing else"


def name(version: Version) -> str:
    return f"draftledger-{version.text}-linux-{platform.machine()}"


def make(program: Program, version: Version, manual: Path, parts: list[inventory.Part], folder: Path) -> Path:
    """Packs the tarball. The same program and commit give the same bytes."""
    tree = SCRATCH / "tarball" / name(version)
    write(contents(program, version, manual, parts), tree, version.epoch)
    made = folder / f"{name(version)}.tar.xz"
    pack(tree.parent, tree.name, made, version.epoch, "--use-compress-program=xz -6 --threads=1")
    return made
