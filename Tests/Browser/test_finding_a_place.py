"""The main job: from the front page to one place, by every way there is."""

import re

import pytest

PHONE = {"width": 390, "height": 844}


def place_links(page):
    """The results' title links, in order."""
    return page.locator("main .place h3 a")


def names(page):
    """As their sources write them, without the Latin letters beside them on English pages."""
    return place_links(page).evaluate_all("links => links.map((link) => link.firstChild.textContent.trim())")


def tab_to(page, selector, limit=250):
    """Presses Tab until an element that matches has the focus, and checks that the focus can be seen there."""
    for _ in range(limit):
        page.keyboard.press("Tab")
        if page.evaluate("s => document.activeElement.matches(s)", selector):
            return
    pytest.fail(f"Tab never reached {selector}")


@pytest.mark.parametrize("viewport", [PHONE, {"width": 1280, "height": 900}], ids=["phone", "desktop"])
def test_home_to_district_to_place_by_click(open_page, viewport):
    page = open_page("/", viewport=viewport)
    page.locator("svg.tilemap a[href^='/districts/mapo']").click()
    page.wait_for_url("**/districts/mapo")
    assert "마포구" in page.locator("h1").inner_text()
    first = names(page)[0]
    place_links(page).first.click()
    page.wait_for_url(re.compile(r"/places/\d+"))
    assert page.locator("h1").inner_text().strip() == first


# Where what has arrived stands, with and without what is still to come.
PLACES_BEFORE_THE_REST = """() => {
    const places = () => [...document.querySelectorAll('.hero h1, .types a:nth-child(-n + 4)')].map(element => {
        const box = element.getBoundingClientRect();
        return [Math.round(box.x), Math.round(box.y)].join(' ');
    });
    const all = places();
    document.querySelectorAll('.types a:nth-child(n + 5)').forEach(element => element.remove());
    const types = places();
    document.querySelectorAll('.hero > :last-child').forEach(element => element.remove());
    return [all, types, places().slice(0, 1)];
}"""


def test_home_does_not_move_while_it_arrives(open_page):
    page = open_page("/", viewport={"width": 1280, "height": 900})
    all, without_later_types, without_the_map = page.evaluate(PLACES_BEFORE_THE_REST)
    assert len(all) == 5 and without_later_types == all and without_the_map == all[:1]
    page.context.new_cdp_session(page).send("Emulation.setCPUThrottlingRate", {"rate": 6})
    for _ in range(3):
        page.goto("/", wait_until="networkidle")
        assert page.evaluate("observed.shift") < 0.02, page.evaluate("observed.shifted")


def test_home_to_district_to_place_by_keyboard_alone(open_page):
    page = open_page("/")
    page.keyboard.press("Tab")
    assert page.evaluate("document.activeElement.getAttribute('href')") == "#main", "the skip link comes first"
    tab_to(page, "a[href^='/districts/mapo']")
    page.keyboard.press("Enter")
    page.wait_for_url("**/districts/mapo")
    tab_to(page, ".place h3 a")
    focus = page.evaluate("getComputedStyle(document.activeElement).outlineStyle")
    card = page.evaluate("getComputedStyle(document.activeElement, '::after').outlineStyle")
    assert "solid" in (focus, card) or "auto" in (focus, card), "the focus must be seen"
    page.keyboard.press("Enter")
    page.wait_for_url(re.compile(r"/places/\d+"))
    assert page.locator("h1").is_visible()


def test_the_same_job_without_scripts(open_page):
    page = open_page("/", java_script_enabled=False, viewport=PHONE)
    page.locator("svg.tilemap a[href^='/districts/mapo']").click()
    assert page.url.endswith("/districts/mapo")
    page.locator("main input[name=q]").first.fill("식당")
    page.locator("main input[name=q]").first.press("Enter")
    assert "q=" in page.url
    page.goto("/places?district=mapo")
    first = names(page)[0]
    place_links(page).first.click()
    assert page.locator("h1").inner_text().strip() == first


def test_search_from_home(open_page, site):
    page = open_page("/")
    box = page.locator("main input[name=q]").first
    box.fill("설렁탕")
    box.press("Enter")
    page.wait_for_url("**/places?*")
    expected = [place["name"] for place in site.read_json("/places?q=설렁탕")["places"]]
    assert expected and names(page) == expected


def test_initial_consonants_find_names(site):
    found = site.read_json("/places?q=ㅅㄷ")
    assert found["total"] > 0
    whole = {place["id"] for place in site.read_json("/places?q=식당")["places"]}
    assert whole, "the sample has a shop with 식당 in its name"


def test_suggestions_as_one_types(open_page, site):
    page = open_page("/")
    wanted = site.read_json("/places?kind=restaurant")["places"][0]["name"]
    box = page.locator("main input[name=q]").first
    box.press_sequentially(wanted[:2], delay=30)
    page.get_by_role("option").first.wait_for()
    # What one types may be a dish or a dong too; those stand before the places.
    offered = site.read_json(f"/places/suggest?q={wanted[:2]}")["suggestions"]
    for _ in range([suggestion["type"] for suggestion in offered].index("place") + 1):
        page.keyboard.press("ArrowDown")
    page.keyboard.press("Enter")
    page.wait_for_url(re.compile(r"/places/\d+"))


def test_suggestions_still_come_after_the_list_was_replaced_in_place(open_page):
    page = open_page("/districts/mapo")
    page.locator("main a.chip[data-in-place]").nth(1).click()
    page.wait_for_url("**/districts/mapo?*")
    page.locator("main input[name=q]").press_sequentially("식당", delay=30)
    page.get_by_role("option").first.wait_for()


def test_escape_closes_the_suggestions_and_keeps_the_words(open_page):
    page = open_page("/")
    box = page.locator("main input[name=q]").first
    box.press_sequentially("식당", delay=30)
    page.get_by_role("option").first.wait_for()
    page.keyboard.press("Escape")
    assert page.get_by_role("option").locator("visible=true").count() == 0
    assert box.input_value() == "식당"


def test_filters_are_in_the_address_and_say_so(open_page, site):
    page = open_page("/places")
    page.locator("main summary").click()
    page.locator("label:has(> input[name=kind][value=bookshop])").click()
    page.wait_for_url("**kind=bookshop**")
    answer = site.read_json("/places?kind=bookshop")
    assert names(page) == [place["name"] for place in answer["places"]]
    assert {place["kind"] for place in answer["places"]} == {"bookshop"}
    assert str(answer["total"]) in page.get_by_role("status").first.inner_text().replace(",", "")
    page.reload()
    assert names(page) == [place["name"] for place in answer["places"]]


def test_back_restores_the_list(open_page):
    page = open_page("/districts/mapo?kind=restaurant")
    before, address = names(page), page.url
    place_links(page).nth(min(5, len(before) - 1)).click()
    page.wait_for_url(re.compile(r"/places/\d+"))
    page.go_back()
    page.wait_for_url(address)
    assert names(page) == before


def test_the_next_page_goes_on_where_this_one_ended(open_page, site):
    first = site.read_json("/places")
    page = open_page("/places", java_script_enabled=False)
    shown = names(page)
    page.locator("main a[href*='after=']").first.click()
    page.wait_for_url("**after=**")
    following = site.read_json(first["next"].replace(site.url, ""))
    assert following["places"][0]["name"] in names(page)
    assert not {p["id"] for p in following["places"]} & {p["id"] for p in first["places"]}
    assert shown == [place["name"] for place in first["places"]]


def test_near_me_sorts_by_distance(open_page):
    page = open_page(
        "/", permissions=["geolocation"], geolocation={"latitude": 37.5563, "longitude": 126.9236}
    )
    page.get_by_text("내 주변").locator("visible=true").first.click()
    page.wait_for_url("**near=37.5**")
    assert names(page)


def test_distances_grow(site):
    places = site.read_json("/places?near=37.5563,126.9236&radius=5000")["places"]
    distances = [place["distance"] for place in places if place["distance"] is not None]
    assert distances and distances == sorted(distances) and distances[-1] <= 5000 + 710, "from the middle of the cell"


def test_the_map_shows_what_the_list_shows(open_page, site):
    page = open_page("/districts/mapo?view=map")
    assert page.locator("svg.geo").first.is_visible()
    pins = page.locator("svg.geo a[href*='/places']")
    assert pins.count() > 0
    assert site.read_json("/districts/mapo")["total"] == site.read_json("/districts/mapo?view=map")["total"]


# Pins whose visible edge, left or right of the middle, belongs to another link.
COVERED = """() => [...document.querySelectorAll('svg.geo a.pin')].filter(pin => {
    const box = pin.querySelector(':not(.hit):not(text)').getBoundingClientRect();
    const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
    return [-0.4, 0, 0.4].some(part => {
        const hit = document.elementFromPoint(x + part * box.width, y);
        return hit?.closest('svg.geo') && hit.closest('a') !== pin;
    });
}).map(pin => pin.getAttribute('aria-label'))"""


def test_no_pin_covers_another(open_page):
    page = open_page("/districts/mapo?view=map", viewport=PHONE, has_touch=True, is_mobile=True)
    assert page.locator("svg.geo a.pin").count() >= 10
    assert page.locator("figure.map").bounding_box()["y"] < 300, "the map begins in the upper part of the screen"
    page.locator("svg.geo").scroll_into_view_if_needed()
    assert page.evaluate(COVERED) == []
    # One finger scrolls past the map, and is told how the map moves.
    before, box = page.evaluate("scrollY"), page.locator("figure.map").bounding_box()
    fingers = page.context.new_cdp_session(page)
    x, y = box["x"] + 60, box["y"] + box["height"] * .6
    for kind, points in [("Start", [0]), *(("Move", [20 * step]) for step in range(1, 9)), ("End", [])]:
        places = [{"x": x, "y": y - up} for up in points]
        fingers.send("Input.dispatchTouchEvent", {"type": f"touch{kind}", "touchPoints": places})
    page.locator(".map.one-finger").wait_for()
    assert page.evaluate("scrollY") > before and page.locator("[data-again]").is_hidden()


def test_all_of_the_map_shows_on_a_phone(open_page):
    page = open_page("/places?view=map", viewport=PHONE)
    frame = page.locator(".map").bounding_box()
    boxes = page.locator("svg.geo a").evaluate_all("all => all.map(e => e.getBoundingClientRect().toJSON())")
    assert boxes
    for box in boxes:
        middle = (box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
        assert frame["x"] + 10 < middle[0] < frame["x"] + frame["width"] - 10
        assert frame["y"] + 10 < middle[1] < frame["y"] + frame["height"] - 10


def test_a_groups_number_is_the_length_of_its_list(open_page, site):
    page = open_page("/places")
    groups = page.locator("svg.geo a.cl").evaluate_all(
        "all => all.map(e => [e.getAttribute('href'), Number(e.querySelector('text').textContent)])"
    )
    assert len(groups) > 5
    for address, number in groups:
        assert site.read_json(address)["total"] == number, address


def test_the_map_speaks_the_readers_language(open_page):
    labels = open_page("/districts/mapo?lang=en").locator("svg.geo .world > text").all_text_contents()
    assert labels and not any(re.search("[가-힣]", label) for label in labels), labels


def test_a_place_can_be_called_and_found_on_other_maps(open_page, site):
    place = next(p for p in site.read_json("/places?kind=restaurant&sort=name")["places"] if p["phone"])
    page = open_page(f"/places/{place['id']}")
    number = page.locator("a[href^='tel:']").first.get_attribute("href")
    assert re.fullmatch(r"tel:\+?[\d-]+", number)
    assert page.locator(".facts a[href*='map.kakao.com']").count() == 1
    assert page.locator("a[href*='map.naver.com']").count() == 1
    assert page.locator(".facts a[href*='map.kakao.com']").get_attribute("rel").find("noopener") >= 0


def test_share_copies_the_address_where_there_is_no_share_sheet(open_page, some):
    page = open_page(
        f"/places/{some['restaurant']}", permissions=["clipboard-read", "clipboard-write"]
    )
    page.get_by_role("button", name="공유").click()
    page.wait_for_function("async () => (await navigator.clipboard.readText()).includes('/places/')")
    copied = page.evaluate("navigator.clipboard.readText()")
    assert copied == page.locator("link[rel=canonical]").get_attribute("href")


def test_paper_gets_the_results_alone(open_page):
    page = open_page("/districts/mapo")
    page.emulate_media(media="print")
    assert place_links(page).first.is_visible()
    for hidden in ("header.top", "nav.tabbar", "main form", "svg.geo"):
        assert page.locator(hidden).locator("visible=true").count() == 0, hidden
