"""How much of the processor a photo card costs, by look and size.

The worker is the release build's own, a process and a folder for each card as the server does it: its start without reach
of other files, a photo of 1280 pixels cropped, shapes and words drawn, a JPEG. Photos are made up of blurred noise. Goals: 95 of a hundred cards in at most
250 ms (wide), 350 ms (square), 700 ms (story) of the processor.

A card that was drawn before comes from memory: what that costs the server, with the look at who asks and at the entry that
it is of. Goal: at most 2 ms.
"""

import argparse
import http.client
import json
import pathlib
import statistics
import subprocess
import tempfile
import urllib.parse

from photos import Worker, make_photos
from reviews import PROGRAM, SETTINGS, Site, cpu_seconds, fill

GOALS = {"wide": 250, "square": 350, "story": 700}
LOOKS = ("frame", "full", "words")
WORDS = {"name": "한결설렁탕", "place": "마포구 도화동 · 한식", "date": "2026. 11. 14. 토 · 비 9°", "brand": "모음",
         "line": "비 오는 날의 국물은 왜 더 맛있을까. 창가 자리에 앉아 오래 생각했다."}


def draw(worker, look, size, photo):
    """:returns: milliseconds of the processor."""
    own = worker.own_folder(photo)
    return 1e3 * worker.ask(
        {"draw": {"_0": {"look": look, "size": size, "subject": "restaurant", "words": WORDS,
                         "photo": photo and f"{own}/photo", "output": f"{own}/card.jpg"}}}, own, '"drawn"')


def kept(times):
    """Milliseconds of the server's processor for a card that was drawn before."""
    with tempfile.TemporaryDirectory(prefix="moeum-cards-") as temporary:
        directory = pathlib.Path(temporary)
        fill(directory, 100, 1)
        site = Site(directory, *SETTINGS, "--limits", "off")
        try:
            line = http.client.HTTPConnection(urllib.parse.urlsplit(site.url).netloc)
            headers = {"Cookie": f"moeum_session={(directory / 'sessions').read_text()}", "Sec-Fetch-Site": "same-origin",
                       "Content-Type": "application/x-www-form-urlencoded", "Accept": "application/json"}

            def ask(method, path, body=None):
                line.request(method, path, body, headers)
                answer = line.getresponse()
                found = answer.read()
                assert answer.status < 400, f"{path}: {answer.status} {found[:200]!r}"
                return answer, found

            _, made = ask("POST", "/diary/entries", urllib.parse.urlencode({"text": WORDS["line"], "on": "2026-09-01"}))
            picture = f"{json.loads(made)['next']}/card.jpg?look=words&size=square&date=1"
            ask("GET", picture)
            before = cpu_seconds(site.process.pid)
            for _ in range(times):
                ask("GET", picture)
            return (cpu_seconds(site.process.pid) - before) / times * 1e3
        finally:
            site.stop()


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--cards", type=int, default=60)
    parser.add_argument("--kept", type=int, default=3_000)
    options = parser.parse_args()
    missed = False
    with tempfile.TemporaryDirectory() as folder:
        photos = []
        for picture in make_photos(folder, 6):
            subprocess.run(["vipsthumbnail", picture, "--size", "1280x>", "-o", "%s-1280.webp[Q=80]"], check=True)
            photos.append(picture.replace(".jpg", "-1280.webp"))
        worker = Worker(str(PROGRAM), folder)
        draw(worker, "frame", "wide", photos[0])
        print("| card | p50 CPU ms | p95 | goal |")
        print("|---|---:|---:|---:|")
        for size, goal in GOALS.items():
            for look in LOOKS:
                times = []
                for number in range(options.cards):
                    photo = None if look == "words" else photos[number % len(photos)]
                    times.append(draw(worker, look, size, photo))
                p95 = statistics.quantiles(times, n=20)[-1]
                missed |= p95 > goal
                print(f"| {look}, {size} | {statistics.median(times):.0f} | {p95:.0f} | {goal} |")
        print(f"\nThe worker's memory at its highest: {worker.peak} MB.")
    cost = kept(options.kept)
    print(f"A card that was drawn before: {cost:.2f} ms of the server's processor (goal 2).")
    raise SystemExit(1 if missed or cost > 2 else 0)


if __name__ == "__main__":
    main()
