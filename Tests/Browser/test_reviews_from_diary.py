"""A review that begins with what its author wrote in the diary."""

import pytest
from playwright.sync_api import expect

from posting import post


@pytest.mark.parametrize("has_scripts", [True, False])
def test_a_paragraph_and_the_day_go_into_the_review(open_page, untouched, has_scripts):
    place = untouched.fresh()
    page = open_page("/about", reader="member", java_script_enabled=has_scripts, viewport={"width": 390, "height": 844})
    post(page, "/diary/entries", text="비 오는 날\n국물이 맑았다.", on="2026-01-05", place_id=str(place))
    page.goto(f"/places/{place}/reviews/new")
    page.locator("#body").fill("먼저 쓴 말")
    page.locator("summary#diary").click()
    page.get_by_label("국물이 맑았다.").check()
    page.locator("[name=take][value^='day:']").check()
    page.locator("button[value=diary]").click()
    expect(page.locator("#body")).to_have_value("먼저 쓴 말\n\n국물이 맑았다.")
    expect(page.locator("#visited_on")).to_have_value("2026-01-05")
