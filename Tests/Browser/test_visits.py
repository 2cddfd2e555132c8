"""Noting where one was, by each way to use the site."""

import datetime

import pytest
from playwright.sync_api import expect

HERE = "#visits form[action$='/visits'] .btn:not(.btn--line)"
OTHER_DAY = "#visits details form button"
SEOUL = datetime.timezone(datetime.timedelta(hours=9))


def today():
    return datetime.datetime.now(SEOUL).date().isoformat()


@pytest.fixture
def guest(user, readers):
    """Somebody with an account, by each way of using a page."""
    user.page.context.add_cookies(readers.state("member")["cookies"])
    return user


def days(page, place):
    """What the answer says of the reader's own visits."""
    answer = page.context.request.get(f"/places/{place}", headers={"Accept": "application/json"})
    return [visit["on"] for visit in answer.json()["place"]["visits"]]


def test_one_press_notes_today_and_is_taken_back(guest, untouched):
    user, page, place = guest, guest.page, untouched.fresh()
    page.goto(f"/places/{place}")
    user.press(HERE)
    assert page.url.endswith(f"/places/{place}#visits")
    assert days(page, place) == [today()]
    expect(page.locator(f"#visits time[datetime='{today()}']")).to_have_count(1)
    user.press(".flash form button")
    assert days(page, place) == []
    # A second press of the same day changes nothing, and nothing can be taken back with it.
    user.press(HERE)
    user.press(HERE)
    expect(page.locator(".flash")).to_have_count(1)
    expect(page.locator(".flash form")).to_have_count(0)
    assert days(page, place) == [today()]


def test_another_day_is_chosen_mended_and_deleted(guest, untouched):
    user, page, place = guest, guest.page, untouched.fresh()
    page.goto(f"/places/{place}")
    user.open("#visits summary")
    page.locator("#visit-on").fill("2999-01-02")
    user.press(OTHER_DAY)
    field = page.locator("#visit-on")
    assert field.input_value() == "2999-01-02"
    assert field.get_attribute("aria-invalid") == "true"
    assert field.evaluate("e => e === document.activeElement")
    expect(page.locator("#visit-on-error")).to_be_visible()
    assert days(page, place) == []
    field.fill("2024-02-29")
    user.press(OTHER_DAY)
    assert page.url.endswith(f"/places/{place}#visits")
    assert days(page, place) == ["2024-02-29"]
    # It stands among all of one's visits too, which the menu of one's account leads to.
    user.open("[popovertarget=account-menu]")
    user.press("#account-menu a[href='/diary']")
    page.goto("/diary/2024-02?day=2024-02-29")
    expect(page.locator(f"#day a[href='/places/{place}']")).to_have_count(1)
    page.goto(f"/places/{place}")
    user.press("#visits ul form button")
    assert days(page, place) == []
    user.press(".flash form button")
    assert days(page, place) == ["2024-02-29"]


def test_a_touch_is_enough(open_page, untouched):
    place = untouched.fresh()
    page = open_page(
        f"/places/{place}", reader="member", viewport={"width": 390, "height": 844}, has_touch=True, is_mobile=True
    )
    with page.expect_navigation():
        page.locator(HERE).tap()
    assert days(page, place) == [today()]


def test_a_visitor_is_led_to_the_login_and_back(open_page, some):
    page = open_page(f"/places/{some['restaurant']}")
    expect(page.locator("#visits form")).to_have_count(0)
    page.click("#visits a[href^='/login']")
    assert page.locator("main [name=next]").get_attribute("value") == f"/places/{some['restaurant']}#visits"
