"""What the files around the program say, and what the repository's own scripts do. Needs neither a browser nor a running site."""

import hashlib
import json
import os
import re
import subprocess

import pytest
from server import PROGRAM, ROOT

BUILD = PROGRAM.parents[1]
ARCHITECTURE = subprocess.run(["dpkg", "--print-architecture"], check=True, capture_output=True, text=True).stdout.strip()


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


def test_blame_skips_commits_that_exist():
    lines = (ROOT / ".git-blame-ignore-revs").read_text().splitlines()
    commits = [line for line in lines if line and not line.startswith("#")]
    assert len(commits) >= 3 and all(re.fullmatch("[0-9a-f]{40}", commit) for commit in commits)

    def git(*words):
        return subprocess.run(["git", *words], cwd=ROOT, capture_output=True, text=True)

    if git("rev-parse", "--is-shallow-repository").stdout == "false\n":
        for commit in commits:
            assert git("merge-base", "--is-ancestor", commit, "HEAD").returncode == 0, commit
            assert f"# {git('log', '-1', '--format=%s', commit).stdout.strip()}" in lines


@pytest.fixture
def bill(tmp_path):
    """Makes the bill of materials of a package that says it has the program of this build; returns it and the package's path."""
    (tmp_path / "moeum/DEBIAN").mkdir(parents=True)
    (tmp_path / "moeum/DEBIAN/control").write_text(
        f"Package: moeum\nVersion: 1.2.3\nArchitecture: {ARCHITECTURE}\nMaintainer: Haru <haru@haneul.example>\n"
        "Description: a test\n")
    package = tmp_path / "moeum.deb"
    subprocess.run(["dpkg-deb", "--build", tmp_path / "moeum", package], check=True, capture_output=True)

    def make(*libraries):
        made = subprocess.run(["Scripts/packaging/bill-of-materials", BUILD, package, *libraries], cwd=ROOT, timeout=60,
                              env=os.environ | {"SOURCE_DATE_EPOCH": "1800000000"}, capture_output=True, text=True)
        return made, package

    return make


@pytest.mark.skipif(not (BUILD / "release.yaml").exists(), reason="the program was built elsewhere")
def test_the_bill_of_materials_names_what_is_linked(bill):
    made, package = bill("libsqlite3-0", "libc6")
    assert made.returncode == 0, made.stderr
    assert bill("libc6", "libsqlite3-0")[0].stdout == made.stdout
    said = json.loads(made.stdout)
    program, components = said["metadata"]["component"], said["components"]
    assert (program["version"], said["metadata"]["timestamp"]) == ("1.2.3", "2027-01-15T08:00:00Z")
    assert program["hashes"] == [{"alg": "SHA-256", "content": hashlib.sha256(package.read_bytes()).hexdigest()}]
    names = [component["name"] for component in components]
    assert names[0] == "swift" and names[-2:] == ["libc6", "libsqlite3-0"]
    # What the targets name, and what that brings along; what is resolved and linked into nothing is left out.
    assert {"hummingbird", "swift-argument-parser", "swift-nio", "swift-collections"} <= set(names)
    assert not {"swift-crypto", "async-http-client", "swift-configuration"} & set(names)
    versions = {pin["identity"]: pin["state"]["version"] for pin in json.loads((ROOT / "Package.resolved").read_text())["pins"]}
    for component in components[1:-2]:
        assert component["purl"].endswith(f"/{component['name']}@{versions[component['name']]}")
        assert component["licenses"][0]["expression"].startswith("Apache-2.0")
    assert re.fullmatch(rf"pkg:deb/debian/libc6@2\.[\w.%~-]+\?arch={ARCHITECTURE}", components[-2]["purl"])
    assert said["dependencies"] == [{"ref": "moeum", "dependsOn": [component["bom-ref"] for component in components]}]


@pytest.mark.skipif(not (BUILD / "release.yaml").exists(), reason="the program was built elsewhere")
def test_no_bill_is_made_of_what_is_not_installed(bill):
    made, _ = bill("libmade-up1")
    assert made.returncode != 0 and made.stdout == ""
