"""Telling what a place is like, by each way to use the site."""

import pytest
from playwright.sync_api import expect

PARKING = "#facts .told-ask:has(button[value='parking=yes']) > summary"


@pytest.fixture
def guest(user, readers):
    """Somebody with an account, by each way of using a page."""
    user.page.context.add_cookies(readers.state("member")["cookies"])
    return user


def facts(page, place):
    """What the answer says that people told."""
    answer = page.context.request.get(f"/places/{place}", headers={"Accept": "application/json"})
    return [(fact["key"], fact["value"], fact["yes"], fact["no"]) for fact in answer.json()["place"]["facts"]]


def test_a_question_is_answered_in_its_place_and_taken_back(guest, untouched):
    user, page, place = guest, guest.page, untouched.fresh()
    page.goto(f"/places/{place}")
    if page.locator(PARKING).is_hidden():
        user.open("#facts form > details > summary")
    user.open(PARKING)
    user.press("#facts button[value='parking=yes']")
    assert page.url.endswith(f"/places/{place}#facts")
    assert facts(page, place) == [("parking", "yes", 1, 0)]
    mine = page.locator("#facts button[name='key'][value='parking']")
    expect(mine).to_have_attribute("aria-pressed", "true")
    user.press("#facts button[name='key'][value='parking']")
    assert facts(page, place) == []


def test_a_tap_changes_an_answer_to_its_opposite(guest, untouched):
    user, page, place = guest, guest.page, untouched.fresh()
    page.goto(f"/places/{place}")
    user.open("#facts .told-ask:has(button[value='solo=yes']) > summary")
    user.press("#facts button[value='solo=yes']")
    user.open("#facts form > details:has(button[value='solo=no']) > summary")
    user.press("#facts button[value='solo=no']")
    assert facts(page, place) == [("solo", "no", 0, 1)]


def test_hours_are_told_by_day_and_stand_on_the_page(guest, untouched):
    user, page, place = guest, guest.page, untouched.fresh()
    page.goto(f"/places/{place}/facts/hours")
    page.locator("[name='mon-opens']").fill("11:00")
    page.locator("[name='sun-closed']").check()
    user.press("main form button")
    expect(page.locator("main .told-day .err")).to_have_count(1)
    assert page.locator("[name='mon-opens']").input_value() == "11:00"
    page.locator("[name='mon-closes']").fill("21:00")
    user.press("main form button")
    assert page.url.endswith(f"/places/{place}#facts")
    assert facts(page, place) == [("hours-mon", "11:00-21:00", 1, 0), ("hours-sun", "closed", 1, 0)]
    expect(page.locator("table.week tr")).to_have_count(7)


@pytest.mark.parametrize("width", [320, 1280])
def test_nothing_is_wider_than_the_page(guest, untouched, width):
    page, place = guest.page, untouched.fresh()
    page.set_viewport_size({"width": width, "height": 800})
    for path in (f"/places/{place}", f"/places/{place}/facts/hours"):
        page.goto(path)
        assert page.evaluate("document.documentElement.scrollWidth") <= width
