"""People who write as fast as the site answers, what it said yes to, and whether that is all there."""

import collections
import http.client
import json
import random
import sqlite3
import threading
import urllib.parse

from uploads import png

SIZES = ["-320.webp", "-640.webp", "-1280.webp", ".jpg"]

# Entries by their id, with the texts that may stand there: the last one that was said yes to, and what was sent since.
FIELDS = "photos reviews votes entries logins"


class Kept(collections.namedtuple("Kept", FIELDS)):
    """All that one person was told is there."""

    @classmethod
    def nothing(cls):
        return cls([], [], [], {}, [])

    def add(self, other):
        """What the same person was told since."""
        for mine, new in zip(self, other):
            mine.update(new) if isinstance(mine, dict) else mine.extend(new)

    def count(self):
        return sum(map(len, self))


class Work(threading.Thread):
    """One person who sends as fast as the site answers, until it is gone. What it said yes to is in `kept`."""

    def __init__(self, sender, places, others, seed):
        """`others` are reviews of other people that nobody knows this one to have voted for."""
        super().__init__(daemon=True)
        self.sender, self.places, self.others, self.random = sender, places, others, random.Random(seed)
        self.kept = Kept.nothing()
        self.surprises = []

    def run(self):
        try:
            while True:
                self.step()
        except (OSError, http.client.HTTPException):
            # Killed in the middle of an answer.
            pass

    def picture(self):
        # Some are the same: they share their files.
        seed = self.random.randrange(1 << 24) if self.random.random() < 0.8 else 7
        return png(*self.random.choice([(64, 48), (400, 300), (900, 600)]), seed)

    def step(self):
        ids = []
        for _ in range(self.random.randrange(3)):
            status, photo = self.sender.upload(self.picture())
            if status == 201:
                ids.append(photo["id"])
                self.kept.photos.append((photo["id"], photo["thumb"]))
            elif status != 503:
                self.surprises.append((status, photo))
        place = self.places.pop()
        fields = [("once", f"o{self.random.randrange(10 ** 20)}"), ("rating", self.random.randrange(1, 6)),
                  ("body", f"국물이 맑고 밥이 고슬고슬해요 {place}")]
        fields += [("photo_id", id) for id in ids] + [("alt", f"사진 {id}") for id in ids]
        files = [self.picture() for _ in range(self.random.randrange(2))]
        status, review = self.sender.send(f"/places/{place}/reviews", fields + [("photos[]", file) for file in files])
        if status == 201:
            self.kept.reviews.append((review["id"], place, len(ids) + len(files)))
        elif status not in (503, 409):
            self.surprises.append((status, review))
        self.keep_diary()
        if self.random.random() < 0.1:
            self.kept.logins.append(self.sender.logged_in())
        if self.others:
            self.vote(self.others.pop())

    def keep_diary(self):
        number = self.random.randrange(10 ** 20)
        first, second = f"국물 {number}", f"국물 {number} 한 그릇 더"
        saved = self.save(f"/diary/drafts/d{number}", text=first, on="2026-01-05")
        if not saved:
            return
        self.kept.entries[saved["id"]] = [first, second]
        if self.save(f"/diary/entries/{saved['id']}", text=second, on="2026-01-05", rev=saved["rev"]):
            self.kept.entries[saved["id"]] = [second]

    def save(self, path, **fields):
        """What was saved of an entry; None where the site had no time."""
        status, _, body = self.sender.ask("PUT", path, urllib.parse.urlencode(fields).encode(),
                                          "application/x-www-form-urlencoded", accept="application/json")
        if status in (200, 201):
            return json.loads(body)
        if status != 503:
            self.surprises.append((status, body))
        return None

    def vote(self, review):
        status, _, body = self.sender.ask("POST", f"/reviews/{review}/helpful", b"on=1",
                                          "application/x-www-form-urlencoded", accept="application/json")
        if status == 200:
            self.kept.votes.append(review)
        elif status != 503:
            self.surprises.append((status, body))


def rows(folder, statement):
    with sqlite3.connect(f"file:{folder}/moeum.sqlite?mode=ro", uri=True, timeout=20) as database:
        found = database.execute(statement).fetchall()
    database.close()
    return found


def orphans(folder):
    """Files that no row speaks of, and whatever was still coming in."""
    known = {name + size for (name,) in rows(folder, "SELECT file FROM photo_blobs") for size in SIZES}
    stored = [path for path in (folder / "photos").rglob("*") if path.is_file()]
    return [str(path) for path in stored if path.name not in known] + [str(p) for p in (folder / "uploads").glob("*")]


def check_photo(sender, thumb):
    """Each size is a whole picture of its kind."""
    name = thumb.removesuffix(SIZES[0])
    for size in SIZES:
        status, headers, body = sender.ask("GET", name + size)
        assert status == 200, name + size
        if size == ".jpg":
            assert body[:3] == b"\xff\xd8\xff" and body[-2:] == b"\xff\xd9", name + size
        else:
            assert body[:4] == b"RIFF" and int.from_bytes(body[4:8], "little") + 8 == len(body), name + size


def check_kept(sender, kept):
    for _, thumb in kept.photos:
        check_photo(sender, thumb)
    for review, place, count in kept.reviews:
        status, _, body = sender.ask("GET", f"/reviews/{review}", accept="application/json")
        assert status == 200, review
        model = json.loads(body)["review"]
        assert f"고슬고슬해요 {place}" in model["body"]
        assert len(model["photos"]) == count
        for photo in model["photos"]:
            status, _, _ = sender.ask("GET", photo["src"])
            assert status == 200, photo


# What is stored beside each row, and what it must be equal to.
COUNTS = [
    ("places", "review_count", "SELECT COUNT(*) FROM reviews r WHERE r.place_id = t.id AND r.is_shown = 1"),
    ("places", "photo_count", "SELECT COUNT(*) FROM photos p WHERE p.place_id = t.id AND p.is_shown = 1"),
    ("reviews", "helpful_count", "SELECT COUNT(*) FROM review_votes v WHERE v.review_id = t.id"),
    ("reviews", "photo_count", "SELECT COUNT(*) FROM photos p WHERE p.review_id = t.id AND p.is_shown = 1"),
] + [
    ("places", f"stars_{stars}",
     f"SELECT COUNT(*) FROM reviews r WHERE r.place_id = t.id AND r.is_shown = 1 AND r.stars = {stars}")
    for stars in range(1, 6)
]


# The mean of a place's stars, and the mean with ten ratings of 3.5 among them, negative; without any, none and 0.
RATINGS = """
    SELECT t.id, t.rating_mean, t.rating_order FROM places t LEFT JOIN (
        SELECT place_id, COUNT(*) AS number, SUM(stars) AS sum FROM reviews WHERE is_shown = 1 GROUP BY place_id
    ) r ON r.place_id = t.id
    WHERE (t.rating_mean IS NULL) <> (r.number IS NULL) OR ABS(t.rating_mean - 1.0 * r.sum / r.number) > 1e-9
        OR ABS(t.rating_order + COALESCE((35 + r.sum) / (10.0 + r.number), 0)) > 1e-9
"""


def check_database(folder):
    assert rows(folder, "PRAGMA integrity_check") == [("ok",)]
    assert rows(folder, "PRAGMA foreign_key_check") == []
    for table, column, count in COUNTS:
        assert rows(folder, f"SELECT id, {column} FROM {table} t WHERE {column} <> ({count})") == [], column
    assert rows(folder, RATINGS) == []


def check_logins(sender, kept):
    # An account has a limited number of sessions: older ones end.
    for cookie in kept.logins[-5:]:
        assert sender.ask("GET", "/settings", cookie=cookie)[0] == 200


def check_votes(folder, everything):
    said = collections.Counter(review for kept in everything for review in kept.votes)
    counted = dict(rows(folder, "SELECT id, helpful_count FROM reviews"))
    # One that was cut off may have counted too.
    assert [(review, votes) for review, votes in said.items() if counted[int(review)] < votes] == []


def check_diaries(folder, everything):
    texts = {str(id): text for id, text in rows(folder, "SELECT id, text FROM diary_entries")}
    assert [id for kept in everything for id, sent in kept.entries.items() if texts.get(id) not in sent] == []


def check_ended(works):
    """Nobody writes any more, and nobody was told anything but yes, or that the site has no time."""
    for work in works:
        work.join(60)
        assert not work.is_alive() and work.surprises == []


def check_rows(folder, everything):
    check_database(folder)
    check_votes(folder, everything)
    check_diaries(folder, everything)


def check_round(site, works, everything, folder):
    """A site that was started again has what each was told since the last time; `everything` then has it too."""
    for work, kept in zip(works, everything):
        work.sender.connect(site)
        check_kept(work.sender, work.kept)
        check_logins(work.sender, work.kept)
        kept.add(work.kept)
    check_rows(folder, everything)
