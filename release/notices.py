#!/usr/bin/env python3
"""Prints the licences of everything that is linked into the program: crates, and the packages of the page.

Run it in a checkout in which the program has been built: the texts are taken from the sources of the crates.
"""

import json
import pathlib
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent
NAMES = ("LICENSE", "LICENCE", "COPYING", "NOTICE", "UNLICENSE")


def texts(folder):
    """Returns the licence files of a package by name."""
    if not folder.is_dir():
        return []
    files = [path for path in folder.iterdir() if path.is_file() and path.name.upper().startswith(NAMES)]
    return [(path.name, path.read_text(errors="replace").strip()) for path in sorted(files)]


def crates():
    """Yields name, version, licence and folder of every crate that the program is built from."""
    command = ["cargo", "metadata", "--format-version", "1", "--locked"]
    metadata = json.loads(subprocess.run(command, cwd=ROOT, check=True, capture_output=True).stdout)
    packages = {package["id"]: package for package in metadata["packages"]}
    nodes = {node["id"]: node for node in metadata["resolve"]["nodes"]}
    waiting = [key for key, package in packages.items() if package["name"] == "zermelo"]
    seen = set(waiting)
    while waiting:
        for dependency in nodes[waiting.pop()]["deps"]:
            # Crates of tests and of build scripts are not linked.
            linked = any(kind["kind"] is None for kind in dependency["dep_kinds"])
            if linked and dependency["pkg"] not in seen:
                seen.add(dependency["pkg"])
                waiting.append(dependency["pkg"])
    for key in sorted(seen, key=lambda key: (packages[key]["name"], packages[key]["version"])):
        package = packages[key]
        if package["source"] is not None:
            folder = pathlib.Path(package["manifest_path"]).parent
            yield package["name"], package["version"], package["license"] or "see below", folder


def page():
    """Yields the same for the packages that are built into the page."""
    lock = json.loads((ROOT / "web/package-lock.json").read_text())["packages"]
    for key, package in sorted(lock.items()):
        if key and not package.get("dev"):
            name = key.removeprefix("node_modules/")
            yield name, package["version"], package.get("license", "see below"), ROOT / "web" / key


def main():
    """Prints a table, and then the texts."""
    packages = [*crates(), *page()]
    print("Zermelo contains the following works of others.\n")
    for name, version, licence, _ in packages:
        print(f"{name} {version}: {licence}")
    for name, version, _, folder in packages:
        for file, text in texts(folder):
            print(f"\n{'=' * 78}\n{name} {version}, {file}\n{'=' * 78}\n{text}")


if __name__ == "__main__":
    sys.exit(main())
