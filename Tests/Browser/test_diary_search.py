"""Finding entries of the diary again, and what a list offers for each."""

import pytest
from playwright.sync_api import expect


@pytest.mark.parametrize("width", [390, 1280])
def test_words_lead_to_the_entry(open_page, some, width):
    page = open_page("/diary/2024-02", reader="author", viewport={"width": width, "height": 844})
    if width < 640:
        page.locator(".day-tools a[href='/diary/search']").click()
        page.locator("#diary-q").fill("국물")
    else:
        page.locator(".day-tools input[name=q]").fill("국물")
    page.keyboard.press("Enter")
    page.wait_for_url("**/diary/search?q=*")
    expect(page.locator("#list mark").first).to_have_text("국물")
    page.locator("#list h2 a").first.click()
    page.wait_for_url(f"**/diary/entries/{some['entry']}")


def test_initials_are_enough_and_too_much_is_told(open_page):
    page = open_page("/diary/search?q=ㄱㅁ", reader="author", java_script_enabled=False)
    expect(page.locator("#list h2 a")).to_have_text("비 오는 날의 국물")
    page.goto("/diary/search?q=" + "a" * 81)
    expect(page.locator("#diary-q-error")).to_be_visible()


@pytest.mark.parametrize("width", [390, 1280])
def test_an_entry_of_the_list_has_a_menu(open_page, some, width):
    page = open_page(
        "/diary/2024-02?view=list", reader="author", viewport={"width": width, "height": 844}, java_script_enabled=False
    )
    menu = page.locator(f".entry-card:has(h3 a[href='/diary/entries/{some['entry']}']) .entry-menu")
    menu.locator("summary").click()
    expect(menu.locator("a")).to_have_count(4)
    assert all(link.bounding_box()["x"] >= 0 for link in menu.locator("a").all())
    menu.locator("a[href$='/delete']").click()
    assert page.url.endswith(f"/diary/entries/{some['entry']}/delete")


@pytest.mark.parametrize("address", ["/diary/2024-02?view=list&lang=en", "/diary/search?q=국물&lang=en"])
def test_a_weekday_stays_beside_the_words(open_page, some, address):
    page = open_page(address, reader="author", viewport={"width": 320, "height": 844})
    days = page.locator(".day-row .on")
    expect(days.first).to_contain_text("day")
    # The sound of a name stands with it, for who does not read it.
    expect(page.locator(".day-row .roman").first).to_be_visible()
    assert all(day.evaluate("day => day.scrollWidth <= day.clientWidth") for day in days.all())
