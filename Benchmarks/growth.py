"""CPU per request of public pages, rendered, as the site grows: 1,000 places with 10,000 reviews, 100,000 with 1,000,000, and
1,000,000 places with 1,000,000 reviews. Search, lists and the home page are asked for everybody alike; places are 200 that
have ten reviews.

The release program in production settings without its page cache, on 127.0.0.1; all sizes run at once and are driven in turn.
Making the data takes about a quarter of an hour and 3 GB. Exits with 1 where a goal is missed by more than a fifth.
"""

import argparse
import pathlib
import sqlite3
import statistics
import subprocess
import sys
import tempfile

from web import MISSED_BY, PRODUCTION, cpu_seconds, fill

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1] / "Tests/Browser"))

from server import Site  # noqa: E402

# Places, accounts and reviews.
SIZES = {"small": (1_000, 1_000, 10_000), "large": (100_000, 20_000, 1_000_000), "wide": (1_000_000, 20_000, 1_000_000)}
# The most that a page may cost of what it costs at the size before.
GOALS = {"large": 1.1, "wide": 1.3}
PAGES = {
    "about": "/about", "home": "/", "district": "/districts/mapo", "list": "/places", "open": "/places?open=1",
    "search": "/places?q=%EB%83%89%EB%A9%B4", "near": "/places?near=37.5563,126.9236", "photos": "/photos",
    "suggest": "/places/suggest?q=mapo",
    "bounds": "/places?bounds=37.53,126.9,37.56,126.94",
    "by rating": "/places?q=%EB%83%89%EB%A9%B4&sort=rating",
}
SCRIPT = """
local paths, count = {%s}, 0
function request()
    count = count + 1
    return wrk.format("GET", paths[count %% #paths + 1])
end
"""


def places_with_ten_reviews(data):
    with sqlite3.connect(data / "moeum.sqlite") as database:
        rows = database.execute(
            "SELECT id FROM places WHERE status = 'listed' AND review_count = 10 LIMIT 200").fetchall()
    database.close()
    return [f"/places/{row[0]}" for row in rows]


def drive(site, paths, script, seconds):
    """CPU microseconds a request."""
    script.write_text(SCRIPT % ", ".join(f'"{path}"' for path in paths))
    before = cpu_seconds(site.process.pid)
    output = subprocess.run(["wrk", "-t1", "-c16", f"-d{seconds}s", "-s", script, site.url],
                            capture_output=True, text=True, check=True).stdout
    used = cpu_seconds(site.process.pid) - before
    if "Non-2xx" in output or "Socket errors" in output:
        raise RuntimeError(f"{paths[0]}: {output}")
    return used / int(output.split(" requests in")[0].split()[-1]) * 1e6


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--seconds", type=int, default=2)
    parser.add_argument("--data", type=pathlib.Path, help="keeps the data there, in a folder for each size")
    options = parser.parse_args()
    is_met = True
    with tempfile.TemporaryDirectory(prefix="moeum-growth-") as temporary:
        folder, script = options.data or pathlib.Path(temporary), pathlib.Path(temporary) / "paths.lua"
        sites = {}
        try:
            for size in SIZES:
                fill(folder / size, *SIZES[size])
                sites[size] = Site(folder / size, *PRODUCTION, settings={
                    "MOEUM_PAGE_CACHE": "0", "MOEUM_LOG_LEVEL": "error"})
            print(f"{'page, CPU µs':<14}{'small':>9}{'large':>9}{'growth':>9}{'goal':>7}{'wide':>9}{'growth':>9}{'goal':>7}")
            for name in [*PAGES, "place"]:
                paths = {size: [PAGES[name]] if name in PAGES else places_with_ten_reviews(folder / size)
                         for size in SIZES}
                found = {size: [] for size in SIZES}
                for size in SIZES:
                    drive(sites[size], paths[size], script, 1)
                for _ in range(options.rounds):
                    for size in SIZES:
                        found[size].append(drive(sites[size], paths[size], script, options.seconds))
                cost = {size: statistics.median(figures) for size, figures in found.items()}
                growth = {"large": cost["large"] / cost["small"], "wide": cost["wide"] / cost["large"]}
                missed = [size for size in GOALS if growth[size] > GOALS[size] * MISSED_BY]
                is_met = is_met and not missed
                print(f"{name:<14}{cost['small']:>9.0f}{cost['large']:>9.0f}{growth['large']:>8.2f}×{GOALS['large']:>6}×"
                      f"{cost['wide']:>9.0f}{growth['wide']:>8.2f}×{GOALS['wide']:>6}×{' missed' if missed else ''}",
                      flush=True)
        finally:
            for site in sites.values():
                site.stop()
    sys.exit(0 if is_met else 1)


if __name__ == "__main__":
    main()
