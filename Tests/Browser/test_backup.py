"""A backup beside a running site brings back all that it had said yes to, and half of one brings back nothing."""

import email
import email.policy
import json
import os
import pathlib
import random
import subprocess
import tarfile
import time

import pytest
from server import PROGRAM, ROOT, Site, clean_environment
from uploads import Sender
from working import SIZES, Kept, Work, check_database, check_ended, check_kept, check_votes, rows

# More, by whoever measures: see Benchmarks/README.md.
BACKUPS = int(os.environ.get("MOEUM_TEST_BACKUPS", 3))
SENDERS = 3


def run(*words, directory, stdin=None, **settings):
    return subprocess.run([PROGRAM, *map(str, words), "--data-dir", directory], cwd=ROOT, timeout=300, input=stdin,
                          env=clean_environment() | settings, capture_output=True)


def done(answer):
    assert answer.returncode == 0, answer.stderr.decode()
    return answer.stdout.decode()


@pytest.fixture
def working(tmp_path):
    """A site on which people write, the people, and what they were told; it ends with the test."""
    site = Site(tmp_path / "data", settings={"MOEUM_LIMITS": "off"})
    senders = [Sender(tmp_path / "data", f"sender{number}") for number in range(SENDERS)]
    chance = random.Random()
    places = [id for (id,) in rows(tmp_path / "data", "SELECT id FROM places WHERE status = 'listed' ORDER BY id")]
    for sender in senders:
        sender.connect(site)
    works = [Work(sender, chance.sample(places, len(places)), [], chance.random()) for sender in senders]
    for work in works:
        work.start()
    yield site, works
    site.stop()
    check_ended(works)


def told(works):
    """What everybody has been told by now."""
    everything = []
    for work in works:
        kept = Kept.nothing()
        kept.add([type(part)(part) for part in work.kept])
        everything.append(kept)
    return everything


def check_restored(directory, everything):
    """All of it is in a restored data directory, which nobody serves yet."""
    check_database(directory)
    check_votes(directory, everything)
    reviews = {id for (id,) in rows(directory, "SELECT id FROM reviews")}
    photos = {id for (id,) in rows(directory, "SELECT id FROM photos")}
    for kept in everything:
        assert {int(review) for review, *_ in kept.reviews} <= reviews
        assert {int(photo) for photo, _ in kept.photos} <= photos
    stored = {path.name for path in (directory / "photos").rglob("*") if path.is_file()}
    assert stored == {name + size for (name,) in rows(directory, "SELECT file FROM photo_blobs") for size in SIZES}


def test_every_backup_of_a_busy_site_restores_whole(tmp_path, working):
    site, works = working
    longest = 0
    for number in range(BACKUPS):
        time.sleep(0.5)
        everything = told(works)
        begin = time.monotonic()
        copy = tmp_path / f"{number}.tar{'.gz' if number % 2 else ''}"
        assert done(run("backup", copy, directory=tmp_path / "data")).startswith("backed up ")
        longest = max(longest, time.monotonic() - begin)
        restored = tmp_path / f"restored{number}"
        assert "restored " in done(run("restore", copy, directory=restored))
        check_restored(restored, everything)
        assert all(work.is_alive() for work in works)
    print(sum(kept.count() for kept in told(works)), "said yes to meanwhile; the longest backup took", f"{longest:.2f} s")
    # What came back is a site: the last one serves what people see, and knows nobody's session.
    cookies = [work.sender.cookie for work in works]
    other = Site(restored, settings={"MOEUM_LIMITS": "off"})
    try:
        for work, kept, cookie in zip(works, everything, cookies):
            reader = Sender.__new__(Sender)
            reader.email, reader.cookie, reader.connection = work.sender.email, None, None
            reader.connect(other)
            check_kept(reader, kept)
            assert reader.ask("GET", "/settings", cookie=cookie)[0] == 303
            reader.connection.close()
    finally:
        other.stop()


def test_a_backup_is_a_tar_that_other_programs_read(tmp_path, working):
    copy = tmp_path / "copy.tar"
    # By standard output too, where nothing else is said.
    answer = run("backup", "-", directory=tmp_path / "data")
    assert answer.returncode == 0 and answer.stderr.decode().startswith("backed up ")
    copy.write_bytes(answer.stdout)
    with tarfile.open(copy) as archive:
        assert all(member.isfile() and member.mode == 0o600 for member in archive)
        names = archive.getnames()
        manifest = json.load(archive.extractfile("manifest.json"))
    assert names[0] == "moeum.sqlite" and names[-1] == "manifest.json"
    assert [file["path"] for file in manifest["files"]] == names[:-1]
    assert manifest["rows"]["places"] == 580 and "101-accounts" in manifest["migrations"]
    assert "restored 580 places" in done(run("restore", "-", directory=tmp_path / "new", stdin=answer.stdout))


def test_a_backup_that_is_killed_leaves_a_whole_one_or_none(tmp_path, working):
    """Nor does it keep the next one from being made."""
    for number in range(5):
        backup = subprocess.Popen([PROGRAM, "backup", tmp_path / "copy.tar", "--data-dir", tmp_path / "data"], cwd=ROOT,
                                  env=clean_environment(), stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        while not (tmp_path / "copy.tar.part").exists() and backup.poll() is None:
            time.sleep(0.002)
        time.sleep(random.uniform(0, 0.1))
        backup.kill()
        backup.wait(20)
        # What has its name is whole, also where the program had no time to say so.
        if (tmp_path / "copy.tar").exists():
            done(run("restore", tmp_path / "copy.tar", directory=tmp_path / f"killed{number}"))
            (tmp_path / "copy.tar").unlink()
    done(run("backup", tmp_path / "copy.tar", directory=tmp_path / "data"))
    assert not (tmp_path / "copy.tar.part").exists()
    done(run("restore", tmp_path / "copy.tar", directory=tmp_path / "new"))


def test_where_there_is_no_room_nothing_is_half_done(tmp_path, working):
    site, works = working
    small = pathlib.Path("/dev/full")
    with open(small, "wb") as full:
        failed = subprocess.run([PROGRAM, "backup", "-", "--data-dir", tmp_path / "data"], cwd=ROOT, timeout=60,
                                env=clean_environment(), stdout=full, stderr=subprocess.PIPE)
    assert failed.returncode == 1 and b"the archive cannot be written" in failed.stderr
    answer = run("backup", tmp_path / "missing" / "copy.tar", directory=tmp_path / "data")
    assert answer.returncode == 1 and b"cannot be written: No such file or directory" in answer.stderr
    assert all(work.is_alive() for work in works)


def test_the_site_backs_itself_up(tmp_path):
    folder = tmp_path / "backups"
    folder.mkdir()
    for day in range(10, 15):
        (folder / f"moeum-202601{day}-000000.tar.gz").touch()
    for name, age in (("moeum-20260109-000000.tar.gz.part", 7_200), ("moeum-20260110-010000.tar.gz.part", 0)):
        (folder / name).touch()
        os.utime(folder / name, (time.time() - age,) * 2)
    (folder / "notes.txt").touch()
    site = Site(tmp_path / "data", settings={"MOEUM_BACKUP_TO": str(folder), "MOEUM_BACKUP_KEEP": "3"})
    try:
        end = time.monotonic() + 60
        while "notes.txt" not in (names := sorted(path.name for path in folder.iterdir())) or len(names) != 5:
            assert time.monotonic() < end, names
            time.sleep(0.1)
        # The oldest are gone and what was broken off; what somebody is writing and what is no backup are not.
        assert names[0] == "moeum-20260110-010000.tar.gz.part"
        assert names[1:3] == ["moeum-20260113-000000.tar.gz", "moeum-20260114-000000.tar.gz"]
        newest = folder / names[3]
        assert "restored 580 places" in done(run("restore", newest, directory=tmp_path / "new"))
    finally:
        site.stop()


def test_staff_are_told_when_a_backup_fails(tmp_path):
    Site(tmp_path / "data", "--no-sample").stop()
    done(run("admin", "create", "--email", "haru@haneul.example", "--role", "admin", directory=tmp_path / "data"))
    site = Site(tmp_path / "data", "--no-sample", settings={"MOEUM_BACKUP_TO": str(tmp_path / "missing")})
    try:
        end = time.monotonic() + 60
        while not (letters := list((tmp_path / "data" / "mail").glob("*.eml"))):
            assert time.monotonic() < end
            time.sleep(0.1)
        letter = email.message_from_bytes(letters[0].read_bytes(), policy=email.policy.default)
        assert len(letters) == 1 and letter["To"] == "haru@haneul.example"
        assert "/admin/diagnostics" in letter.get_body(("plain",)).get_content()
        assert "a job failed" in site.log_path.read_text()
    finally:
        site.stop()
