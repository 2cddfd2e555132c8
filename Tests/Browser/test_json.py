"""A script gets the same page model that the reader sees."""

import json


def test_home_counts_are_the_lists_counts(site):
    districts = site.read_json("/")["districts"]
    assert len(districts) == 25
    for district in districts[:5]:
        for kind, count in district["counts"].items():
            assert site.read_json(f"/districts/{district['slug']}?kind={kind}")["total"] == count


def test_facets_add_up(site):
    answer = site.read_json("/places")
    assert sum(entry["count"] for entry in answer["facets"]["kind"]) == answer["total"]
    assert sum(entry["count"] for entry in answer["facets"]["district"]) == answer["total"]


def test_a_place_page_and_its_json_agree(site, some):
    identifier = some["restaurant"]
    answer, page = site.read_json(f"/places/{identifier}"), site.request(f"/places/{identifier}")[2].decode()
    assert answer["place"]["id"] == identifier and answer["place"]["status"] == "listed"
    assert answer["rating"]["mean"] is None and answer["rating"]["histogram"] == [0, 0, 0, 0, 0]
    assert "application/ld+json" in page and '"Restaurant"' in page


def test_errors_are_problems(site):
    status, headers, body = site.request("/places/1", Accept="application/json")
    assert status == 404 and headers["Content-Type"].startswith("application/problem+json")
    assert json.loads(body)["status"] == 404


def test_public_pages_are_not_sent_twice(site):
    _, headers, _ = site.request("/districts/mapo")
    status, _, body = site.request("/districts/mapo", If_None_Match=headers["ETag"])
    assert status == 304 and body == b""


def test_a_fragment_is_the_list_alone(site):
    whole, fragment = site.request("/places")[2], site.request("/places", X_Fragment="list")[2]
    assert b"<html" in whole and b"<html" not in fragment and b"/places/" in fragment
