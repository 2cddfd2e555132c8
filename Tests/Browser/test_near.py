"""Near me: the browser says the cell in which it is and nothing more, and sorts what it gets by itself."""

import math
import re
import urllib.parse

import looks
import pytest

SIZES = [pytest.param({"width": 390, "height": 844}, id="phone"), pytest.param({"width": 1280, "height": 900}, id="desktop")]
HERE = {"latitude": 37.556312, "longitude": 126.923645, "accuracy": 30}
ALLOWED = {"permissions": ["geolocation"], "geolocation": HERE}
CELL = "37.55,126.92"
# The digits by which a position is finer than its cell.
FINER = re.compile(r"37\.5563|126\.9236|37\.55\d|126\.92\d")


def metres(one, other):
    """The haversine formula on the Earth's mean radius."""
    (up, right), (north, east) = [[math.radians(degree) for degree in point] for point in (one, other)]
    chord = math.sin((north - up) / 2) ** 2 + math.cos(up) * math.cos(north) * math.sin((east - right) / 2) ** 2
    return 2 * 6_371_008.8 * math.asin(math.sqrt(chord))


def distance(row):
    return metres((HERE["latitude"], HERE["longitude"]), (float(row["lat"]), float(row["lon"])))


def listen(page):
    """Every request of the page, as it is sent: address, referrer and form."""
    sent = []

    def write(request):
        sent.append(" ".join([request.url, request.all_headers().get("referer", ""), request.post_data or ""]))

    page.on("requestfinished", write)
    return sent


def assert_cut(sent):
    assert any("near=" in urllib.parse.unquote(text) for text in sent)
    for text in map(urllib.parse.unquote, sent):
        for near in re.findall(r"near=([-0-9.,]*)", text):
            assert near == CELL, text
        # Places and maps have coordinates of their own, in bounds alone.
        assert not FINER.search(re.sub(r"bounds=[-0-9.,]*", "", text)), text


def rows(page):
    """The rows in sight, in order."""
    return page.locator("main [data-rows] > li").locator("visible=true").evaluate_all(
        """rows => rows.map(row => ({
            ...row.dataset, id: row.id, number: row.querySelector('.num').textContent,
            said: row.querySelector('[data-distance]').textContent }))""")


def sorted_by_position(page):
    page.locator("[data-from-cell]").wait_for(state="hidden")


@pytest.mark.parametrize("size", SIZES)
def test_the_list_is_sorted_here_and_says_the_cell_alone(open_page, site, size):
    page = open_page("/", viewport=size, **ALLOWED)
    sent = listen(page)
    page.get_by_text("내 주변").locator("visible=true").first.click()
    page.wait_for_url(re.compile("near=37.55(,|%2C)126.92$"))
    sorted_by_position(page)
    page.locator("main nav a[data-focus=radius-5000]").click()
    page.wait_for_url("**radius=5000**")
    sorted_by_position(page)
    shown = rows(page)
    assert len(shown) == 20 and [row["number"] for row in shown] == [str(number) for number in range(1, 21)]
    lengths = [distance(row) for row in shown]
    assert lengths == sorted(lengths) and lengths[-1] <= 5_000
    for row, length in zip(shown, lengths):
        if length < 990:
            whole = round(length)
            said = f"약 {max(10, (whole + 5) // 10 * 10)}m" if "about" in row else f"{whole}m"
            assert row["said"] == f"{said} · 걸어서 {max(1, math.ceil(whole / 80))}분", row
    places = site.read_json(f"/places?near={CELL}&radius=5000")["places"]
    known = [place for place in places if place["lat"] is not None and distance(place) <= 5_000]
    assert shown[0]["id"] == f"p{min(known, key=distance)['id']}"
    assert f"{len(known)}" in page.locator("main [role=status]").first.inner_text()
    assert "이 기기를 떠나지 않아요" in page.locator(".vow").first.inner_text()
    # It goes on by itself, and a reload is where it was.
    before = len(sent)
    page.locator(".pager button").click()
    assert len(rows(page)) == min(40, len(places))
    assert not [text for text in sent[before:] if "/places?" in text.split(" ")[0]]
    page.reload()
    sorted_by_position(page)
    assert len(rows(page)) == min(40, len(places))
    assert_cut(sent)
    assert not looks.violations(page)


def test_places_beyond_the_radius_and_without_a_spot(open_page, site):
    page = open_page(f"/places?near={CELL}&radius=500", **ALLOWED)
    sorted_by_position(page)
    shown = rows(page)
    located = [row for row in shown if "lat" in row]
    assert located and all(distance(row) <= 500 for row in located)
    assert shown[:len(located)] == located, "places known by their dong alone come last"
    around = site.read_json(f"/places?near={CELL}&radius=500")["places"]
    assert len(around) > len(shown)


@pytest.mark.parametrize("size", SIZES)
def test_the_map_has_the_numbers_of_the_list_and_the_dot(open_page, size):
    page = open_page("/places", viewport=size, **ALLOWED)
    sent = listen(page)
    page.goto(f"/places?near={CELL}&view=map")
    sorted_by_position(page)
    page.locator("svg.geo .here .dot").wait_for(state="attached")
    page.locator("svg.geo .here .reach").wait_for(state="attached")
    first = page.locator("main [data-rows] > li").first
    pin = page.locator("svg.geo a.pin[aria-label^='1. ']")
    assert pin.get_attribute("href") == first.locator("h3 a").get_attribute("href")
    assert_cut(sent)


def test_the_roulette_says_the_cell_alone(open_page):
    page = open_page("/roulette?from=district", reduced_motion="reduce", **ALLOWED)
    sent = listen(page)
    page.locator(".seg label:has([name=from][value=nearby])").click()
    page.wait_for_url(f"**/roulette?from=nearby&near={CELL}")
    page.locator("[data-focus=spin]").click()
    page.wait_for_url("**pick=*")
    assert "1km 칸" in page.locator(".vow").first.inner_text()
    assert_cut(sent)


def test_an_address_that_says_more_is_cut(open_page):
    page = open_page("/places?near=37.556312,126.923645&radius=500")
    page.wait_for_url(re.compile("near=37.55(,|%2C)126.92&radius=500"))
    # Nobody was asked, so the list stays as it came.
    assert page.locator("[data-from-cell]").is_visible()


def test_another_cell_is_not_taken_for_this_one(open_page):
    page = open_page("/places?near=37.49,127.02", **ALLOWED)
    page.wait_for_load_state("networkidle")
    assert page.locator("[data-from-cell]").is_visible() and page.locator("svg.geo .here").count() == 0


@pytest.mark.parametrize("path", ["/", "/places?sort=distance"])
def test_a_refused_position_is_said_in_place(open_page, path):
    page = open_page(path)
    link = page.locator("main a[data-near]").locator("visible=true").first
    link.scroll_into_view_if_needed()
    down = page.evaluate("scrollY")
    link.click()
    page.locator("main .err[role=alert]").locator("visible=true").first.wait_for()
    assert page.url.endswith(path) and page.evaluate("scrollY") == down
    assert not looks.violations(page)


def test_without_scripts_the_middle_of_the_cell_counts(open_page):
    page = open_page(f"/places?near={CELL}", java_script_enabled=False)
    assert "칸의 가운데" in page.locator("[data-from-cell]").inner_text()
    said = [words for words in page.locator("main [data-distance]").all_inner_texts() if re.search(r"\d", words)]
    assert said and all(words.startswith("약 ") for words in said)
    assert page.locator("main a[rel=next]").count() == 0
    page.goto("/places?sort=distance")
    assert page.locator("#near-q").is_visible() and page.locator("main .chips a[href^='/districts/']").count() == 25
    assert not page.locator("main a[data-near]").is_visible()
