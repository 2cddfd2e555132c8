"""What a page says of whether its place still exists: on a phone and a desktop, in both languages, without scripts."""

import datetime
import sqlite3

import pytest

import looks
from server import Site

SCREENS = {"phone": {"width": 390, "height": 844}, "desktop": {"width": 1280, "height": 900}}
TODAY = datetime.date.today().isoformat()
SOURCES = ("licence-register", "designation-register", "hygiene-grades", "good-price-shops")
# The class of the line below the name, and what cannot be done there.
STATES = {
    "open": ("", ()),
    "safe": ("", ()),
    "renamed": ("trust--name", ()),
    "unknown": ("trust--unsure", ()),
    "closed": ("trust--gone", ("a[href^='tel:']", "a[href$='/reviews/new']", ".place-act", "a[href*='map.kakao.com']")),
    "listed": ("trust--listed", ()),
}


def fill(database, place, state):
    """What registers say of a place, as their imports would leave it."""
    if state == "listed":
        return
    said = {"unknown": ("unknown", "휴업"), "closed": ("closed", "폐업")}.get(state, ("open", "영업/정상"))
    since = "2024-03-02" if state == "closed" else None
    database.execute(
        "INSERT INTO place_operations (place_id, state, state_text, since, licensed_on, source, as_of)"
        " VALUES (?, ?, ?, ?, '2008-03-01', 'licence-register', ?)", (place, *said, since, TODAY))
    if state == "closed":
        database.execute("UPDATE places SET status = 'closed' WHERE id = ?", (place,))
    if state == "renamed":
        database.execute(
            "UPDATE places SET current_name = '다온설렁탕', name = '다온설렁탕', official_name = '한결설렁탕'"
            " WHERE id = ?", (place,))
    if state == "safe":
        database.execute(
            "INSERT INTO place_designations (place_id, kind, from_on, until_on, matched_by, source, as_of)"
            " VALUES (?, 'safe', '2024-08-10', '2099-08-09', 'address-name', 'hygiene-grades', '2026-11-24')", (place,))
        database.execute(
            "INSERT INTO place_prices (place_id, number, dish, won, source, as_of)"
            " VALUES (?, 1, '설렁탕', 11000, 'good-price-shops', '2026-09-30')", (place,))


@pytest.fixture(scope="module")
def places(tmp_path_factory):
    """The address of a place in each state, and their site."""
    running = Site(tmp_path_factory.mktemp("states"))
    with sqlite3.connect(running.data_directory / "moeum.sqlite", timeout=20) as database:
        for source in SOURCES:
            database.execute(
                "INSERT INTO sources (id, name_ko, name_en, as_of) VALUES (?, '대장', 'Register', '2026-11-24')"
                " ON CONFLICT (id) DO NOTHING", (source,))
        found = database.execute(
            "SELECT id FROM places WHERE kind = 'restaurant' AND status = 'listed' AND phone IS NOT NULL"
            " AND precision_level = 'road' ORDER BY id LIMIT ?", (len(STATES),)).fetchall()
        paths = {}
        for state, (place,) in zip(STATES, found, strict=True):
            fill(database, place, state)
            paths[state] = f"/places/{place}"
    database.close()
    yield running, paths
    running.stop()


@pytest.mark.parametrize("screen", SCREENS)
@pytest.mark.parametrize("state", STATES)
def test_state_is_said_first(open_page, places, state, screen):
    running, paths = places
    modifier, missing = STATES[state]
    for locale, scripts in (("ko-KR", True), ("en-GB", True), ("ko-KR", False)):
        page = open_page(
            paths[state], allowed=(running.url,), base_url=running.url, locale=locale, viewport=SCREENS[screen],
            java_script_enabled=scripts)
        trust = page.locator(f".trust.{modifier}" if modifier else ".trust").first
        box = trust.bounding_box()
        assert box["y"] + box["height"] < SCREENS[screen]["height"], "in sight without scrolling"
        assert page.locator("h1").bounding_box()["y"] < box["y"]
        for selector in missing:
            assert page.locator(selector).count() == 0, selector
        if state == "closed":
            assert page.locator("#similar").bounding_box()["y"] < page.locator(".facts").bounding_box()["y"]
        assert (page.locator("a[href*='google.com/maps']").count() == 1) == (locale == "en-GB" and state != "closed")


@pytest.mark.parametrize("state", STATES)
def test_nothing_is_wrong_with_a_state(open_page, places, state):
    running, paths = places
    page = open_page(paths[state], allowed=(running.url,), base_url=running.url, viewport=SCREENS["phone"])
    assert looks.in_both_themes(page) == []
    assert looks.small_targets(page) == []
    assert looks.narrowed(page) == []


def test_numbers_of_what_is_confirmed(open_page, places):
    running, _ = places
    page = open_page("/about/data", allowed=(running.url,), base_url=running.url, viewport=SCREENS["phone"])
    assert page.locator("#coverage").is_visible() and page.locator("#in-2028").is_visible()
    assert looks.in_both_themes(page) == []
    counted = running.read_json("/about/data")["coverage"]
    assert (counted["confirmed"], counted["closed"]) == (3, 1)


def test_filters_of_registers_narrow_a_list(open_page, places):
    running, _ = places
    page = open_page("/places", allowed=(running.url,), base_url=running.url)
    page.locator("summary[data-focus='filters']").click()
    page.locator("input[name='confirmed']").check()
    page.wait_for_url("**confirmed=1**")
    assert page.locator("main .place h3 a").count() == 3
    page.goto("/places?designation=safe&confirmed=1")
    assert page.locator("select[name='designation']").input_value() == "safe"
    assert page.locator("main .place h3 a").count() == 1
