"""The container image, made from nothing: the program, the libraries that its loader opens, and what they read."""

import os
import shutil
from pathlib import Path

import inventory
from build import SCRATCH, Program, ReleaseError, Version, output
from layout import DEBIAN, File, files, pack, write

USER, PORT, LEDGER = 10_001, 3000, "/var/lib/draftledger/draft.ledger"
# The files that glibc and the program read by these paths: the certificates of token issuers, and the rules of time zones.
CERTIFICATES, ZONES = Path("/etc/ssl/certs/ca-certificates.crt"), Path("/usr/share/zoneinfo")


def contents(program: Program, version: Version, manual: Path, parts: list[inventory.Part]) -> dict[str, File]:
    """All files of the image. Links of this system are files in it."""
    needed = [CERTIFICATES, ZONES]
    missing = [str(path) for path in needed if not path.exists()]
    if missing:
        raise ReleaseError(f"The image needs {', '.join(missing)}. On Debian: apt-get install ca-certificates tzdata", 69)
    own = files(program.path, DEBIAN, manual)
    documents = DEBIAN.documents
    made = {f"usr/{path}": own[path] for path in own if path.startswith(("bin/", documents))}
    for library in program.libraries:
        made[str(library.path).lstrip("/")] = File(library.path.resolve(), 0o755)
    for path in sorted(ZONES.rglob("*")):
        if path.is_file() and not {"posix", "right"} & set(path.relative_to(ZONES).parts):
            made[str(path).lstrip("/")] = File(path.resolve())
    made |= {
        str(CERTIFICATES).lstrip("/"): File(CERTIFICATES),
        "etc/passwd": File(f"draftledger:x:{USER}:{USER}::/var/lib/draftledger:/sbin/nologin\n".encode()),
        "etc/group": File(f"draftledger:x:{USER}:\n".encode()),
        "etc/nsswitch.conf": File(b"hosts: files dns\n"),
        f"usr/{documents}/sbom.cdx.json": File(inventory.bill(version, program.path, parts)),
        f"usr/{documents}/notices.txt": File(inventory.notices(parts)),
    }
    return made


def parts(program: Program, tree: dict, linked: set[str] | None) -> list[inventory.Part]:
    """The parts of the program, with the packages of the other files."""
    packages = [Path("/usr/share/ca-certificates"), ZONES / "UTC"]
    return inventory.parts_of(program, tree, linked) + inventory.debian_packages(packages, "copied")


def buildah(*words) -> str:
    """Needs no daemon and, as root, no rights beyond those of a container: the storage is copied folders."""
    return output("buildah", "--storage-driver", "vfs", "--root", SCRATCH / "containers", "--runroot",
                  SCRATCH / "containers-run", *words, env=os.environ | {"BUILDAH_ISOLATION": "chroot"}).strip()


def name(version: Version) -> str:
    return f"draftledger-{version.text}-image"


def make(program: Program, version: Version, manual: Path, parts: list[inventory.Part], folder: Path) -> Path:
    """Builds the image as an archive of the OCI layout."""
    tree = SCRATCH / "image"
    write(contents(program, version, manual, parts), tree, version.epoch)
    for path, mode in [("tmp", 0o1777), ("var/lib/draftledger", 0o750), ("etc/draftledger", 0o755)]:
        (tree / path).mkdir(parents=True, exist_ok=True)
        (tree / path).chmod(mode)
    os.chown(tree / "var/lib/draftledger", USER, USER)
    for current, _, _ in os.walk(tree, topdown=False):
        os.utime(current, (version.epoch, version.epoch))
    container = buildah("from", "scratch")
    try:
        buildah("copy", container, tree, "/")
        configuration = [
            ("--user", f"{USER}:{USER}"), ("--volume", "/var/lib/draftledger"), ("--port", str(PORT)),
            # As a variable and not as a flag, so that a flag can say otherwise.
            ("--env", f"DRAFT_LEDGER_LISTEN=0.0.0.0:{PORT}"),
            ("--env", f"DRAFT_LEDGER={LEDGER}"), ("--env", "SWIFT_BACKTRACE=enable=no"),
            ("--workingdir", "/var/lib/draftledger"), ("--stop-signal", "SIGTERM"),
            ("--entrypoint", '["/usr/bin/draftledger"]'),
            ("--cmd", "serve --issuers /etc/draftledger/issuers.json"),
            ("--label", f"org.opencontainers.image.version={version.text}"),
            ("--label", f"org.opencontainers.image.revision={version.commit}"),
            ("--label", "org.opencontainers.image.title=draftledger"),
        ]
        buildah("config", *(word for pair in configuration for word in pair), container)
        made = folder / f"{name(version)}.oci.tar"
        image = buildah("commit", "--quiet", "--format", "oci", "--timestamp", version.epoch, container)
        # buildah's own archive has the time of the push in it.
        layout = SCRATCH / "image-layout"
        shutil.rmtree(layout, ignore_errors=True)
        buildah("push", "--quiet", image, f"oci:{layout}:draftledger:{version.text}")
        pack(layout, ".", made, version.epoch, "--mode=go-w")
        buildah("rmi", "--force", image)
    finally:
        buildah("rm", container)
    return made
