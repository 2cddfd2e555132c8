"""A data directory has one server, and what is wrong with it is said in one line that helps."""

import os
import pathlib
import shutil
import signal
import sqlite3
import subprocess

import pytest
from server import PROGRAM, ROOT, Site, clean_environment

ADMIN = ["admin", "list"]


def run(directory, *words, **options):
    return subprocess.run([PROGRAM, *words, "--data-dir", directory], cwd=ROOT, env=clean_environment(), timeout=60,
                          stdin=subprocess.DEVNULL, capture_output=True, text=True, **options)


def refused(answer):
    """The one line in which something was refused."""
    assert answer.returncode != 0 and answer.stdout == ""
    (line,) = answer.stderr.splitlines()
    return line


@pytest.fixture
def prepared(tmp_path):
    """The folder of a database with nothing in it."""
    assert run(tmp_path / "data", "migrate").returncode == 0
    return tmp_path / "data"


def test_a_second_server_ends_and_names_the_first(tmp_path):
    site = Site(tmp_path / "data", "--no-sample")
    (tmp_path / "link").symlink_to(tmp_path / "data")
    for path in (tmp_path / "data", tmp_path / "link"):
        said = refused(run(path, "serve", "--port", "0"))
        assert f"process {site.process.pid} serves {tmp_path / 'data'} already" in said
    # Whoever does something beside it is not kept from it.
    for words in (ADMIN, ["migrate"], ["import", "file", str(ROOT / "Data/bookshops.csv")]):
        said = run(tmp_path / "data", *words)
        assert said.returncode == 0, said.stderr
    assert site.read_json("/places?kind=bookshop")["total"] > 0
    # Nothing outlives the process, however it ends.
    site.process.send_signal(signal.SIGKILL)
    site.process.wait(20)
    again = Site(tmp_path / "data", "--no-sample")
    assert again.request("/healthz")[0] == 200
    again.stop()
    site.log.close()


@pytest.mark.parametrize("words", [ADMIN, ["admin", "create", "--email", "haru@haneul.example", "--role", "admin"],
                                   ["import", "file", str(ROOT / "Data/bookshops.csv")],
                                   ["import", "seoul", "--key", "made-up", "--base-url", "http://127.0.0.1:1"]])
def test_in_the_wrong_folder_nothing_is_made(tmp_path, words):
    for folder in (tmp_path, tmp_path / "missing"):
        said = refused(run(folder, *words))
        assert f"there is no database {folder}/moeum.sqlite" in said and "--data-dir" in said
    assert list(tmp_path.iterdir()) == []
    # Nor in a file that is empty.
    (tmp_path / "moeum.sqlite").touch()
    assert f"{tmp_path}/moeum.sqlite: the database is empty" in refused(run(tmp_path, *words))
    with sqlite3.connect(tmp_path / "moeum.sqlite") as rows:
        assert rows.execute("SELECT COUNT(*) FROM sqlite_master").fetchone() == (0,)


@pytest.mark.parametrize("words", [["serve", "--port", "0"], ADMIN, ["migrate"]])
def test_a_newer_database_is_refused(prepared, words):
    with sqlite3.connect(prepared / "moeum.sqlite") as rows:
        rows.execute("INSERT INTO migrations (name, applied_at) VALUES ('999-later', 1)")
    # It says that this release may still use it.
    assert run(prepared, *ADMIN).returncode == 0
    with sqlite3.connect(prepared / "moeum.sqlite") as rows:
        rows.execute("UPDATE site_settings SET value = '99.0.0' WHERE name = 'smallest-release'")
    said = refused(run(prepared, *words))
    assert str(prepared / "moeum.sqlite") in said and "newer than this release" in said and "999-later" in said
    assert "start release 99.0.0 or a newer one" in said


@pytest.mark.parametrize("words", [["serve", "--port", "0"], ADMIN])
def test_a_damaged_file_is_named(prepared, words):
    (prepared / "moeum.sqlite").write_bytes(b"nothing that anybody could read" * 1_000)
    said = refused(run(prepared, *words))
    owner = prepared.owner()
    assert f"{prepared}/moeum.sqlite, which belongs to {owner}, is damaged" in said and "put a backup in its place" in said


def test_whoever_locks_it_is_named(prepared):
    with sqlite3.connect(prepared / "moeum.sqlite") as rows:
        (last,) = rows.execute("SELECT MAX(name) FROM migrations").fetchone()
        rows.execute("DELETE FROM migrations WHERE name = ?", [last])
    held = sqlite3.connect(prepared / "moeum.sqlite", isolation_level=None)
    held.execute("BEGIN IMMEDIATE")
    answer = run(prepared, "serve", "--port", "0")
    held.close()
    # A copy can be made all the same.
    copied, said = answer.stderr.splitlines()
    assert answer.returncode != 0 and "the database was copied before its schema changes" in copied
    assert [path.name for path in (prepared / "backups").iterdir()] == [f"before-{last}.sqlite"]
    assert f"{prepared}/moeum.sqlite, which belongs to {prepared.owner()}, is locked by process {os.getpid()}" in said


@pytest.mark.skipif(os.geteuid() != 0, reason="only root can run it as somebody else")
@pytest.mark.parametrize("part", ["", "moeum.sqlite", "serve.lock"])
def test_what_belongs_to_somebody_else_is_named_with_its_owner(part):
    # Where everybody may go, which pytest's own folders are not.
    directory = pathlib.Path("/var/tmp") / f"moeum-{os.getpid()}"
    try:
        assert run(directory, "migrate").returncode == 0
        (directory / "serve.lock").touch(0o600)
        for path in (directory, *directory.iterdir()):
            os.chown(path, 65534, 65534)
        os.chown(directory / part, 0, 0)
        said = refused(run(directory, "serve", "--port", "0", user=65534, group=65534, extra_groups=[]))
        named = str(directory / part) if part else str(directory)
        assert f"{named} belongs to root, and this program runs as nobody" in said and "run it as root" in said
    finally:
        shutil.rmtree(directory, ignore_errors=True)
