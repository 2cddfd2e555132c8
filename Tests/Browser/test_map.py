"""A map to go by: zoom, pan, search there again, where one is; and lists around a point. The same on both sizes."""

import re

import pytest

import looks

SIZES = [pytest.param({"width": 390, "height": 844}, id="phone"), pytest.param({"width": 1280, "height": 800}, id="desktop")]
HAPJEONG = {"latitude": 37.5495, "longitude": 126.914, "accuracy": 80}


def bounds(page):
    return [float(degree) for degree in re.search(r"bounds=([-0-9.,]+)", page.url.replace("%2C", ",")).group(1).split(",")]


@pytest.mark.parametrize("size", SIZES)
def test_a_map_is_moved_and_searched_again(open_page, site, size):
    # One who allowed it sees where they are.
    page = open_page("/districts/mapo?view=map", viewport=size, permissions=["geolocation"], geolocation=HAPJEONG)
    page.locator("svg.geo .here .dot").wait_for()
    again = page.locator("[data-again]")
    assert not again.is_visible() and page.locator("main .step").locator("visible=true").count() == 0
    page.evaluate("window.same = true")
    page.click("[data-move=closer]")
    again.wait_for()
    frame = page.locator("figure.map").bounding_box()
    middle = frame["x"] + frame["width"] / 2, frame["y"] + frame["height"] / 2
    before = again.get_attribute("href")
    page.mouse.move(*middle)
    page.mouse.down()
    page.mouse.move(middle[0] + 40, middle[1] + 10, steps=4)
    page.mouse.up()
    assert "/districts/mapo" in page.url and again.get_attribute("href") != before
    down = page.evaluate("scrollY")
    again.click()
    page.wait_for_url("**/places?*bounds=*")
    south, west, north, east = bounds(page)
    page.wait_for_function("!document.querySelector('[data-again]:not([hidden])')")
    assert page.evaluate("window.same") and abs(page.evaluate("scrollY") - down) < 2, "neither loaded anew nor jumped"
    assert abs((east - west) * 0.793 / (north - south) - 400 / 340) < 0.02, "as much as the picture shows"
    answer = site.read_json(f"/places?bounds={south},{west},{north},{east}")
    assert f"{answer['total']:,}" in page.locator("main [role=status]").first.text_content()
    assert "서울의" not in page.locator("h1").inner_text(), "the area is named"
    assert page.title().startswith(page.locator("h1").inner_text())
    # By keyboard.
    page.locator("svg.geo").focus()
    page.keyboard.press("ArrowRight")
    again.wait_for()
    page.keyboard.press("-")
    page.keyboard.press("Enter")
    page.wait_for_url(lambda url: "bounds=" in url and str(south) not in url)
    page.locator("svg.geo").focus()
    page.keyboard.press("Escape")
    assert page.evaluate("document.activeElement === document.body")
    assert not looks.violations(page)


@pytest.mark.parametrize("size", SIZES)
def test_a_map_is_moved_without_scripts(open_page, size):
    page = open_page("/districts/mapo?view=map", viewport=size, java_script_enabled=False)
    for move in ("closer", "east", "wider"):
        # A control on the map is never under another.
        page.click(f"[data-move={move}]")
        assert "bounds=" in page.url
    # A group opens: closer, or the list of what stands there.
    page.goto("/places?view=map")
    group = page.locator("svg.geo a.cl").first
    count = int(re.match(r"\d+", group.locator("text").text_content()).group())
    page.goto(group.get_attribute("href"))
    assert str(count) in page.locator("main [role=status]").first.text_content()
    # What is known by its dong alone stands in that.
    page.goto("/districts/mapo?kind=restaurant&view=map")
    dong = page.locator("svg.geo a.cl--dong").first
    label, href = dong.get_attribute("aria-label"), dong.get_attribute("href")
    assert page.locator("svg.geo path.dong").count() > 0
    page.goto(href)
    assert re.search(r"(\d+)곳", label).group(1) in page.locator("main [role=status]").first.text_content()
    assert page.locator("h1").inner_text().split()[0] in label


@pytest.mark.parametrize("size", SIZES)
def test_near_me_is_widened_or_typed(open_page, site, size):
    page = open_page("/places?sort=distance", viewport=size)
    assert not looks.violations(page)
    page.locator("main a[data-near]").first.click()
    page.locator("#near-denied").wait_for(state="visible")
    page.locator("main a[data-near]").first.click()
    page.locator("#near-denied").wait_for(state="visible")
    page.fill("#near-q", "합정동")
    page.press("#near-q", "Enter")
    page.wait_for_url("**/places?q=*")
    page.goto("/places?near=37.5495,126.914&radius=500")
    assert page.locator("h1").inner_text() == "합정역 주변"
    radii = page.locator("main nav a[data-focus^=radius]")
    assert radii.count() == 4 and "걸어서 7분" in radii.first.inner_text()
    radii.last.click()
    page.wait_for_url("**radius=5000**")
    assert page.evaluate("document.activeElement.dataset.focus") == "radius-5000"
    assert page.locator("main [data-focus='radius-5000']").get_attribute("aria-current") == "true"
    for place in site.read_json("/places?near=37.5495,126.914&radius=5000")["places"]:
        words = page.locator(f"#p{place['id']} .meta").first.inner_text()
        expected = {"exact": r"\d(m|km)", "road": r"약 [\d.]+(m|km)", "dong": r"\S+ · 정확한 위치 모름"}[place["precision"]]
        assert re.search(expected, words), words
        assert (place["distance"] is None) == (place["precision"] == "dong")
    assert not looks.violations(page)
    page.goto("/places?near=37.5495,126.914&radius=500&type=없는업종")
    page.get_by_role("link", name="1km로 넓히기").click()
    page.wait_for_url(lambda url: "near=" in url and "radius" not in url)
