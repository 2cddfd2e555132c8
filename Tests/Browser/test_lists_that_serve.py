"""What a list shows first, its filters, and the way out of an empty one."""

import pytest

from looks import violations
from test_finding_a_place import names

SIZES = [{"width": 390, "height": 844}, {"width": 1280, "height": 800}]


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("scripts", [True, False], ids=["scripts", "none"])
def test_a_result_is_in_sight_and_filters_come_off_one_by_one(open_page, size, scripts):
    page = open_page("/places?q=갈비&district=mapo", viewport=size, java_script_enabled=scripts)
    first = page.locator("main .place").first.bounding_box()
    bar = page.locator("nav.tabbar").locator("visible=true")
    floor = bar.bounding_box()["y"] if bar.count() else size["height"]
    assert first["y"] + first["height"] <= floor, first
    assert page.locator(".map").locator("visible=true").count() == (0 if size["width"] < 960 else 1)
    narrowing = page.locator(".narrowing")
    assert narrowing.locator("details").get_attribute("open") is None
    chips = narrowing.locator("nav a.chip")
    assert chips.count() == 1 and narrowing.locator("summary .badge").inner_text().startswith("1")
    # Filters, chips and sort stand in one line.
    middles = [box["y"] + box["height"] / 2 for box in (
        narrowing.locator("summary").bounding_box(), chips.first.bounding_box(),
        narrowing.locator("select[name=sort]").bounding_box())]
    assert max(middles) - min(middles) < 12, middles
    chips.first.click()
    page.wait_for_url(lambda url: "district=" not in url)
    assert page.locator(".narrowing nav a.chip").count() == 0 and len(names(page)) > 0


@pytest.mark.parametrize("size", SIZES)
def test_nothing_found_says_so_without_a_map(open_page, size):
    page = open_page("/places?q=갈비&district=mapo&open=1", viewport=size)
    assert page.locator(".empty").is_visible() and page.locator(".map").count() == 0
    assert violations(page) == []
    page.locator(".empty a.btn").first.click()
    page.wait_for_url(lambda url: "open=1" not in url or "district=mapo" not in url)
    assert names(page)
