"""The calendar of the diary: by mouse and by keyboard."""

import pytest
from playwright.sync_api import expect


@pytest.mark.parametrize("width", [390, 1280])
def test_a_day_is_chosen_and_its_entry_read(open_page, some, width):
    page = open_page("/diary/2024-02", reader="author", viewport={"width": width, "height": 844})
    page.locator(".cal a[data-day='2024-02-29']").click()
    page.wait_for_url("**day=2024-02-29**")
    expect(page.locator("#day-title")).to_contain_text("29")
    page.locator("#day h3 a").first.click()
    page.wait_for_url(f"**/diary/entries/{some['entry']}")
    expect(page.locator("h1")).to_have_text("비 오는 날의 국물")


def test_the_calendar_is_one_stop_and_arrows_go_on(open_page, some):
    page = open_page("/diary/2024-02?day=2024-02-14", reader="author")
    day = "() => document.activeElement.dataset.day"
    assert page.locator(".cal a[tabindex='0']").count() == 1
    page.locator(".cal a[tabindex='0']").focus()
    for key, expected in (
        ("ArrowRight", "2024-02-15"), ("ArrowDown", "2024-02-22"), ("ArrowLeft", "2024-02-21"), ("ArrowUp", "2024-02-14"),
        ("Home", "2024-02-11"), ("End", "2024-02-17"),
    ):
        page.keyboard.press(key)
        assert page.evaluate(day) == expected
    page.keyboard.press("Enter")
    page.wait_for_url("**day=2024-02-17**")
    page.locator(".cal a[tabindex='0']").focus()
    page.keyboard.press("PageUp")
    page.wait_for_url("**/diary/2024-01**")


def test_one_button_writes_today_and_the_other_the_day_shown(open_page, some):
    page = open_page("/diary/2024-02?day=2024-02-14", reader="author", java_script_enabled=False)
    assert page.locator(".fab").get_attribute("href") == "/diary/entries/new"
    assert page.locator(".day > p .btn--quiet").get_attribute("href") == "/diary/entries/new?on=2024-02-14"


def test_each_day_says_what_it_holds(open_page, some):
    page = open_page("/diary/2024-02", reader="author", java_script_enabled=False)
    label = page.locator(".cal a[data-day='2024-02-29']").get_attribute("aria-label")
    assert label.startswith("2월 29일 목요일, 비, ") and label.endswith("일기 1편")
    assert page.locator(".cal a[data-day='2024-02-28']").get_attribute("aria-label") == "2월 28일 수요일, 비어 있음"


def test_weeks_begin_as_one_wants(open_page, person):
    from people import join
    page = open_page("/")
    join(page, person)
    page.goto("/diary")
    assert page.locator(".cal th").first.inner_text() == "일"
    page.locator("details.fold summary").click()
    page.locator("label.chip:has([value=monday])").click()
    with page.expect_navigation():
        page.locator("details.fold form button").click()
    assert page.locator(".cal th").first.inner_text() == "월"


def test_a_month_without_anything_counts_no_days(open_page):
    page = open_page("/diary/2024-01", reader="member")
    expect(page.locator("table.cal caption")).to_have_text("2024년 1월")
