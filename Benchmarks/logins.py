"""How long a page takes while 200 logins arrive at once, against the same page on the idle site.

The release build runs with default argon2 parameters and without rate limits. One client asks for a page every few
milliseconds over a kept-alive connection; after a while 200 logins with wrong passwords arrive at the same moment, and
the client goes on until the last of them is answered. Goal: the page's p99 during the flood is at most three times the
idle one. Rounds alternate; the figure is the median of the rounds.
"""

import argparse
import asyncio
import pathlib
import statistics
import sys
import tempfile
import time
import urllib.parse

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1] / "Tests/Browser"))

from server import Site  # noqa: E402

DEVELOPMENT = ["--limits", "off", "--environment", "development", "--log-level", "error"]


async def read_answer(reader):
    """The status of the next answer, read whole."""
    head = (await reader.readuntil(b"\r\n\r\n")).decode("latin-1").lower()
    length = int(head.split("content-length:")[1].split("\r\n")[0]) if "content-length:" in head else 0
    await reader.readexactly(length)
    return int(head.split(" ")[1])


async def ask(authority, path, times, until):
    """Asks for the page again and again, a short pause between, until told to stop."""
    host, port = authority.split(":")
    reader, writer = await asyncio.open_connection(host, int(port))
    request = f"GET {path} HTTP/1.1\r\nHost: {authority}\r\n\r\n".encode()
    while not until():
        start = time.perf_counter()
        writer.write(request)
        status = await read_answer(reader)
        times.append((time.perf_counter() - start) * 1_000)
        assert status == 200, status
        await asyncio.sleep(0.003)
    writer.close()


async def log_in(authority, number, statuses):
    host, port = authority.split(":")
    reader, writer = await asyncio.open_connection(host, int(port))
    body = urllib.parse.urlencode({"email": f"person{number}@haneul.example", "password": "not the right one"})
    writer.write((f"POST /login HTTP/1.1\r\nHost: {authority}\r\nSec-Fetch-Site: same-origin\r\nConnection: close\r\n"
                  f"Content-Type: application/x-www-form-urlencoded\r\nContent-Length: {len(body)}\r\n\r\n{body}").encode())
    statuses.append(await read_answer(reader))
    writer.close()


def p99(times):
    return sorted(times)[min(len(times) - 1, len(times) * 99 // 100)]


async def idle(authority, path, seconds):
    times, end = [], time.perf_counter() + seconds
    await ask(authority, path, times, lambda: time.perf_counter() > end)
    return times


async def flood(authority, path, logins):
    times, statuses = [], []
    asking = asyncio.create_task(ask(authority, path, times, lambda: len(statuses) == logins))
    await asyncio.sleep(0.05)
    start = time.perf_counter()
    await asyncio.gather(*(log_in(authority, number, statuses) for number in range(logins)))
    took = time.perf_counter() - start
    await asking
    assert set(statuses) == {422}, statuses
    return times, took


async def measure(authority, path, options):
    ratios, rows = [], []
    await idle(authority, path, 1)
    for _ in range(options.rounds):
        quiet = await idle(authority, path, options.seconds)
        busy, took = await flood(authority, path, options.logins)
        rows.append((statistics.median(quiet), p99(quiet), statistics.median(busy), p99(busy), options.logins / took))
        ratios.append(p99(busy) / p99(quiet))
    middle = [statistics.median(column) for column in zip(*rows)]
    print(f"{path:<20}{middle[0]:>9.2f}{middle[1]:>9.2f}{middle[2]:>11.2f}{middle[3]:>9.2f}"
          f"{statistics.median(ratios):>7.1f}×{middle[4]:>11.0f}", flush=True)
    return statistics.median(ratios)


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--seconds", type=float, default=3)
    parser.add_argument("--logins", type=int, default=200)
    options = parser.parse_args()
    with tempfile.TemporaryDirectory(prefix="moeum-logins-") as directory:
        site = Site(pathlib.Path(directory) / "data", *DEVELOPMENT)
        try:
            print(f"{'page':<20}{'idle p50':>9}{'p99':>9}{'flood p50':>11}{'p99':>9}{'ratio':>8}{'logins/s':>11}")
            authority = urllib.parse.urlsplit(site.url).netloc.replace("localhost", "127.0.0.1")
            ratios = [asyncio.run(measure(authority, path, options)) for path in ("/about", "/districts/mapo")]
        finally:
            site.stop()
    sys.exit(0 if max(ratios) <= 3 else 1)


main()
