"""Places come in through the real command from a server that replays the districts' API, and are browsed at once."""

import json
import os
import re
import signal
import sqlite3
import subprocess
import sys
import time

import pytest
from server import PROGRAM, ROOT, Site

SERVICES = {district["slug"]: district["apiService"]
            for district in json.loads((ROOT / "Data/districts.json").read_text(encoding="utf-8"))}


def row(number, name, address, **more):
    return {"PERM_NT_NO": f"made-up-{number}", "UPSO_NM": name, "SNT_UPTAE_NM": "한식", "SITE_ADDR_RD": address,
            "SITE_ADDR": None, "MAIN_EDF": None, "UPSO_SITE_TELNO": None, "ASGN_YMD": "20200101", **more}


MADE_UP = {
    "mapo": [
        row(1, "가람설렁탕", "서울특별시 마포구 도화길 1 (도화동)", MAIN_EDF="설렁탕", UPSO_SITE_TELNO="02 000 0001"),
        row(2, "<나래>&집", "서울특별시 마포구 도화길 2 (도화동)"),
        row(3, "", "서울특별시 마포구 도화길 3 (도화동)"),
    ],
    "jung": [row(4, "다솜면옥", "서울특별시 중구 다동길 4 (다동)", MAIN_EDF="냉면")],
}


class Replay:
    """The replaying server over a folder of lists; stopped by its process id."""

    def __init__(self, folder, lists):
        folder.mkdir(exist_ok=True)
        for slug, rows in lists.items():
            content = {SERVICES[slug]: {"list_total_count": len(rows), "row": rows}}
            (folder / f"{slug}.json").write_text(json.dumps(content, ensure_ascii=False), encoding="utf-8")
        self.process = subprocess.Popen(
            [sys.executable, ROOT / "Tests/Support/replay_seoul.py", folder], stdout=subprocess.PIPE, text=True)
        self.url = self.process.stdout.readline().removeprefix("listening on ").strip()

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.process.terminate()
        self.process.wait(20)
        self.process.stdout.close()


def command(data_directory, url, slugs):
    districts = [part for slug in slugs for part in ("--district", slug)]
    return [PROGRAM, "import", "seoul", "--data-dir", data_directory, "--key", "made-up-key", "--base-url", url,
            *districts]


def environment():
    return {name: value for name, value in os.environ.items() if not name.startswith("MOEUM_")}


def prepare(data_directory):
    """An import brings places into a database that is there."""
    subprocess.run([PROGRAM, "migrate", "--data-dir", data_directory], cwd=ROOT, env=environment(), timeout=60,
                   stdout=subprocess.DEVNULL, check=True)


def run_import(data_directory, url, slugs):
    return subprocess.run(command(data_directory, url, slugs), cwd=ROOT, env=environment(), timeout=60,
                          capture_output=True, text=True)


@pytest.fixture(scope="module")
def imported(tmp_path_factory):
    """A site that holds the made-up lists alone, and what the command said."""
    directory = tmp_path_factory.mktemp("imported")
    prepare(directory / "data")
    with Replay(directory / "lists", MADE_UP) as replay:
        said = run_import(directory / "data", replay.url, MADE_UP)
    site = Site(directory / "data", "--no-sample")
    yield site, said
    site.stop()


def test_the_command_says_what_it_did(imported):
    _, said = imported
    assert said.returncode == 0, said.stderr
    assert re.search(r"^mapo: 2 new, 0 changed, 0 unchanged, 0 cancelled, 1 refused", said.stdout, re.M)
    assert "refused made-up-3: UPSO_NM is missing" in said.stdout
    assert "made-up-key" not in said.stdout + said.stderr


def test_what_came_in_is_browsed(imported, chromium):
    site, _ = imported
    context = chromium.new_context(base_url=site.url, locale="ko-KR")
    page = context.new_page()
    page.goto("/districts/mapo")
    page.get_by_role("link", name="가람설렁탕").first.click()
    page.wait_for_url("**/places/*")
    assert page.locator("h1").inner_text() == "가람설렁탕"
    assert page.get_by_text("02-000-0001").first.is_visible()
    page.goto("/places?q=다솜")
    assert page.get_by_role("link", name="다솜면옥").count() >= 1
    page.goto("/places?q=나래")
    assert page.get_by_text("<나래>&집").first.is_visible()
    page.goto("/about/data?lang=en")
    assert page.get_by_text("3: 2 new").count() == 0 and page.get_by_text("4: 3 new").count() == 1
    assert page.get_by_text("Something required is missing: 1").is_visible()
    context.close()


def test_a_place_that_tells_where_its_position_is_from_fits_a_phone(imported, chromium):
    site, _ = imported
    place = site.read_json("/places?q=가람설렁탕")["places"][0]["id"]
    for width in (320, 390, 1280):
        context = chromium.new_context(base_url=site.url, viewport={"width": width, "height": 800})
        page = context.new_page()
        for language in ("ko", "en"):
            page.goto(f"/places/{place}?lang={language}")
            assert page.locator("dl.kv dt").count() == page.locator("dl.kv dd").count()
            assert page.locator("dl.kv dt").last.inner_text() in ("위치 출처", "Location source")
            assert page.evaluate("document.documentElement.scrollWidth <= innerWidth"), (width, language)
        context.close()


def test_an_import_that_is_killed_leaves_whole_districts(tmp_path):
    slugs = list(SERVICES)[:8]
    lists = {slug: [row(f"{slug}-{number}", f"집{number}", "서울특별시 길 1") for number in range(900)] for slug in slugs}
    prepare(tmp_path / "data")
    with Replay(tmp_path / "lists", lists) as replay:
        process = subprocess.Popen(command(tmp_path / "data", replay.url, slugs), cwd=ROOT, env=environment(),
                                   stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)
        process.stdout.readline()
        time.sleep(0.05)
        process.send_signal(signal.SIGKILL)
        process.wait(20)
        process.stdout.close()
        with sqlite3.connect(tmp_path / "data/moeum.sqlite") as rows:
            found = dict(rows.execute("SELECT district, COUNT(*) FROM places GROUP BY district"))
            assert set(found.values()) == {900}
            assert dict(rows.execute("SELECT district, inserted FROM import_runs")) == found
            assert rows.execute("SELECT SUM(count) FROM place_counts").fetchone()[0] == sum(found.values())
            assert rows.execute("PRAGMA integrity_check").fetchone()[0] == "ok"
        assert run_import(tmp_path / "data", replay.url, slugs).returncode == 0
        with sqlite3.connect(tmp_path / "data/moeum.sqlite") as rows:
            assert rows.execute("SELECT COUNT(*) FROM places").fetchone()[0] == 900 * len(slugs)
