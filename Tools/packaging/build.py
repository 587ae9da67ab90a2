"""The programs of a release: what they are linked with, their version, and the folder that they are built in."""

import os
import re
import shutil
import subprocess
import sys
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
SCRATCH = ROOT / ".build-release"
# C libraries of the manifest, as pkg-config names them, and the runtime of C++.
ARCHIVES = ["lmdb", "sqlite3", "zlib"]


class ReleaseError(Exception):
    """A release that cannot be made, with the exit status of sysexits.h."""

    def __init__(self, message: str, status: int = 65):
        super().__init__(message)
        self.status = status


def say(text: str) -> None:
    print(text, file=sys.stderr, flush=True)


def output(*words, cwd: Path = ROOT, **options) -> str:
    """What a command prints. A command that fails ends the release with what it said."""
    done = subprocess.run([str(word) for word in words], cwd=cwd, capture_output=True, text=True, **options)
    if done.returncode:
        raise ReleaseError(f"`{' '.join(map(str, words))}` ended with {done.returncode}: "
                           f"{(done.stderr or done.stdout).strip()}", 70)
    return done.stdout


def run(*words, **options) -> None:
    done = subprocess.run([str(word) for word in words], cwd=options.pop("cwd", ROOT), **options)
    if done.returncode:
        raise ReleaseError(f"`{' '.join(map(str, words))}` ended with {done.returncode}. Its output is above.", 70)


# MARK: The version

@dataclass(frozen=True)
class Version:
    """The version that the program states, the commit, and the commit's time."""

    number: str
    commit: str
    epoch: int
    is_modified: bool

    @cached_property
    def build(self) -> str:
        """The day and the commit, so that a later build of the same number is a higher version."""
        day = output("date", "-u", "-d", f"@{self.epoch}", "+%Y%m%d").strip()
        return f"{day}.{self.commit}{'.modified' if self.is_modified else ''}"

    @property
    def text(self) -> str:
        """`0.1.0` of a tagged version, `0.1.0-dev.20260102.0123456789ab` before."""
        return f"{self.number}.{self.build}" if "-" in self.number else self.number

    @property
    def debian(self) -> str:
        """The upstream version for Debian, in which a prerelease is lower than its release: `0.1.0~dev.20260102.…`."""
        return self.text.replace("-", "~", 1)


def source_version(allowing_changes: bool) -> Version:
    """The version of the sources. Sources that differ from the commit are refused, unless the caller allows them."""
    source = (ROOT / "Sources/CommandLineTool/Running/FrontPage.swift").read_text()
    number = re.search(r'static let number = "([^"]+)"', source)[1]
    changes = output("git", "status", "--porcelain").splitlines()
    if changes and not allowing_changes:
        files = ", ".join(line[3:] for line in changes[:5]) + (", …" if len(changes) > 5 else "")
        raise ReleaseError(f"The tree has changes that no commit has: {files}. Commit them, or pass --allow-dirty.")
    return Version(number, output("git", "rev-parse", "--short=12", "HEAD").strip(),
                   int(output("git", "log", "-1", "--format=%ct")), bool(changes))


def check_version(version: Version) -> list[str]:
    """What contradicts the version that the program states: the changelog, or a tag of this commit."""
    found = re.search(r"^## \[(\d+\.\d+\.\d+)\] - (.+)$", (ROOT / ".github/CHANGELOG.md").read_text(), re.MULTILINE)
    newest = found[1] + ("-dev" if found[2] == "not tagged yet" else "")
    tags = [tag.removeprefix("v") for tag in output("git", "tag", "--points-at", "HEAD").split()]
    numbers = [tag for tag in tags if re.fullmatch(r"\d+\.\d+\.\d+", tag)]
    faults = []
    if version.number != newest:
        faults.append(f"The program states {version.number}, and CHANGELOG.md {newest}. Write the same version into both.")
    faults += [f"The tag says {number}, and the program {version.number}. Tag the commit that states {number}."
               for number in numbers if number != version.number]
    return faults


# MARK: Programs

@dataclass(frozen=True)
class Library:
    """A shared library that a program needs, and the file that this system has for it."""

    name: str
    path: Path


@dataclass(frozen=True)
class Program:
    """A linked and stripped program."""

    path: Path
    # C libraries that are part of the program, as the files that they come from.
    archives: tuple[Path, ...] = ()

    @cached_property
    def needed(self) -> list[str]:
        """The shared libraries that the program itself names."""
        return re.findall(r"\(NEEDED\)\s+Shared library: \[(.+?)\]", output("readelf", "-dW", self.path))

    @cached_property
    def libraries(self) -> list[Library]:
        """All shared libraries that the loader opens, and the loader itself, in order of name."""
        lines = output("ldd", self.path).splitlines()
        missing = [line.strip() for line in lines if "not found" in line]
        if missing:
            raise ReleaseError(f"{self.path} needs libraries that this system lacks: {'; '.join(missing)}")
        found = [re.match(r"\s*(?:(\S+) => )?(/\S+) \(", line) for line in lines]
        return sorted((Library(Path(one[1] or one[2]).name, Path(one[2])) for one in found if one), key=lambda one: one.name)

    @cached_property
    def glibc(self) -> str:
        """The oldest version of glibc that has all symbols which the program uses."""
        versions = re.findall(r"GLIBC_(\d+(?:\.\d+)+)", output("readelf", "-VW", self.path))
        return max(versions, key=lambda text: [int(part) for part in text.split(".")])

    @property
    def banner(self) -> str:
        return output(self.path, "--version").strip()


def environment() -> dict[str, str]:
    """Of a build. `CI` would turn warnings into errors, with other flags."""
    return {key: value for key, value in os.environ.items() if key != "CI"} | {"LC_ALL": "C"}


def flags() -> list[str]:
    """Of every `swift build` of a release. The sources' path is not part of the program: it differs between machines."""
    prefix = f"{ROOT}=/draft-ledger"
    linker = ["-z", "now", "--build-id=sha1", "--as-needed"]
    return ["-c", "release", "--static-swift-stdlib", "--disable-local-rpath", "--disable-build-manifest-caching",
            "--scratch-path", str(SCRATCH), "-Xswiftc", "-file-prefix-map", "-Xswiftc", prefix,
            "-Xcc", f"-ffile-prefix-map={prefix}", *(word for flag in linker for word in ("-Xlinker", flag))]


def archive_folder() -> tuple[Path, dict[str, Path]]:
    """A folder that has the C libraries as archives only, and its pkg-config files, which lead the linker there."""
    folder = SCRATCH / "archives"
    shutil.rmtree(folder, ignore_errors=True)
    (folder / "pkgconfig").mkdir(parents=True)
    files = {}
    for name in ARCHIVES:
        words = output("pkg-config", "--libs-only-l", name).split()
        library = words[0].removeprefix("-l")
        files[name] = Path(output("pkg-config", "--variable=libdir", name).strip()) / f"lib{library}.a"
        if not files[name].exists():
            # Debian's lmdb.pc has no variable of that name.
            files[name] = Path(output("clang", f"-print-file-name=lib{library}.a").strip())
        version = output("pkg-config", "--modversion", name).strip()
        (folder / f"pkgconfig/{name}.pc").write_text(
            f"Name: {name}\nDescription: the archive of {name}\nVersion: {version}\n"
            f"Libs: -L{folder} {' '.join(words)}\nCflags: {output('pkg-config', '--cflags', name).strip()}\n")
    files["libstdc++"] = Path(output("clang", "-print-file-name=libstdc++.a").strip())
    for name, file in files.items():
        if not file.is_absolute() or not file.exists():
            raise ReleaseError(f"There is no archive of {name}, which the program is linked with. Run Tools/install.", 69)
        (folder / file.name).symlink_to(file.resolve())
    return folder, {name: file.resolve() for name, file in files.items()}


def link(kind: str) -> Program:
    """Builds the program: `static` has the C libraries in it, `shared` uses those of the system.

    Only the link differs, so that the second kind takes a minute. The debug symbols are kept next to the program.
    """
    variables, archives = environment(), {}
    if kind == "static":
        folder, archives = archive_folder()
        variables["PKG_CONFIG_PATH"] = str(folder / "pkgconfig")
    run("swift", "build", *flags(), "--product", "draftledger", env=variables)
    built = Path(output("swift", "build", *flags(), "--show-bin-path", env=variables).strip()) / "draftledger"
    made = SCRATCH / "programs" / kind
    made.mkdir(parents=True, exist_ok=True)
    stripped, symbols = made / "draftledger", made / "draftledger.debug"
    run("objcopy", "--only-keep-debug", "--compress-debug-sections=zlib", built, symbols)
    run("strip", "--strip-all", "-o", stripped, built)
    program = Program(stripped, tuple(archives.values()))
    shared = [library.name for library in program.libraries if any(name in library.name for name in ("lmdb", "sqlite3"))]
    if kind == "static" and shared:
        raise ReleaseError(f"{stripped} still needs {', '.join(shared)}, which were to be part of it.", 70)
    return program


def manual(program: Program, epoch: int) -> Path:
    """Writes the manual pages of the program, by the generator of the argument parser. Returns their folder."""
    run("swift", "build", *flags(), "--product", "generate-manual", env=environment())
    generator = Path(output("swift", "build", *flags(), "--show-bin-path", env=environment()).strip()) / "generate-manual"
    folder = SCRATCH / "manual"
    shutil.rmtree(folder, ignore_errors=True)
    run("Tools/manual", folder, program.path, generator, stdout=subprocess.DEVNULL,
        env=os.environ | {"SOURCE_DATE_EPOCH": str(epoch), "TZ": "UTC"})
    return folder
