"""What the import of a licence register costs: a made-up one in the real layout, as large as all of Seoul's.

A data directory gets the sample, and a CSV file of 39 columns in CP949 whose rows are made up, but for the permits of the
sample's restaurants, which stand among them by chance. Faults of real files are in it: points outside, days to come, closed
without a day, entities, line breaks within quotes, repeated permits, rows cut short. `moeum import licences` reads it once as
the first import and once more, unchanged. Printed are seconds, CPU seconds and the greatest resident memory of the program.
Goals: 458,000 rows in 25 s and 64 MB.
"""

import argparse
import csv
import os
import pathlib
import random
import subprocess
import sys
import tempfile
import time

ROOT = pathlib.Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT / "Tests/Browser"))

from server import PROGRAM, Site  # noqa: E402

COLUMNS = ("개방자치단체코드,관리번호,인허가일자,영업상태명,폐업일자,소재지면적,소재지우편번호,도로명우편번호,사업장명,"
           "업태구분명,데이터갱신구분,건물소유구분명,공장사무직직원수,공장생산직직원수,공장판매직직원수,급수시설구분명,"
           "남성종사자수,다중이용업소여부,데이터갱신시점,도로명주소,등급구분명,보증액,본사직원수,상세영업상태명,상세영업상태코드,"
           "시설총규모,여성종사자수,영업상태코드,영업장주변구분명,월세액,위생업태명,전통업소주된음식,전통업소지정번호,전화번호,"
           "좌표정보(X),좌표정보(Y),지번주소,홈페이지,최종수정시점").split(",")
STATES = [("01", "영업/정상", "01", "영업")] * 6 + [("03", "폐업", "02", "폐업")] * 12 + [("02", "휴업", "03", "휴업")]


def point(latitude, longitude):
    """EPSG:5174, to some metres: a plane through one known point is enough for a benchmark."""
    return 198817.6 + (longitude - 126.9874036) * 88_150, 452054.2 + (latitude - 37.5707754) * 110_980


def row(chance, permit, name, road, lot, position, state):
    values = dict.fromkeys(COLUMNS, "")
    code, word, detail, detail_word = state
    closed = f"20{chance.randint(10, 25)}-{chance.randint(1, 12):02}-{chance.randint(1, 28):02}" if code == "03" else ""
    x, y = point(*position) if position and chance.random() > 0.036 else ("", "")
    fault = chance.random()
    if fault < 0.002:
        name = f"{name} &amp;amp; 식당"
    elif fault < 0.0025:
        name = f"{name}\n별관"
    elif fault < 0.004:
        x, y = 0, 0
    elif fault < 0.006 and closed:
        closed = "29921301"
    values.update({
        "개방자치단체코드": permit[:7], "관리번호": permit, "인허가일자": f"{permit[12:16]}-05-06", "영업상태명": word,
        "폐업일자": closed, "소재지면적": "46.17", "도로명우편번호": "03150", "사업장명": name, "업태구분명": "한식",
        "데이터갱신구분": "U", "급수시설구분명": "상수도전용", "남성종사자수": "2", "다중이용업소여부": "N",
        "데이터갱신시점": f"2026-11-{chance.randint(1, 24):02} 22:17:51", "도로명주소": road, "등급구분명": "기타",
        "보증액": "10000000", "상세영업상태명": detail_word, "상세영업상태코드": detail, "시설총규모": "46.17",
        "영업상태코드": code, "영업장주변구분명": "주택가주변", "위생업태명": "한식", "전화번호": "02 7488609",
        "좌표정보(X)": x, "좌표정보(Y)": y, "지번주소": lot, "최종수정시점": "2024-03-02 10:11:12",
    })
    return list(values.values())


def write(path, rows, seed):
    """Returns the permits of the sample."""
    chance = random.Random(seed)
    with open(ROOT / "Data/restaurants.csv", encoding="utf-8") as file:
        ours = list(csv.DictReader(file))
    places = set(chance.sample(range(rows), len(ours)))
    heads = sorted({place["source_key"][:7] for place in ours})
    rest = iter(ours)
    with open(path, "w", encoding="cp949", errors="replace", newline="") as file:
        writer = csv.writer(file, quoting=csv.QUOTE_ALL, lineterminator="\r\n")
        writer.writerow(COLUMNS)
        for number in range(rows):
            if number in places:
                place = next(rest)
                position = (float(place["lat"]), float(place["lon"])) if place["lat"] else None
                writer.writerow(row(chance, place["source_key"], place["name"], place["road_address"], place["lot_address"],
                                    position, STATES[0]))
                continue
            permit = f"{chance.choice(heads)}-101-{chance.randint(1970, 2025)}-{number % 100_000:05}"
            address = f"서울특별시 종로구 종로{chance.randint(1, 60)}길 {chance.randint(1, 99)}"
            writer.writerow(row(chance, permit, f"가나다식당 {number}", address if chance.random() < 0.572 else "",
                                "서울특별시 종로구 권농동 158-1 ", (37.57, 126.99), chance.choice(STATES)))
    return [place["source_key"] for place in ours]


def run(arguments):
    """Seconds, CPU seconds and peak memory in MB of a run of the program, and what it printed."""
    start = time.perf_counter()
    process = subprocess.Popen([PROGRAM, *arguments], cwd=ROOT, stdout=subprocess.PIPE, text=True)
    said = process.stdout.read()
    _, status, usage = os.wait4(process.pid, 0)
    seconds = time.perf_counter() - start
    return seconds, usage.ru_utime + usage.ru_stime, usage.ru_maxrss / 1024, os.waitstatus_to_exitcode(status), said


def main():
    options = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    options.add_argument("--rows", type=int, default=458_000)
    options.add_argument("--seed", type=int, default=1)
    chosen = options.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        path = pathlib.Path(folder) / "licences.csv"
        write(path, chosen.rows, chosen.seed)
        print(f"{chosen.rows:,} rows, {path.stat().st_size / 1e6:.0f} MB")
        site = ["--data-dir", f"{folder}/site"]
        # The sample comes with a site's first start.
        Site(f"{folder}/site", "--log-level", "error").stop()
        for name in ["first", "again"]:
            seconds, cpu, memory, code, said = run(["import", "licences", str(path), *site])
            lines = said.strip().splitlines()
            print(f"{name}: {seconds:.1f} s, CPU {cpu:.1f} s, {memory:.0f} MB, ended with {code}")
            print("  " + "\n  ".join(lines[-2:]))


if __name__ == "__main__":
    main()
