"""A place on a phone and on a desktop, and from its heart to the tags, the visits and the map of one's favourites."""

import pytest
from playwright.sync_api import expect

import looks
from people import join

PHONE, DESKTOP = {"width": 390, "height": 844}, {"width": 1280, "height": 800}


@pytest.fixture
def kept_by(open_page, person):
    """Opens pages of one person with an account."""
    first = open_page(java_script_enabled=False)
    join(first, person)
    state = first.context.storage_state()
    return lambda address, **options: open_page(address, storage_state=state, **options)


def test_what_one_does_with_a_place_is_at_hand(open_page, site):
    place = next(place for place in site.read_json("/districts/mapo?kind=restaurant&sort=name")["places"] if place["address"])
    page = open_page(f"/places/{place['id']}", viewport=PHONE)
    bar, tabs = page.locator(".place-act"), page.locator(".tabbar").bounding_box()["y"]
    box = bar.bounding_box()
    assert abs(box["y"] + box["height"] - tabs) < 2
    assert bar.locator("a[href^='https://map.kakao.com/']").is_visible() and bar.locator("[data-share]").is_visible()
    assert bar.locator("[data-heart] button").is_visible()
    facts, drawn = page.locator(".facts").bounding_box(), page.locator(".where").bounding_box()
    assert facts["y"] < drawn["y"]
    # Nobody wrote about it: neither side of a desktop is left half empty.
    wide = open_page(f"/places/{place['id']}", viewport=DESKTOP)
    assert not wide.locator(".place-act a[href^='https://map.kakao.com/']").is_visible()
    ends = [max(box["y"] + box["height"] for box in (part.bounding_box() for part in wide.locator(side).all()))
            for side in (".facts, .extra > *", ".where, .main > *")]
    assert abs(ends[0] - ends[1]) < 500


@pytest.mark.parametrize("scripts", [True, False], ids=["scripts", "plain"])
def test_from_a_heart_to_its_tags_visits_and_map(kept_by, site, scripts):
    first, second = [place["id"] for place in site.read_json("/districts/jongno?sort=name")["places"]][12:14]
    page = kept_by(f"/places/{first}", viewport=PHONE, java_script_enabled=scripts)
    page.locator(".place-act [data-heart] button").click()
    page.locator(".toast a" if scripts else ".flash a.link").click()
    page.wait_for_url(f"**/favourites/{first}*")
    assert page.locator(f"main a[href='/places/{first}/lists']").is_visible()
    if scripts:
        chips = page.locator(".tag-chips button")
        expect(chips).to_have_count(2)
        chips.first.click()
        expect(chips).to_have_count(1)
        assert looks.violations(page) == []
    page.fill("#tags", "혼밥, 지역-종로")
    page.keyboard.press("Enter")
    page.wait_for_url(lambda address: f"/favourites/{first}" not in address)
    page.goto(f"/places/{second}")
    page.locator(".place-act [data-heart] button").click()
    page.locator(".toast" if scripts else ".flash--said").wait_for()
    page.locator("#visits form .btn").first.click()
    page.goto("/favourites")
    assert "혼밥" in page.locator(f"#p{first} .tag", has_text="기타").inner_text()
    page.locator("nav.seg a", has_text="가 본 곳").click()
    page.wait_for_url("**/favourites?visited=1")
    expect(page.locator("article.fav")).to_have_count(1)
    page.locator("nav.seg a", has_text="지도").click()
    page.wait_for_url("**/favourites?visited=1&view=map")
    assert page.locator("svg.geo").is_visible() and page.locator(f"#p{second}").count() == 1
