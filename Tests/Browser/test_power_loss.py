"""The disk loses power again and again while people write: whatever the site said yes to had been synced."""

import os
import random
import signal
import subprocess
import time

import pytest
from lossy_disk import AVAILABLE, Disk
from server import PROGRAM, ROOT, Site, clean_environment
from uploads import Sender, png
from working import Kept, Work, check_database, check_ended, check_kept, check_round, rows

# More, by whoever measures: see Benchmarks/README.md.
ROUNDS = int(os.environ.get("MOEUM_TEST_POWER_LOSSES", 3))
SENDERS = 3
WORDS = "국물이 맑고 밥이 고슬고슬해요"

# Where somebody says that it has to run, it is a fault that it cannot.
pytestmark = pytest.mark.skipif(not AVAILABLE and "MOEUM_TEST_NEEDS_FUSE" not in os.environ,
                                reason="needs FUSE and root")


@pytest.fixture
def disk(tmp_path):
    disk = Disk(tmp_path / "machine")
    yield disk
    disk.stop()


def test_the_disk_keeps_what_was_synced_alone(disk):
    """The proof of the proof."""
    (disk.mount / "kept").mkdir()
    for name, is_synced in (("kept/both", True), ("kept/name", False), ("kept/content", True)):
        with open(disk.mount / name, "w") as file:
            file.write("before")
            file.flush()
            if is_synced:
                os.fsync(file.fileno())
    folders = [os.open(disk.mount / path, os.O_RDONLY) for path in ("", "kept")]
    for folder in folders:
        os.fsync(folder)
    with open(disk.mount / "kept" / "content", "r+") as file:
        file.write("AFTER")
    with open(disk.mount / "kept" / "later", "w") as file:
        os.fsync(file.fileno())
    os.rename(disk.mount / "kept" / "both", disk.mount / "kept" / "renamed")
    for folder in folders:
        os.close(folder)
    disk.lose_power()
    found = {path.name: path.read_text() for path in (disk.mount / "kept").iterdir()}
    assert found == {"both": "before", "name": "", "content": "before"}


@pytest.mark.parametrize("fault", ["full", "fsync"])
def test_a_disk_that_fails_costs_writes_alone(disk, fault):
    folder = disk.make_folder("data")
    site = Site(folder, settings={"MOEUM_LIMITS": "off"})
    try:
        sender = Sender(folder, "sender")
        sender.connect(site)
        first, second, third = [id for (id,) in rows(folder, "SELECT id FROM places WHERE status = 'listed' LIMIT 3")]

        def write(place):
            return sender.send(f"/places/{place}/reviews", [("once", f"o{place}"), ("rating", 4), ("body", WORDS),
                                                            ("photos[]", png(64, 48, place))])[0]

        assert write(first) == 201
        with disk.failing(fault):
            # Somebody else's write may have found the fault first, and each answer is the same.
            assert [write(second), write(second)] == [503, 503]
            assert site.request("/healthz")[0] == 503
            for path in ("/", f"/places/{first}", "/places?q=냉면"):
                assert site.request(path)[0] == 200
        # Well again without a restart.
        assert site.request("/healthz")[0] == 200
        assert [write(second), write(third)] == [201, 201]
        check_database(folder)
        assert [place for (place,) in rows(folder, "SELECT place_id FROM reviews ORDER BY id")] == [first, second, third]
    finally:
        site.stop()


def test_a_backup_that_finds_no_room_leaves_nothing(disk):
    folder = disk.make_folder("data")
    Site(folder).stop()
    for target in (disk.mount / "copy.tar", folder.parent.parent / "copy.tar"):
        def backup(target=target):
            return subprocess.run([PROGRAM, "backup", target, "--data-dir", folder], cwd=ROOT, env=clean_environment(),
                                  capture_output=True, text=True, timeout=60)

        with disk.failing("full"):
            # The row that keeps photos cannot be written either, nor the copy of the database.
            assert backup().returncode == 1
        assert not target.exists() and not target.with_name("copy.tar.part").exists()
        assert list((folder / "backups").glob("*")) == []
        said = backup()
        assert said.returncode == 0, said.stderr


def test_whatever_was_said_yes_to_outlives_a_power_loss(disk):
    seed = random.randrange(1 << 32)
    print("seed", seed)
    chance = random.Random(seed)
    folder, settings = disk.make_folder("data"), {"MOEUM_LIMITS": "off"}
    site = Site(folder, settings=settings)
    try:
        senders = [Sender(folder, f"sender{number}") for number in range(SENDERS)]
        places = [id for (id,) in rows(folder, "SELECT id FROM places WHERE status = 'listed' ORDER BY id")]
        left = [chance.sample(places, len(places)) for _ in senders]
        everything = [Kept.nothing() for _ in senders]
        for _ in range(ROUNDS):
            for sender in senders:
                sender.connect(site)
            works = [Work(sender, places, [], chance.random()) for sender, places in zip(senders, left)]
            for work in works:
                work.start()
            time.sleep(chance.uniform(0.5, 3))
            site.process.send_signal(signal.SIGKILL)
            site.stop()
            check_ended(works)
            disk.lose_power()
            site = Site(folder, settings=settings)
            check_round(site, works, everything, folder)
        for sender, kept in zip(senders, everything):
            check_kept(sender, kept)
        print(sum(kept.count() for kept in everything), "said yes to and there, after", ROUNDS, "power losses")
        assert sum(len(kept.reviews) for kept in everything) > 0
    finally:
        site.stop()
