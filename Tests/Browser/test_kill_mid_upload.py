"""The program is killed again and again while people send photos, reviews and diaries: whatever it said yes to is there."""

import os
import random
import signal
import time

from server import Site
from uploads import Sender, workers_of
from working import Kept, Work, check_ended, check_kept, check_round, check_rows, orphans, rows

# More of each for measuring: see Benchmarks/README.md. Where a busy machine answers little, there are more rounds, until the
# site has said yes to something of each kind.
ROUNDS = int(os.environ.get("MOEUM_TEST_KILLS", 12))
MOST = 5 * ROUNDS
SECONDS = float(os.environ.get("MOEUM_TEST_KILL_AFTER", 1.2))
SENDERS = int(os.environ.get("MOEUM_TEST_SENDERS", 4))


def kill(site):
    site.process.send_signal(signal.SIGKILL)
    site.stop()


def wait_until(fact, within=60):
    end = time.monotonic() + within
    while not (seen := fact())[0]:
        assert time.monotonic() < end, seen[1:]
        time.sleep(0.1)


def test_whatever_was_said_yes_to_outlives_a_kill(tmp_path):
    seed = random.randrange(1 << 32)
    print("seed", seed)
    chance = random.Random(seed)
    settings = {"MOEUM_LIMITS": "off"}
    site = Site(tmp_path, settings=settings)
    try:
        senders = [Sender(tmp_path, f"sender{number}") for number in range(SENDERS)]
        places = [id for (id,) in rows(tmp_path, "SELECT id FROM places WHERE status = 'listed' ORDER BY id")]
        left = [chance.sample(places, len(places)) for _ in senders]
        everything = [Kept.nothing() for _ in senders]
        cut_off, starts = 0, []

        def lacks_a_kind():
            return not all(any(getattr(kept, kind) for kept in everything) for kind in Kept._fields)

        for number in range(MOST):
            if number >= ROUNDS and not lacks_a_kind():
                break
            for sender in senders:
                sender.connect(site)
            # The latest reviews of the others.
            others = [[review for other in everything if other is not kept for review, *_ in other.reviews[-9:]]
                      for kept in everything]
            others = [[review for review in reviews if review not in kept.votes]
                      for reviews, kept in zip(others, everything)]
            works = [Work(*each, chance.random()) for each in zip(senders, left, others)]
            for work in works:
                work.start()
            # Long enough that some are in the middle of everything.
            time.sleep(chance.uniform(0.05, SECONDS))
            started = workers_of(site)
            kill(site)
            check_ended(works)
            cut_off += len(orphans(tmp_path))
            wait_until(lambda: (not any(os.path.exists(f"/proc/{id}") for id in started), started), within=30)
            begin = time.monotonic()
            site = Site(tmp_path, settings=settings)
            starts.append(time.monotonic() - begin)
            check_round(site, works, everything, tmp_path)
        # The start's sweep has a minute.
        wait_until(lambda: ((lost := orphans(tmp_path)) == [], lost))
        # And has taken nothing that somebody has.
        for sender, kept in zip(senders, everything):
            check_kept(sender, kept)
        check_rows(tmp_path, everything)
        counts = {kind: sum(len(getattr(kept, kind)) for kept in everything) for kind in Kept._fields}
        print(sum(counts.values()), "said yes to and there:", counts)
        print(cut_off, "files left in the middle; started again within", f"{max(starts):.2f} s")
        assert not lacks_a_kind()
        # Otherwise none of the kills came in the middle of anything.
        assert cut_off > 0
    finally:
        site.stop()
