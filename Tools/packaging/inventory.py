"""The parts of a program: packages of Swift, the toolchain's runtime and libraries of Debian, with versions and licences."""

import hashlib
import json
import re
import time
import uuid
from dataclasses import dataclass, field
from pathlib import Path

from build import SCRATCH, Program, ReleaseError, Version, output

NOTICES = re.compile(r"(licen[cs]e|notice|copying)(\.(txt|md))?", re.IGNORECASE)


@dataclass(frozen=True)
class Part:
    """A component of the SBOM."""

    name: str
    version: str
    url: str = ""               # as a package URL
    source: str = ""
    is_linked: bool = True
    needs: tuple[str, ...] = ()
    notices: tuple[Path, ...] = ()
    properties: dict[str, str] = field(default_factory=dict)

    @property
    def licence(self) -> str | None:
        """The SPDX identifier of the first notice; nil if its text is not one of those below."""
        for path in self.notices:
            text = " ".join(path.read_text(errors="replace").split())
            if "Apache License" in text and "Version 2.0" in text:
                return "Apache-2.0 WITH Swift-exception" if "Runtime Library Exception" in text else "Apache-2.0"
            if "Permission is hereby granted, free of charge" in text:
                return "MIT"
        return None


# MARK: Packages of Swift

def dependencies() -> dict:
    """The tree of packages, as SwiftPM resolved it."""
    return json.loads(output("swift", "package", "--scratch-path", SCRATCH, "show-dependencies", "--format", "json"))


def linked_packages(manifest: Path) -> set[str]:
    """The packages of which the program has object files, by the commands of the build."""
    text = manifest.read_text()
    link = re.search(r'^  "C\.draftledger-[^"]*\.exe":\n    tool: shell\n    inputs: \[(.*)\]$', text, re.MULTILINE)
    if not link:
        raise ReleaseError(f"{manifest} does not say what the program is linked from.", 70)
    modules = set(re.findall(r'/([^/"]+)\.build/', link[1]))
    packages = set()
    for inputs, outputs in re.findall(r'^    inputs: \[(.*)\]\n    outputs: \[(.*)\]$', text, re.MULTILINE):
        if modules.intersection(re.findall(r'/([^/"]+)\.build/', outputs)):
            packages.update(re.findall(r'/checkouts/([^/"]+)/', inputs))
    return packages


def swift_packages(tree: dict, linked: set[str] | None) -> list[Part]:
    """All packages of a tree, each once. Without a set, all of them count as linked."""
    parts: dict[str, Part] = {}

    def visit(node: dict) -> None:
        for child in node["dependencies"]:
            folder = Path(child["path"])
            identity = child["identity"]
            if identity in parts:
                continue
            address = child["url"].removesuffix(".git")
            parts[identity] = Part(
                identity, child["version"], f"pkg:swift/{address.split('://')[-1]}@{child['version']}", address,
                linked is None or folder.name in linked,
                tuple(sorted(one["identity"] for one in child["dependencies"])),
                tuple(sorted(path for path in folder.rglob("*") if NOTICES.fullmatch(path.name) and path.is_file()
                             and not {"Tests", "Benchmarks", "Examples"} & set(path.relative_to(folder).parts))))
            visit(child)

    visit(tree)
    copies = [copy for part in parts.values() for copy in copied(part)]
    return sorted([*parts.values(), *copies], key=lambda part: (part.name, part.url))


def copied(part: Part) -> list[Part]:
    """BoringSSL and zlib, of which some packages have a copy that no package manager knows. Its version is in the copy."""
    copies = []
    for folder in {path.parent for path in part.notices}:
        for file in folder.glob("Sources/*BoringSSL/hash.txt"):
            address, revision = re.search(r"from (\S+) at revision (\w+)", file.read_text()).groups()
            copies.append(Part(
                "boringssl", revision, f"pkg:generic/boringssl@{revision}", address, part.is_linked, notices=part.notices,
                properties={"copiedBy": part.name}))
        for file in folder.glob("Sources/*/vendored-zlib.version"):
            version = file.read_text().split()[0].removeprefix("v")
            copies.append(Part(
                "zlib", version, f"pkg:generic/zlib@{version}", "https://zlib.net", part.is_linked, notices=part.notices,
                properties={"copiedBy": part.name}))
    return copies


def toolchain() -> Part:
    """The runtime and Foundation, which the static link copies from the toolchain."""
    version = re.search(r"Swift version (\S+)", output("swift", "--version"))[1]
    compiler = Path(output("which", "swiftc").strip()).resolve()
    licence = compiler.parents[1] / "share/swift/LICENSE.txt"
    return Part("swift-runtime", version, f"pkg:swift/github.com/swiftlang/swift@{version}", "https://www.swift.org",
                notices=(licence,) if licence.exists() else ())


# MARK: Packages of Debian

def debian_packages(files: list[Path], linkage: str) -> list[Part]:
    """The packages that the files belong to, each once."""
    parts = {}
    for file in files:
        package = owner(file)
        if not package:
            raise ReleaseError(f"{file} is part of the release, and of no package of this system.")
        name, version, architecture, source = output(
            "dpkg-query", "-W", "-f", "${Package}\\t${Version}\\t${Architecture}\\t${source:Package}", package).split("\t")
        notice = Path(f"/usr/share/doc/{name}/copyright")
        parts[name] = Part(
            name, version, f"pkg:deb/debian/{name}@{version}?arch={architecture}",
            notices=(notice,) if notice.exists() else (), properties={"linkage": linkage, "source": source})
    return [parts[name] for name in sorted(parts)]


def owner(file: Path) -> str | None:
    """The package of a file. dpkg knows a file by its path before /lib, /bin and /sbin were merged into /usr, or after."""
    real = file.resolve()
    for path in (real, Path(str(real).removeprefix("/usr")), file):
        try:
            return output("dpkg-query", "-S", path).split(": ")[0].split(",")[0]
        except ReleaseError:
            continue
    return None


# MARK: Documents

def bill(version: Version, program: Path, parts: list[Part]) -> bytes:
    """A CycloneDX document. The same parts give the same bytes."""
    digest = hashlib.sha256(program.read_bytes()).hexdigest()
    root = f"draftledger@{version.text}"
    names = {part.name: part.url for part in parts}
    document = {
        "bomFormat": "CycloneDX",
        "specVersion": "1.5",
        "serialNumber": f"urn:uuid:{uuid.uuid5(uuid.NAMESPACE_URL, f'{root}/{digest}')}",
        "version": 1,
        "metadata": {
            "timestamp": time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime(version.epoch)),
            "component": {
                "type": "application", "bom-ref": root, "name": "draftledger", "version": version.text,
                "hashes": [{"alg": "SHA-256", "content": digest}]},
        },
        "components": [component(part) for part in parts],
        "dependencies": [{"ref": root, "dependsOn": sorted({part.url for part in parts if part.is_linked})}] + [
            {"ref": part.url, "dependsOn": sorted({names[name] for name in part.needs if name in names})}
            for part in parts],
    }
    return (json.dumps(document, indent=2, ensure_ascii=False) + "\n").encode()


def component(part: Part) -> dict:
    shown = {"type": "library", "bom-ref": part.url, "name": part.name, "version": part.version,
             "scope": "required" if part.is_linked else "excluded", "purl": part.url}
    if part.licence:
        shown["licenses"] = [{"expression": part.licence}]
    if part.source:
        shown["externalReferences"] = [{"type": "distribution", "url": part.source}]
    if part.properties:
        shown["properties"] = [{"name": f"draftledger:{name}", "value": value} for name, value in part.properties.items()]
    return shown


def notices(parts: list[Part]) -> bytes:
    """The licences and notices of all linked parts. A text that several parts share is printed once."""
    texts: dict[str, list[str]] = {}
    for part in parts:
        if part.is_linked:
            for path in part.notices:
                texts.setdefault(path.read_text(errors="replace").strip(), []).append(part.name)
    silent = sorted({part.name for part in parts if part.is_linked and not part.notices})
    if silent:
        raise ReleaseError(f"No licence was found of {', '.join(silent)}, which the program is linked with.")
    rule = "=" * 78
    blocks = [f"{rule}\n{', '.join(sorted(set(names)))}\n{rule}\n\n{text}\n" for text, names in texts.items()]
    return ("draft-ledger: all rights reserved. The program contains the software below.\n\n" + "\n".join(blocks)).encode()


def parts_of(program: Program, tree: dict, linked: set[str] | None) -> list[Part]:
    """All parts of a program: what is in it, and the shared libraries that it opens."""
    return (swift_packages(tree, linked) + [toolchain()] + debian_packages(list(program.archives), "static")
            + debian_packages([library.path for library in program.libraries], "shared"))
