"""Turns the public lists of Seoul's bookshops into the CSV of `moeum import file`.

    python3 Tests/Support/bookshops_csv.py SHOPS.json [INDEPENDENT.json] > bookshops.csv

SHOPS.json is the city's list (id, name, gu, address, phone, homepage, sns, type, lat, lon; OA-21062). INDEPENDENT.json is
the list of independent bookshops (weekday, Saturday and Sunday hours, closed days); a shop of the same name in the same
district takes its hours from there, closed days and public holidays word for word.
"""

import csv
import json
import pathlib
import re
import sys

FIELDS = ["source_key", "kind", "name", "category", "district", "road_address", "phone", "lat", "lon", "precision",
          "hours", "link", "source", "as_of"]


def hours(shop):
    """`월-금 10:00-20:00 토 10:00-17:30 (휴무: 공휴일)` from the parts that are known; empty without any."""
    parts = []
    for days, name in (("월-금", "weekday"), ("토", "sat"), ("일", "sun")):
        if shop.get(f"{name}_open") and shop.get(f"{name}_close"):
            parts.append(f"{days} {shop[f'{name}_open']}-{shop[f'{name}_close']}")
    closed = re.sub(r"\s*(정기\s*)?휴무$", "", shop.get("closed_days") or "").strip()
    if closed:
        parts.append(f"(휴무: {closed})" if parts else f"휴무: {closed}")
    return " ".join(parts)


def key(shop):
    return shop["gu"], re.sub(r"\s", "", shop["name"]).lower()


def rows(shops, independent):
    known = {key(shop): shop for shop in independent}
    for shop in shops:
        other = known.get(key(shop))
        yield {
            "source_key": shop["id"], "kind": "bookshop", "name": shop["name"], "category": shop["type"],
            "district": shop["gu"], "road_address": f"서울특별시 {shop['address']}", "phone": shop["phone"],
            "lat": shop["lat"], "lon": shop["lon"], "precision": "exact", "hours": hours(other) if other else "",
            "link": shop["homepage"] or shop["sns"], "source": "seoul-bookshops", "as_of": "2023",
        }


def load(path):
    return json.loads(pathlib.Path(path).read_text(encoding="utf-8"))


if __name__ == "__main__":
    writer = csv.DictWriter(sys.stdout, FIELDS, lineterminator="\n")
    writer.writeheader()
    writer.writerows(rows(load(sys.argv[1]), load(sys.argv[2]) if len(sys.argv) > 2 else []))
