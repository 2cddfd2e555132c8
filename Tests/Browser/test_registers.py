"""Public registers come in through the real command, and are killed on the way."""

import csv
import random
import signal
import sqlite3
import subprocess
import time

from server import PROGRAM, ROOT, clean_environment

PLACES = 1500
COLUMNS = ["관리번호", "인허가일자", "영업상태명", "폐업일자", "사업장명", "도로명주소", "지번주소", "전화번호", "좌표정보(X)", "좌표정보(Y)",
           "데이터갱신시점"]


def permit(number):
    return f"3220000-101-2020-{10_000 + number}"


def run(data, *arguments, **options):
    return subprocess.run([PROGRAM, *arguments, "--data-dir", data], cwd=ROOT, env=clean_environment(), timeout=120,
                          capture_output=True, text=True, **options)


def prepare(folder):
    """A site whose restaurants stand on a road each."""
    data = folder / "data"
    assert run(data, "migrate").returncode == 0
    with open(folder / "places.csv", "w", encoding="utf-8", newline="") as file:
        rows = csv.writer(file)
        rows.writerow(["source_key", "kind", "name", "category", "district", "road_address"])
        for number in range(PLACES):
            rows.writerow([permit(number), "restaurant", f"가게{number}호", "한식", "gangnam",
                           f"서울특별시 강남구 테헤란로 {number + 1}"])
    assert run(data, "import", "file", folder / "places.csv").returncode == 0
    return data


def register(path, turn, closed=0):
    """The licence register in CP949, in which every place is called by the turn."""
    with open(path, "w", encoding="cp949", newline="") as file:
        rows = csv.writer(file, quoting=csv.QUOTE_ALL)
        rows.writerow(COLUMNS)
        for number in range(PLACES):
            is_closed = number < closed
            rows.writerow([permit(number), "2020-01-02", "폐업" if is_closed else "영업/정상",
                           "2024-03-02" if is_closed else "", f"이름{turn}의{number}",
                           f"서울특별시 강남구 테헤란로 {number + 1} (역삼동)", "", "02 555 1234", "202722.53183055",
                           "444055.07069569", "2026-11-20 10:00:00"])
    return path


def names(data):
    """How places are called, without their numbers, and how often."""
    with sqlite3.connect(data / "moeum.sqlite") as rows:
        return dict(rows.execute("SELECT COALESCE(substr(current_name, 1, instr(current_name, '의') - 1), ''), COUNT(*) "
                                 "FROM places GROUP BY 1"))


def test_the_command_says_what_it_did(tmp_path):
    data = prepare(tmp_path)
    said = run(data, "import", "licences", register(tmp_path / "register.csv", 1, closed=30))
    assert said.returncode == 0, said.stderr
    lines = said.stdout.splitlines()
    counts = f"rows {PLACES}, matched {PLACES}, open {PLACES - 30}, closed 30, changed {PLACES}, refused 0"
    assert f"gangnam: {counts}" in lines and f"all: {counts}" in lines
    assert "closes 30 listed places" in lines and lines[-1] == f"matched {PLACES} of {PLACES}"
    for day in ("yesterday", "1949-12-31", "9999-12-31"):
        unsaid = run(data, "import", "licences", tmp_path / "register.csv", "--as-of", day)
        assert unsaid.returncode not in (0, 1, 3) and "from 1950-01-01 to today" in unsaid.stderr
    (tmp_path / "page.csv").write_text("<!DOCTYPE html><title>error</title>", encoding="utf-8")
    refused = run(data, "import", "licences", tmp_path / "page.csv")
    assert refused.returncode == 1 and refused.stdout.splitlines()[-1] == f"matched 0 of {PLACES}"


def test_an_import_that_is_killed_leaves_the_old_state_or_the_new_one(tmp_path):
    data = prepare(tmp_path)
    chance = random.Random(45)
    before = names(data)
    killed = 0
    for turn in range(20):
        path = register(tmp_path / "register.csv", turn)
        process = subprocess.Popen([PROGRAM, "import", "licences", path, "--data-dir", data], cwd=ROOT,
                                   env=clean_environment(), stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        time.sleep(chance.uniform(0.02, 1.5))
        process.send_signal(signal.SIGKILL)
        killed += process.wait(20) == -signal.SIGKILL
        now = names(data)
        assert now in (before, {f"이름{turn}": PLACES}), turn
        with sqlite3.connect(data / "moeum.sqlite") as rows:
            assert rows.execute("SELECT SUM(count) FROM place_counts").fetchone()[0] == PLACES
            runs = rows.execute("SELECT COUNT(*) FROM register_runs").fetchone()[0]
            assert (runs > 0) == ("" not in now)
            assert rows.execute("PRAGMA integrity_check").fetchone()[0] == "ok"
        before = now
    assert killed > 0
    assert run(data, "import", "licences", register(tmp_path / "register.csv", 99)).returncode == 0
    assert names(data) == {"이름99": PLACES}
