"""What .ci/check-commits says of the subjects of commits, in repositories of the tests' own."""

import os
import shutil
import subprocess

import pytest
from server import ROOT

IDENTITY = {f"GIT_{who}_{what}": value for who in ("AUTHOR", "COMMITTER")
            for what, value in (("NAME", "Haru"), ("EMAIL", "haru@haneul.example"))}
# Neither this machine's settings nor the repository around a hook.
ENVIRONMENT = {name: value for name, value in os.environ.items() if not name.startswith("GIT_")} | IDENTITY | {
    "GIT_CONFIG_GLOBAL": "/dev/null", "GIT_CONFIG_NOSYSTEM": "1"}


def git(folder, *words):
    subprocess.run(["git", *words], cwd=folder, env=ENVIRONMENT, check=True, capture_output=True, timeout=60)


def commit(folder, *subjects):
    for subject in subjects:
        git(folder, "commit", "--quiet", "--allow-empty", "-m", subject)


def checked(folder):
    return subprocess.run([folder / ".ci/check-commits"], cwd="/", env=ENVIRONMENT, capture_output=True, text=True, timeout=60)


@pytest.fixture
def folder(tmp_path):
    """A repository that has the script since its second commit."""
    made = tmp_path / "made"
    (made / ".ci").mkdir(parents=True)
    git(made, "init", "--quiet", "--initial-branch", "main")
    commit(made, "The first steps")
    shutil.copy(ROOT / ".ci/check-commits", made / ".ci/check-commits")
    git(made, "add", ".")
    commit(made, "Checks what is written")
    return made


def test_good_subjects_pass(folder):
    commit(folder, "places: keep filters while a list goes on", "two-factor: pass the code on", "diary, wall: need no script",
           "tests: bring the process to an end", "web: shed load, and say so", "home: find, count and list places",
           "photos: process each picture once", "log: focus on one line",
           # 72 characters, and more bytes.
           "words: say " + "가" * 61)
    said = checked(folder)
    assert said.returncode == 0 and said.stderr == ""


@pytest.mark.parametrize(("subject", "reason"), [
    ("places: " + "keep " * 13, None),
    ("places: " + "keep " * 12 + "them x", "has 74 characters, more than 72"),
    ("keep filters while a list goes on", "is not like 'area: verb …'"),
    ("Places: keep filters", "is not like 'area: verb …'"),
    ("places:keep filters", "is not like 'area: verb …'"),
    ("places: keep", "is not like 'area: verb …'"),
    ("places: a list keeps its filters", "has 'a' where"),
    ("places: what a list keeps", "has 'what' where"),
    ("places: they keep filters", "has 'they' where"),
    ("places: keeps filters", "has 'keeps' where"),
    ("places: filtered lists go on", "has 'filtered' where"),
    ("places: keeping filters", "has 'keeping' where"),
    ("places: PostgreSQL keeps filters", "has 'PostgreSQL' where"),
])
def test_each_subject_is_judged(folder, subject, reason):
    commit(folder, subject, "places: keep this one")
    said = checked(folder)
    if reason is None:
        assert said.returncode == 0 and said.stderr == ""
    else:
        (line,) = said.stderr.splitlines()
        assert said.returncode == 1 and f"'{subject}' {reason}" in line


def test_merges_are_left_out_and_what_they_bring_is_not(folder):
    git(folder, "switch", "--quiet", "-c", "side")
    commit(folder, "lists: keep their order")
    git(folder, "switch", "--quiet", "main")
    git(folder, "merge", "--quiet", "--no-ff", "-m", "Merge the side into main", "side")
    assert checked(folder).returncode == 0
    git(folder, "switch", "--quiet", "side")
    commit(folder, "lists: kept")
    git(folder, "switch", "--quiet", "main")
    git(folder, "merge", "--quiet", "--no-ff", "-m", "Merge the side once more", "side")
    said = checked(folder)
    assert said.returncode == 1 and "lists: kept" in said.stderr and "Merge" not in said.stderr


def test_a_shallow_clone_is_checked_as_far_as_it_goes(folder, tmp_path):
    commit(folder, "Wrong", "places: keep this one", "places: keep that one")
    for depth, result in ((1, 0), (2, 0), (3, 0), (4, 1)):
        clone = tmp_path / f"clone{depth}"
        git(tmp_path, "clone", "--quiet", "--depth", str(depth), folder.as_uri(), clone)
        assert checked(clone).returncode == result, depth


def test_without_a_history_there_is_nothing_to_check(folder, tmp_path):
    commit(folder, "Wrong")
    # In another repository, whose commits are not ours.
    git(tmp_path, "init", "--quiet")
    commit(tmp_path, "Wrong too")
    shutil.rmtree(folder / ".git")
    said = checked(folder)
    assert said.returncode == 0 and "no history" in said.stderr
