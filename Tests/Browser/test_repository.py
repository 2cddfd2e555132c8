"""What the files around the program say, and what the repository's own scripts do. Needs neither a browser nor a site."""

import json
import re

from server import ROOT


def paragraphs(text):
    """The words of each paragraph, wherever its lines end."""
    return [" ".join(paragraph.split()) for paragraph in re.split(r"\n(?: \.)?\n", text)]


def test_the_package_has_the_licence_of_the_sources():
    title, holder, *terms = paragraphs((ROOT / "LICENSE").read_text())
    assert title == "MIT License" and holder == "Copyright (c) 2026 the Moeum authors" and len(terms) == 3
    packaged = paragraphs((ROOT / "Scripts/packaging/copyright").read_text())
    assert f"Files: * Copyright: {holder.removeprefix('Copyright (c) ')} License: Expat" in packaged
    start = packaged.index(f"License: Expat {terms[0]}")
    assert packaged[start + 1:start + 3] == [terms[1], f"{terms[2]} Comment: also called the MIT licence"]
    assert 'licenses="MIT"' in (ROOT / "Scripts/packaging/Dockerfile").read_text()


def test_each_promise_of_security_names_its_tests():
    rows = re.findall(r"^\| .* \| (`.*`) \|$", (ROOT / "SECURITY.md").read_text(), re.MULTILINE)
    assert len(rows) >= 7
    there = {path.stem for path in (ROOT / "Tests").rglob("*") if path.suffix in (".swift", ".py")}
    assert {name for row in rows for name in re.findall(r"`(.+?)`", row)} - there == set()


def test_each_action_is_pinned_to_a_commit():
    workflows = "\n".join(path.read_text() for path in (ROOT / ".github/workflows").glob("*.yml"))
    used = re.findall(r"^.*\buses:.*$", workflows, re.MULTILINE)
    assert len(used) >= 6
    assert [line for line in used if not re.search(r"uses: [\w/-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+$", line)] == []
    # One version of each.
    assert len(set(re.findall(r"uses: (\S+)@", workflows))) == len(set(re.findall(r"uses: (\S+@\S+ # \S+)", workflows)))


def test_each_package_has_one_version():
    pins = json.loads((ROOT / "Package.resolved").read_text())["pins"]
    named = re.findall(r'\.package\(\s*url: "\S+/([\w-]+)",\s*exact: "([\d.]+)"', (ROOT / "Package.swift").read_text())
    assert sorted(named) == sorted((pin["identity"], pin["state"]["version"]) for pin in pins)
