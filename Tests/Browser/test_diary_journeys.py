"""A day written down from the first word to the last look, by each way to use the site, on a phone and on a desktop."""

import re

import pytest
from playwright.sync_api import expect

import reviewing
from diarying import entry_of
from photographs import picture
from posting import ask, read_json
from users import Keyboard, Pointer

DONE = ".write-foot button[value=done]"
PHONE, DESKTOP = {"width": 390, "height": 844}, {"width": 1280, "height": 844}


@pytest.fixture(params=["mouse", "keyboard", "no scripts"])
def way(request):
    return request.param


@pytest.fixture(params=[PHONE, DESKTOP], ids=["390", "1280"])
def user(request, open_page, way):
    """Somebody with an account, by each way of using a page."""
    page = open_page(reader="member", viewport=request.param, java_script_enabled=way != "no scripts")
    return Keyboard(page) if way == "keyboard" else Pointer(page)


def choose_weather(user, kind):
    """Drawn as a chip: the label is what is seen and pressed."""
    if isinstance(user, Keyboard):
        user.tick("weather", kind)
    else:
        user.page.locator(f"label:has(> [name=weather][value={kind}])").click()


def test_a_day_is_written_read_deleted_and_brought_back(user):
    page = user.page
    page.goto("/diary/2024-02?day=2024-02-29")
    user.press(".day > p .btn--quiet")
    user.open("details.facts summary")
    user.fill("place", "냉면")
    user.press("button[value=find]")
    user.press(".found-places button")
    expect(page.locator(".chosen")).to_have_count(1)
    choose_weather(user, "snow")
    user.fill("text", "면을 삶는 날\n국물이 맑았다.")
    reviewing.choose_photos(user, [picture("red"), picture("blue")])
    reviewing.describe(user, 1, "빨간 그릇")
    user.press(DONE)
    page.wait_for_url(re.compile(r"/diary/entries/\d+$"))
    entry = read_json(page, f"/diary/entries/{entry_of(page)}")
    assert (entry["title"], entry["day"], entry["weather"]["kind"]) == ("면을 삶는 날", "2024-02-29", "snow")
    assert [photo["alt"] for photo in entry["photos"]] == ["빨간 그릇", ""] and entry["place"]
    address = page.url
    user.press("a[href$='/delete']")
    user.press("main form .btn--danger")
    expect(page.locator("#day-title")).to_contain_text("29")
    assert page.request.get(address).status == 410
    user.press(".flash form button")
    expect(page.locator("#text")).to_have_value("면을 삶는 날\n국물이 맑았다.")
    page.goto(address)
    user.press("a[href$='/delete']")
    user.press("main form .btn--danger")


def test_two_texts_are_compared_and_both_kept(user):
    page = user.page
    page.goto("/diary/entries/new")
    user.fill("text", "하나")
    user.press(DONE)
    page.wait_for_url(re.compile(r"/diary/entries/\d+$"))
    address = page.url
    page.goto(f"{address}/edit")
    rev = page.locator("[name=rev]").get_attribute("value")
    # Meanwhile, on another device.
    ask(page, address, text="하나\n둘", rev=rev, act="done")
    user.fill("text", "하나\n셋")
    user.press(DONE)
    expect(page.locator("ins")).to_have_text(["셋", "둘"])
    user.press("button[value=merged]")
    assert read_json(page, address)["text"] == "하나\n셋\n둘"


def test_ten_photos_and_no_more(open_page):
    page = open_page("/diary/entries/new", reader="member", viewport=PHONE)
    user = Pointer(page)
    page.set_input_files("#photos", [picture("red", width=64 + number) for number in range(11)])
    expect(page.locator("[data-photos-left]")).not_to_be_empty()
    page.wait_for_url("**/diary/entries/*/edit")
    user.press(DONE)
    page.wait_for_url(re.compile(r"/diary/entries/\d+$"))
    expect(page.locator(".entry-photos img")).to_have_count(10)


def test_a_new_entry_is_passed_on_as_it_stands(open_page, site):
    page = open_page("/diary/entries/new", reader="member")
    page.context.grant_permissions(["clipboard-read", "clipboard-write"], origin=site.url)
    expect(page.locator("[data-entry-tools]")).to_be_hidden()
    page.locator("#text").press_sequentially("나눌 글")
    page.wait_for_url("**/diary/entries/*/edit")
    page.locator("#text").press_sequentially("이에요")
    page.locator("[data-share-text]").click()
    expect(page.locator("#shared")).not_to_be_empty()
    assert page.evaluate("navigator.clipboard.readText()").startswith("나눌 글이에요\n")
    with page.expect_navigation():
        page.locator("[data-delete]").click()
    assert page.url.endswith("/delete")


def test_what_only_the_device_has_is_gone_on_with_at_its_place(open_page, some):
    page = open_page(f"/diary/entries/new?place_id={some['bookshop']}&on=2024-02-29", reader="member", loses_line=True)
    page.context.set_offline(True)
    page.locator("#text").press_sequentially("책방에서")
    expect(page.locator("[data-save-state].is-bad")).to_have_count(1)
    # A line that lets pages come and nothing go.
    page.route(re.compile("/diary/drafts/"), lambda route: route.abort())
    page.context.set_offline(False)
    page.goto("/diary")
    with page.expect_navigation():
        page.locator("[data-unsent] a").click()
    expect(page.locator("#text")).to_have_value("책방에서")
    page.unroute(re.compile("/diary/drafts/"))
    with page.expect_response(lambda answer: answer.request.method == "PUT" and answer.ok):
        page.locator("#text").press_sequentially(" 읽은 것")
    page.wait_for_url("**/diary/entries/*/edit")
    entry = read_json(page, f"/diary/entries/{entry_of(page)}")
    assert entry["place"]["id"] == int(some["bookshop"]) and entry["day"] == "2024-02-29"


def test_an_entry_leads_to_the_review_of_its_place(open_page, untouched):
    place = untouched.fresh()
    page = open_page(f"/diary/entries/new?place_id={place}", reader="member")
    user = Pointer(page)
    user.fill("text", "국물이 맑은 집")
    user.press(DONE)
    page.wait_for_url(re.compile(r"/diary/entries/\d+$"))
    user.press("a[href$='/reviews/new#diary']")
    expect(page.locator("summary#diary")).to_be_visible()
