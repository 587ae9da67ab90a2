"""Getting what a contestant needs: Debian and PyPI packages, C compilation, the Swift package. What is built or
installed goes into two ignored folders, `.build-rivals` and Swift's `.build`; only Debian packages go elsewhere.
"""

import os
import shutil
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
SCRATCH = ROOT / ".build-rivals"
C_SOURCES = ROOT / "contestants" / "c"
PYTHON_SOURCES = ROOT / "contestants" / "python"


class Unavailable(Exception):
    """Why a contestant cannot take part, and what would let it."""


def say(message: str) -> None:
    print(message, file=sys.stderr, flush=True)


def run_quietly(command: list[str], purpose: str, timeout: float = 1800, **options) -> str:
    """Standard output of a command, or Unavailable with the end of what it complained about."""
    try:
        done = subprocess.run(command, capture_output=True, text=True, timeout=timeout, **options)
    except (OSError, subprocess.TimeoutExpired) as error:
        raise Unavailable(f"{purpose}: {error}") from error
    if done.returncode != 0:
        complaint = (done.stderr.strip() or done.stdout.strip() or f"status {done.returncode}").splitlines()
        raise Unavailable(f"{purpose}: {complaint[-1]}")
    return done.stdout


def install_debian(package: str) -> None:
    if not shutil.which("apt-get"):
        raise Unavailable(f"{package} (or its equivalent on this system) is not installed, and apt-get is missing")
    if os.geteuid() != 0:
        raise Unavailable(f"{package} is not installed: sudo apt-get install {package}")
    say(f"installing {package}")
    environment = os.environ | {"DEBIAN_FRONTEND": "noninteractive"}
    command = ["apt-get", "install", "-y", "--no-install-recommends", package]
    try:
        run_quietly(command, f"apt-get install {package}", env=environment)
    except Unavailable:
        run_quietly(["apt-get", "update"], "apt-get update", env=environment)
        run_quietly(command, f"apt-get install {package}", env=environment)


def compiler() -> str:
    found = shutil.which("cc") or shutil.which("clang") or shutil.which("gcc")
    if not found:
        install_debian("gcc")
        found = shutil.which("gcc")
    if not found:
        raise Unavailable("a C compiler is missing")
    return found


def library_flags(name: str, linked: str) -> list[str]:
    if shutil.which("pkg-config"):
        asked = subprocess.run(["pkg-config", "--cflags", "--libs", name], capture_output=True, text=True)
        if asked.returncode == 0:
            return asked.stdout.split()
    return [f"-l{linked}"]


def has_header(header: str, flags: list[str]) -> bool:
    includes = [flag for flag in flags if not flag.startswith("-l")]
    asked = subprocess.run(
        [compiler(), "-fsyntax-only", *includes, "-x", "c", "-"],
        input=f"#include <{header}>\n", capture_output=True, text=True,
    )
    return asked.returncode == 0


def compiled(name: str, sources: list[str], library: tuple[str, str, str, str] | None) -> Path:
    """The program built from `sources`; `library` is its Debian package, pkg-config name, linker name and a header."""
    flags: list[str] = []
    if library:
        package, configured, linked, header = library
        flags = library_flags(configured, linked)
        if not has_header(header, flags):
            install_debian(package)
            flags = library_flags(configured, linked)
    program = SCRATCH / "bin" / name
    newest = max(path.stat().st_mtime for path in C_SOURCES.iterdir())
    if program.exists() and program.stat().st_mtime > newest:
        return program
    program.parent.mkdir(parents=True, exist_ok=True)
    paths = [str(C_SOURCES / source) for source in sources]
    command = [compiler(), "-std=c11", "-O3", "-Wall", "-Wextra", "-pthread", "-o", str(program), *paths, *flags]
    run_quietly(command, f"compiling {name}")
    return program


def python_with(package: str) -> Path:
    """An interpreter that can import `package`, installed from PyPI by name if need be."""
    folder = SCRATCH / "venv"
    python = folder / "bin" / "python"
    if not python.exists():
        say(f"creating {folder.relative_to(ROOT)}")
        try:
            run_quietly([sys.executable, "-m", "venv", str(folder)], "python3 -m venv")
        except Unavailable:
            shutil.rmtree(folder, ignore_errors=True)
            install_debian("python3-venv")
            run_quietly([sys.executable, "-m", "venv", str(folder)], "python3 -m venv")
    if subprocess.run([str(python), "-c", f"import {package}"], capture_output=True).returncode != 0:
        say(f"installing {package} from PyPI")
        run_quietly([str(python), "-m", "pip", "install", "--quiet", package], f"pip install {package}")
    return python


def package_version(python: Path, package: str) -> str:
    code = f"import importlib.metadata as m; print(m.version('{package}'))"
    return run_quietly([str(python), "-c", code], f"version of {package}").strip()


def swift_product(name: str) -> Path:
    """A release build of a target of the package here."""
    if not (ROOT / "Sources" / name).is_dir():
        raise Unavailable(f"Sources/{name} is not there")
    if not shutil.which("swift"):
        raise Unavailable("swift is not on the path")
    say(f"building {name} in release")
    command = ["swift", "build", "-c", "release", "--package-path", str(ROOT), "--product", name]
    run_quietly(command, f"swift build --product {name}")
    folder = run_quietly([*command, "--show-bin-path"], "swift build --show-bin-path").strip()
    return Path(folder) / name


def draftledger(program: Path | None) -> Path:
    """The product's own program: the one that is named, else one that is built in release."""
    if program is None:
        say("building draftledger in release")
        command = ["swift", "build", "-c", "release", "--package-path", str(ROOT.parent.parent), "--product", "draftledger"]
        run_quietly(command, "swift build --product draftledger", timeout=7_200)
        program = Path(run_quietly([*command, "--show-bin-path"], "swift build").strip()) / "draftledger"
    return program.resolve()
