"""Lists that go on: more below with scripts, a way there and back without."""

import pytest

from posting import post
from test_finding_a_place import names

SIZES = [{"width": 390, "height": 844}, {"width": 1280, "height": 800}]


def numbers(page):
    return [int(number) for number in page.locator("[data-rows] .num").all_inner_texts()]


def go_on(page):
    """Presses "next" and waits for the rows that come."""
    before = page.locator("[data-rows] > *").count()
    page.locator("a[data-more]").click()
    page.wait_for_function("count => document.querySelectorAll('[data-rows] > *').length > count", arg=before)


@pytest.mark.parametrize("size", SIZES)
def test_more_places_come_below_those_that_are_there(open_page, site, size):
    page = open_page("/places?kind=restaurant", viewport=size)
    first = names(page)
    following = [place["name"] for place in site.read_json(site.read_json("/places?kind=restaurant")["next"])["places"]]
    page.locator("a[data-more]").scroll_into_view_if_needed()
    at = page.evaluate("scrollY")
    go_on(page)
    assert names(page) == first + following and numbers(page) == list(range(1, 41))
    # The reader stays where they were, at the first of the new ones.
    assert abs(page.evaluate("scrollY") - at) < 5
    card = page.locator("[data-rows] > *").nth(20)
    assert 0 <= card.bounding_box()["y"] <= size["height"]
    assert page.evaluate("document.activeElement.textContent") == following[0]
    assert page.locator("a[rel=prev]").count() == 0
    assert "after=" in page.url and "page=2" in page.url
    go_on(page)
    assert numbers(page) == list(range(1, 61))
    # The map numbers what came last.
    assert page.locator("svg.geo a.pin text").first.text_content() in map(str, range(41, 61))


def test_what_was_added_is_there_again_after_going_back(open_page):
    page = open_page("/places?kind=restaurant", viewport=SIZES[0])
    go_on(page)
    go_on(page)
    before = names(page)
    page.locator("[data-rows] h3 a").nth(45).scroll_into_view_if_needed()
    at = page.evaluate("scrollY")
    page.locator("[data-rows] h3 a").nth(45).click()
    page.wait_for_url("**/places/*")
    page.go_back()
    page.wait_for_function("() => document.querySelectorAll('[data-rows] > *').length === 60")
    assert names(page) == before and numbers(page) == list(range(1, 61)) and "page=3" in page.url
    page.wait_for_function("at => Math.abs(scrollY - at) < 200", arg=at)
    page.reload()
    page.wait_for_function("() => document.querySelectorAll('[data-rows] > *').length === 60")


def test_a_search_in_place_begins_anew_and_going_back_adds_again(open_page):
    page = open_page("/places?kind=restaurant")
    go_on(page)
    page.locator("main input[name=q]").fill("식당")
    page.locator("main input[name=q]").press("Enter")
    page.wait_for_url("**q=**")
    page.wait_for_function("() => document.querySelectorAll('[data-rows] > *').length <= 20")
    page.go_back()
    page.wait_for_function("() => document.querySelectorAll('[data-rows] > *').length === 40")
    assert numbers(page) == list(range(1, 41))


def test_a_cut_line_leads_to_the_next_page(open_page):
    page = open_page("/places?kind=restaurant", loses_line=True)
    page.route("**/places?*after=*", lambda route: route.abort() if "x-fragment" in route.request.headers
               else route.continue_())
    page.locator("a[data-more]").click()
    page.wait_for_url("**after=**")
    assert numbers(page)[0] == 21


@pytest.mark.parametrize("size", SIZES)
def test_without_scripts_one_lands_at_the_top_and_finds_back(open_page, size):
    page = open_page("/places?kind=restaurant", viewport=size, java_script_enabled=False)
    first = names(page)
    page.locator("a[rel=next]").click()
    page.wait_for_url("**#list")
    assert numbers(page) == list(range(21, 41))
    top = page.locator("#list").bounding_box()["y"]
    assert 0 <= top <= size["height"] / 3, top
    page.locator("a[rel=next]").click()
    page.wait_for_url("**page=3**")
    assert numbers(page)[0] == 41
    page.locator("a[rel=prev]").click()
    page.wait_for_url("**page=2**")
    assert numbers(page)[0] == 21
    page.locator("a[rel=prev]").click()
    page.wait_for_url("**/places?kind=restaurant#list")
    assert names(page) == first


def test_days_at_a_place_go_on_where_they_ended(open_page, readers, untouched, site):
    page = open_page(reader="wanderer")
    place = site.read_json("/places?kind=restaurant&sort=name")["places"][0]["id"]
    for index in range(40):
        day = f"2026-0{1 + index // 20}-{1 + index % 20:02}"
        post(page, f"/places/{place}/visits", on=day)
    page.goto(f"/my/visits?place={place}")
    assert page.locator("[data-rows] > li").count() == 30
    days = page.locator("[data-rows] h2").all_inner_texts()
    page.locator("a[data-more]").click()
    page.wait_for_function("() => document.querySelectorAll('[data-rows] > li').length === 40")
    assert page.locator("[data-rows] h2").all_inner_texts()[:30] == days
    assert page.locator("a[data-more]").count() == 0


def test_the_list_of_a_month_leads_to_the_one_before(open_page, readers, untouched, site):
    page = open_page(reader="wanderer")
    place = site.read_json("/places?kind=restaurant&sort=name")["places"][0]["id"]
    for day in ("2025-03-02", "2025-03-01", "2024-12-31"):
        post(page, f"/places/{place}/visits", on=day)
    page.goto("/diary/2025-03?view=list")
    assert page.locator("[data-rows] > li").count() == 2
    page.locator("a[rel=next]").click()
    page.wait_for_url("**/diary/2024-12?view=list")
    assert page.locator("h1").inner_text() == "2024년 12월" and page.locator("[data-rows] > li").count() == 1
