"""Days pass for a site that is used: nothing grows with them but what people keep."""

import json
import os
import pathlib
import random
import statistics
import struct
import subprocess
import time

from server import PROGRAM, ROOT, Site, clean_environment
from uploads import Sender
from working import Kept, Work, check_kept, check_rows, rows

# More, by whoever measures: see Benchmarks/README.md.
# At least four.
DAYS = int(os.environ.get("MOEUM_TEST_SOAK_DAYS", 4))
STEPS = int(os.environ.get("MOEUM_TEST_SOAK_STEPS", 2))
PEOPLE = 3
# The site writes 4 MiB back at a time; a page that is read for long keeps more.
LARGEST_LOG = 32 << 20


class Clock:
    """The clock of a program, which only a test moves."""

    def __init__(self, folder):
        library = folder / "moved_clock.so"
        subprocess.run(["clang", "-shared", "-fPIC", "-o", library, ROOT / "Tests/Browser/moved_clock.c"], check=True)
        self.file, self.moved = folder / "clock", 0
        self.settings = {"LD_PRELOAD": str(library), "MOEUM_TEST_CLOCK": str(self.file)}
        self.move(0)

    def move(self, seconds):
        self.moved += seconds
        # In place: the program has mapped it.
        with open(self.file, "r+b" if self.file.exists() else "wb") as file:
            file.write(struct.pack("q", self.moved))

    def now(self):
        return time.time() + self.moved


def memory_of(site):
    """Bytes of its own, without those of files: the database grows, and the system may take its pages back."""
    status = pathlib.Path(f"/proc/{site.process.pid}/status").read_text()
    return next(int(line.split()[1]) for line in status.splitlines() if line.startswith("RssAnon")) * 1024


def handles(site):
    return len(os.listdir(f"/proc/{site.process.pid}/fd"))


def wait_until(fact, within=60):
    end = time.monotonic() + within
    while not fact():
        assert time.monotonic() < end
        time.sleep(0.05)


def read_around(site, chance):
    for _ in range(40):
        words = "".join(chance.choices("가나다라마바사아자차", k=2))
        path = chance.choice(["/", "/places", f"/places?q={words}", f"/places?page={chance.randrange(20)}",
                              "/places?sort=rating", "/reviews", "/map", "/login", "/nowhere"])
        assert site.request(path)[0] in (200, 404), path


def write_for_a_while(senders, places, everything, chance):
    works = [Work(sender, [chance.choice(places) for _ in range(3)], [], chance.random()) for sender in senders]
    for work in works:
        # Each writes of three places, or changes nothing where it has been before.
        for _ in range(3):
            work.step()
        assert work.surprises == []
    for work, kept in zip(works, everything):
        # Of those that are in no review, nothing is left after a day.
        work.kept.photos.clear()
        kept.add(work.kept)


def has_swept(folder, time):
    found = rows(folder, "SELECT ended_at FROM sweeps WHERE name = 'photos'")
    return found and found[0][0] >= time * 1_000


def pass_time(folder, clock, seconds):
    """What is done every hour is done then."""
    clock.move(seconds)
    wait_until(lambda: has_swept(folder, clock.now() - 600))


def test_days_leave_nothing_behind_but_what_people_keep(tmp_path):
    seed = random.randrange(1 << 32)
    print("seed", seed)
    chance = random.Random(seed)
    folder, backups, clock = tmp_path / "site", tmp_path / "backups", Clock(tmp_path)
    backups.mkdir()
    settings = clock.settings | {"MOEUM_LIMITS": "off", "MOEUM_BACKUP_TO": str(backups), "MOEUM_BACKUP_KEEP": "3",
                                 # Full after the first day: what is kept is no growth.
                                 "MOEUM_PAGE_CACHE": "2"}
    site = Site(folder, settings=settings)
    try:
        senders = [Sender(folder, f"sender{number}") for number in range(PEOPLE)]
        everything = [Kept.nothing() for _ in senders]
        places = [id for (id,) in rows(folder, "SELECT id FROM places WHERE status = 'listed' ORDER BY id")]
        memory, log, open_files = [], 0, []
        for day in range(DAYS):
            for sender in senders:
                # Sessions end, and connections with them.
                sender.cookie = None
                sender.connect(site)
            for _ in range(STEPS):
                read_around(site, chance)
                write_for_a_while(senders, places, everything, chance)
                pass_time(folder, clock, 86_400 // STEPS)
                log = max(log, (folder / "moeum.sqlite-wal").stat().st_size)
                for sender in senders:
                    sender.connect(site)
            # Another hour, in which nothing large is done: what the backup has freed is given back.
            pass_time(folder, clock, 3_700)
            memory.append(memory_of(site))
            open_files.append(handles(site))
            print(f"day {day + 1}: {memory[-1] >> 20} MiB, {open_files[-1]} files open, log up to {log >> 20} MiB",
                  flush=True)
        for sender, kept in zip(senders, everything):
            check_kept(sender, kept)
        check_rows(folder, everything)
        assert log <= LARGEST_LOG
        # Each day one more, of which three are kept.
        wait_until(lambda: len(list(backups.glob("moeum-*.tar.gz"))) == min(DAYS + 1, 3))
        assert open_files[-1] <= max(open_files[:max(1, DAYS // 2)]) + 10
        quarter = DAYS // 4
        before, after = (statistics.median(part) for part in (memory[quarter:2 * quarter], memory[-quarter:]))
        print(f"memory: {before / 2 ** 20:.1f} MiB in the second quarter, {after / 2 ** 20:.1f} MiB in the last")
        # The first days fill what is kept.
        assert after <= (1.1 if DAYS >= 20 else 1.5) * before
        said = subprocess.run([PROGRAM, "doctor", "--json", "--data-dir", folder], cwd=ROOT, capture_output=True,
                              env=clean_environment() | settings, text=True, timeout=60)
        broken = [check for check in json.loads(said.stdout)["checks"] if check["state"] == "broken"]
        assert broken == []
    finally:
        site.stop()
