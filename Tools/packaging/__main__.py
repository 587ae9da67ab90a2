"""Makes a release of the program from the commit that is checked out.

    tarball   the program with LMDB, SQLite and zlib in it, manual pages, completions, a unit for systemd; for /usr/local
    deb       a Debian package whose program uses Debian's libraries; with settings, a system user and the service
    image     a container image from nothing but the program and the libraries that it opens, by buildah
    all       all three, and SHA256SUMS of them (default)
    contents  prints the files of the tarball and of the package
    sbom      prints the SBOM of the program that --program names
    trial     installs, serves, upgrades and removes what `all` made, on fresh Debian systems; as root

The first build takes about half an hour on two cores. Each product has an SBOM (CycloneDX) and the licences of its parts.
The same program, commit and revision give the same bytes of the tarball, the package and the image; `trial` compares them.

Ends with 0, 64 for wrong usage, 65 for a tree or a version that cannot be released, 69 if something is missing here, and 70 if
a tool fails. `trial` ends with 1 if something was wrong.
"""

import argparse
import hashlib
import json
import shutil
import sys
import time
from functools import cached_property
from pathlib import Path

import debian
import image
import inventory
import tarball
import trial
from build import SCRATCH, Program, ReleaseError, Version, check_version, link, manual, say, source_version

PRODUCTS = ["tarball", "deb", "image"]


def main() -> int:
    parser = argparse.ArgumentParser(
        prog="Tools/release", description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.error = lambda message: (print(f"{parser.prog}: {message}. Tools/release --help", file=sys.stderr), sys.exit(64))
    parser.add_argument("product", nargs="?", default="all", choices=[*PRODUCTS, "all", "contents", "sbom", "trial"])
    parser.add_argument("--output", type=Path, default=SCRATCH / "products", metavar="DIR",
                        help="the folder of the results (default: .build-release/products)")
    parser.add_argument("--allow-dirty", action="store_true",
                        help="release a tree that differs from its commit; the version then ends with .modified")
    parser.add_argument("--revision", default="1", metavar="N", help="the Debian revision of the package (default: 1)")
    parser.add_argument("--version-check", action="store_true",
                        help="compare the version of the sources with the changelog and the tag, and exit")
    parser.add_argument("--program", type=Path, metavar="FILE",
                        help="of contents and sbom: a program that is built already")
    parser.add_argument("--manual", type=Path, metavar="DIR", help="of contents: its manual pages, from Tools/manual")
    parser.add_argument("--dependencies", type=Path, metavar="FILE",
                        help="of sbom: the tree of packages, from swift package show-dependencies --format json")
    arguments = parser.parse_args()
    if not arguments.revision.isalnum():
        parser.error(f"--revision {arguments.revision}: expected letters and digits, such as 2")
    try:
        return perform(arguments)
    except ReleaseError as error:
        say(f"Tools/release: {error}")
        return error.status


def perform(arguments: argparse.Namespace) -> int:
    is_look = arguments.version_check or arguments.product in ("contents", "sbom")
    version = source_version(allowing_changes=arguments.allow_dirty or is_look)
    faults = check_version(version)
    if faults:
        raise ReleaseError(" ".join(faults))
    if arguments.version_check:
        print(f"{version.text} (Debian: {version.debian}-{arguments.revision})")
        return 0
    if is_look:
        return look(arguments, version)
    if not shutil.which("dpkg-query"):
        raise ReleaseError("A release is made on Debian or a system that derives from it: dpkg knows the packages and the licences "
                           "of the C libraries. Use a container of Debian here.", 69)
    maker = Maker(version, arguments.output.resolve())
    if arguments.product == "trial":
        return trial.run(maker)
    wanted = PRODUCTS if arguments.product == "all" else [arguments.product]
    for number, product in enumerate(wanted, start=1):
        say(f"\n{number}/{len(wanted)} {product} of {version.text}")
        began = time.monotonic()
        made = maker.make(product, arguments.revision)
        say(f"{made.name}: {made.stat().st_size / 1e6:.1f} MB, {time.monotonic() - began:.0f} s")
    sums = maker.sums()
    say(f"\n{sums.parent}:\n{sums.read_text().rstrip()}")
    return 0


class Maker:
    """Makes products. Programs and manual pages are built once for all of them."""

    def __init__(self, version: Version, folder: Path):
        self.version, self.folder = version, folder
        folder.mkdir(parents=True, exist_ok=True)

    @cached_property
    def static(self) -> Program:
        return self.program("static", "with LMDB, SQLite and zlib in it")

    @cached_property
    def shared(self) -> Program:
        return self.program("shared", "with the LMDB, SQLite and zlib of this system")

    def program(self, kind: str, text: str) -> Program:
        say(f"Building the program {text}. The first build takes about half an hour, and shows each step.")
        program = link(kind)
        stated = f"draftledger {self.version.number}+{self.version.commit}"
        if not program.banner.startswith(stated):
            raise ReleaseError(f"The program states `{program.banner}`, and the sources `{stated}`.", 70)
        return program

    @cached_property
    def manual(self) -> Path:
        say("Writing the manual pages")
        return manual(self.static, self.version.epoch)

    @cached_property
    def packages(self) -> tuple[dict, set[str]]:
        """The tree of packages, and those that are linked."""
        return inventory.dependencies(), inventory.linked_packages(SCRATCH / "release.yaml")

    def make(self, product: str, revision: str = "1", folder: Path | None = None) -> Path:
        into = folder or self.folder
        match product:
            case "deb":
                parts = inventory.parts_of(self.shared, *self.packages)
                return debian.make(self.shared, self.version, self.manual, parts, into, revision)
            case "image":
                return image.make(self.static, self.version, self.manual, image.parts(self.static, *self.packages), into)
            case _:
                parts = inventory.parts_of(self.static, *self.packages)
                return tarball.make(self.static, self.version, self.manual, parts, into)

    def sums(self) -> Path:
        """Writes the checksums of all products in the folder."""
        products = sorted(path for path in self.folder.iterdir() if path.name.startswith("draftledger"))
        sums = self.folder / "SHA256SUMS"
        sums.write_text("".join(
            f"{hashlib.sha256(path.read_bytes()).hexdigest()}  {path.name}\n" for path in products))
        return sums


def look(arguments: argparse.Namespace, version: Version) -> int:
    """Prints what a release of a program has, without making it."""
    if not arguments.program or not arguments.program.is_file():
        raise ReleaseError(f"--program {arguments.program}: name a program that is built already.", 64)
    program = Program(arguments.program.resolve())
    if arguments.product == "sbom":
        tree = json.loads(arguments.dependencies.read_text()) if arguments.dependencies else inventory.dependencies()
        parts = inventory.swift_packages(tree, None) + [inventory.toolchain()]
        sys.stdout.buffer.write(inventory.bill(version, program.path, parts))
        return 0
    if not arguments.manual or not arguments.manual.is_dir():
        raise ReleaseError(f"--manual {arguments.manual}: name a folder with the manual pages, from Tools/manual.", 64)
    for path in sorted(tarball.contents(program, version, arguments.manual, [])):
        print(f"tarball {path}")
    for path in sorted(debian.contents(program, version, arguments.manual, [], version.debian)):
        print(f"deb {path}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
