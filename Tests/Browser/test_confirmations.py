"""Whether a place is still there: one tap, its undo, and the way to it for who has not logged in."""

import pytest
from playwright.sync_api import expect

import looks

PHONE, DESKTOP = {"width": 390, "height": 844}, {"width": 1280, "height": 800}


def counts(page, place):
    """What the place's answer says of it."""
    answer = page.context.request.get(f"/places/{place}", headers={"Accept": "application/json"})
    return answer.json()["place"]["confirmations"]


@pytest.mark.parametrize("scripts", [True, False], ids=["scripts", "plain"])
@pytest.mark.parametrize("screen", [PHONE, DESKTOP], ids=["390", "1280"])
def test_one_tap_answers_and_is_taken_back(open_page, untouched, screen, scripts):
    place = untouched.fresh()
    page = open_page(f"/places/{place}", reader="member", viewport=screen, java_script_enabled=scripts)
    buttons = page.locator("#still .answers button")
    expect(buttons).to_have_count(3)
    # Equal, side by side, and large enough for a finger.
    boxes = [button.bounding_box() for button in buttons.all()]
    assert max(box["width"] for box in boxes) - min(box["width"] for box in boxes) < 1
    assert len({round(box["y"]) for box in boxes}) == 1
    assert all(box["height"] >= 44 for box in boxes)
    if scripts:
        assert looks.violations(page) == []
    page.locator("#still [value=open]").click()
    page.wait_for_url(f"**/places/{place}#still")
    expect(page.locator("#still .answers")).to_have_count(0)
    assert counts(page, place)["open"] == 1 and counts(page, place)["lastOn"]
    if scripts:
        assert looks.violations(page) == []
    page.locator("#still form button").click()
    expect(page.locator("#still .answers button")).to_have_count(3)
    assert counts(page, place) == {"open": 0, "closed": 0, "lastOn": None, "saidClosed": False}


def test_each_way_to_use_the_site_answers(user, readers, untouched):
    page, place = user.page, untouched.fresh()
    page.context.add_cookies(readers.state("member")["cookies"])
    page.goto(f"/places/{place}")
    user.press("#still [value=closed]")
    assert counts(page, place)["closed"] == 1
    user.press(".flash form button")
    assert counts(page, place)["closed"] == 0
    expect(page.locator("#still .answers button")).to_have_count(3)


def test_the_question_stands_beside_a_visit_of_today(open_page, untouched):
    place = untouched.fresh()
    page = open_page(f"/places/{place}", reader="member", viewport=PHONE)
    expect(page.locator("#visits #still")).to_have_count(0)
    page.locator("#visits form[action$='/visits'] .btn:not(.btn--line)").click()
    page.wait_for_url(f"**/places/{place}#visits")
    expect(page.locator("#still")).to_have_count(1)
    expect(page.locator("#visits #still .answers button")).to_have_count(3)


@pytest.mark.parametrize("screen", [PHONE, DESKTOP], ids=["390", "1280"])
def test_a_visitor_is_led_to_the_login_and_back(open_page, some, screen):
    page = open_page(f"/places/{some['restaurant']}", viewport=screen)
    expect(page.locator("#still form")).to_have_count(0)
    page.click("#still a[href^='/login']")
    assert page.locator("main [name=next]").get_attribute("value") == f"/places/{some['restaurant']}#still"
