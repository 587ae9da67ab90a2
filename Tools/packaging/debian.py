"""The Debian package: a program that is linked with Debian's own LMDB, SQLite and zlib, with which their updates come."""

import hashlib
import os
import re
import subprocess
from pathlib import Path

import inventory
from build import SCRATCH, Program, Version, output, run
from layout import DEBIAN, FILES, File, compressed, filled, files, write

SCRIPTS = ["postinst", "prerm", "postrm"]
CONFIGURATION = "etc/draftledger/settings.json"


def depends(program: Program) -> str:
    """The packages of the shared libraries with the oldest version that has the program's symbols, by dpkg-shlibdeps."""
    folder = SCRATCH / "shlibdeps/debian"
    folder.mkdir(parents=True, exist_ok=True)
    # The tool reads the names of the packages from a source package.
    (folder / "control").write_text("Source: draftledger\n\nPackage: draftledger\nArchitecture: any\n")
    return output("dpkg-shlibdeps", "-O", program.path, cwd=folder.parent).strip().removeprefix("shlibs:Depends=")


def maintainer() -> str:
    """As Debian's tools take it from the environment, or the author of the commit."""
    if "DEBEMAIL" in os.environ:
        return f"{os.environ.get('DEBFULLNAME', 'draft-ledger')} <{os.environ['DEBEMAIL']}>"
    return output("git", "log", "-1", "--format=%an <%ae>").strip()


def changelog(version: Version, full: str) -> bytes:
    date = output("date", "-R", "-u", "-d", f"@{version.epoch}").strip()
    return (f"draftledger ({full}) unstable; urgency=medium\n\n  * Built from commit {version.commit}. changelog.gz has the "
            f"changes.\n\n -- {maintainer()}  {date}\n").encode()


def contents(
    program: Program, version: Version, manual: Path, parts: list[inventory.Part], full: str
) -> dict[str, File]:
    """All files of the package, below the root."""
    made = {f"usr/{path}": file for path, file in files(program.path, DEBIAN, manual).items()}
    documents = f"usr/{DEBIAN.documents}"
    made[f"{documents}/changelog"] = made.pop(f"{documents}/CHANGELOG.md")
    for path in [path for path in made if "/man/" in path or path.endswith("/changelog")]:
        made[f"{path}.gz"] = File(compressed(made.pop(path).bytes))
    made |= {
        CONFIGURATION: File(FILES / "settings.json"),
        f"{documents}/sbom.cdx.json": File(inventory.bill(version, program.path, parts)),
        f"{documents}/copyright": File(copyright_of(inventory.notices(parts))),
        f"{documents}/README.Debian": File(FILES / "debian/README.Debian"),
        f"{documents}/changelog.Debian.gz": File(compressed(changelog(version, full))),
        "usr/share/lintian/overrides/draftledger": File(FILES / "debian/lintian-overrides"),
    }
    # The package has its settings where the program reads them.
    del made[f"{documents}/examples/settings.json"]
    return made


def copyright_of(notices: bytes) -> bytes:
    """Debian has the text of the Apache License in every system, and its packages name that."""
    text = re.sub(r"^ *Apache License\n +Version 2\.0,.*?END OF TERMS AND CONDITIONS$",
                  "Apache License, Version 2.0: /usr/share/common-licenses/Apache-2.0",
                  notices.decode(), flags=re.DOTALL | re.MULTILINE)
    return text.encode()


def make(
    program: Program, version: Version, manual: Path, parts: list[inventory.Part], folder: Path, revision: str
) -> Path:
    """Builds the package. The same program, commit and revision give the same bytes."""
    full = f"{version.debian}-{revision}"
    architecture = output("dpkg", "--print-architecture").strip()
    made = contents(program, version, manual, parts, full)
    tree = SCRATCH / "debian"
    control = {
        "DEBIAN/control": File(filled(
            "debian/control", version=full, architecture=architecture, maintainer=maintainer(), depends=depends(program),
            kilobytes=str(sum(-(-len(file.bytes) // 1024) for file in made.values())))),
        "DEBIAN/conffiles": File(f"/{CONFIGURATION}\n".encode()),
        "DEBIAN/md5sums": File(md5sums(made)),
        **{f"DEBIAN/{name}": File(FILES / "debian" / name, 0o755) for name in SCRIPTS},
    }
    write(made | control, tree, version.epoch)
    result = folder / f"draftledger_{full}_{architecture}.deb"
    run("dpkg-deb", "--build", "--root-owner-group", "-Zxz", "--threads-max=1", tree, result,
        env=os.environ | {"SOURCE_DATE_EPOCH": str(version.epoch)}, stdout=subprocess.DEVNULL)
    return result


def md5sums(files: dict[str, File]) -> bytes:
    return "".join(f"{hashlib.md5(file.bytes).hexdigest()}  {path}\n" for path, file in sorted(files.items())
                   if path != CONFIGURATION).encode()
