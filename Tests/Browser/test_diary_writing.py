"""Writing an entry of the diary: what is typed is saved by itself, and nothing of it gets lost."""

import re

import pytest
from playwright.sync_api import expect

from diarying import PUT, entry_of, is_put, text_of, type_and_save
from posting import read_json


def copies(page):
    return page.evaluate("() => Object.keys(localStorage).filter((key) => key.startsWith('diary:')).length")


def test_what_is_typed_is_saved_and_survives_a_reload(diarist):
    page = diarist()
    type_and_save(page, "첫 줄이 제목")
    page.wait_for_url("**/diary/entries/*/edit")
    entry = entry_of(page)
    type_and_save(page, "이에요")
    page.wait_for_function("() => Object.keys(localStorage).every((key) => !key.startsWith('diary:'))")
    page.reload()
    expect(page.locator("#text")).to_have_value("첫 줄이 제목이에요")
    assert text_of(page, entry) == "첫 줄이 제목이에요"
    page.locator(".write-foot button").click()
    page.wait_for_url(f"**/diary/entries/{entry}")
    expect(page.locator("h1")).to_have_text("첫 줄이 제목이에요")


def test_a_syllable_that_is_put_together_is_sent_once_it_stands(diarist):
    page = diarist()
    page.locator("#text").focus()
    sent = []
    page.on("request", lambda request: sent.append(request) if is_put(request) else None)
    devtools = page.context.new_cdp_session(page)
    for syllable in ("ㅎ", "하", "한"):
        devtools.send("Input.imeSetComposition", {"text": syllable, "selectionStart": 1, "selectionEnd": 1})
    page.wait_for_timeout(1_200)
    assert sent == []
    with page.expect_response(lambda answer: is_put(answer.request) and answer.ok):
        devtools.send("Input.insertText", {"text": "한"})
    page.wait_for_url("**/diary/entries/*/edit")
    assert text_of(page, entry_of(page)) == "한"


def test_without_a_line_it_stays_on_the_device_and_is_sent_later(diarist):
    page = diarist(loses_line=True)
    type_and_save(page, "하나")
    page.wait_for_url("**/diary/entries/*/edit")
    entry = entry_of(page)
    page.context.set_offline(True)
    page.locator("#text").press_sequentially(" 둘")
    expect(page.locator("[data-save-state].is-bad")).to_contain_text("이 기기에")
    assert copies(page) == 1
    with page.expect_response(lambda answer: is_put(answer.request) and answer.ok):
        page.context.set_offline(False)
    expect(page.locator("[data-save-state].is-bad")).to_have_count(0)
    assert text_of(page, entry) == "하나 둘"


def test_an_answer_that_is_lost_is_no_conflict(diarist):
    page = diarist(loses_line=True)
    lost = []

    def lose(route):
        # It arrives; its answer does not.
        if route.request.method == "PUT" and not lost:
            lost.append(route.fetch())
            return route.abort()
        return route.continue_()

    page.route(PUT, lose)
    page.locator("#text").press_sequentially("가")
    expect(page.locator("[data-save-state].is-bad")).to_have_count(1)
    with page.expect_response(lambda answer: is_put(answer.request)) as answered:
        page.locator("#text").press_sequentially("나")
    assert lost and answered.value.ok
    page.wait_for_url("**/diary/entries/*/edit")
    assert text_of(page, entry_of(page)) == "가나"
    expect(page.locator("[data-notice=conflict]")).to_be_hidden()


def test_two_pages_end_in_one_that_keeps_both_texts(diarist):
    first = diarist()
    type_and_save(first, "제목")
    first.wait_for_url("**/diary/entries/*/edit")
    entry = entry_of(first)
    second = first.context.new_page()
    second.goto(f"/diary/entries/{entry}/edit")
    first.locator("#text").press("End")
    type_and_save(first, "\n하나")
    with second.expect_response(lambda answer: is_put(answer.request)) as answered:
        second.locator("#text").press("End")
        second.locator("#text").press_sequentially("\n둘")
    assert answered.value.status == 409
    with second.expect_navigation():
        second.locator("[data-notice=conflict] button").click()
    expect(second.locator("ins")).to_have_text(["둘", "하나"])
    with second.expect_navigation():
        second.locator("button[value=merged]").click()
    assert sorted(text_of(second, entry).split("\n")) == ["둘", "제목", "하나"]
    # Its copy has done its work.
    second.wait_for_function("() => Object.keys(localStorage).every((key) => !key.startsWith('diary:'))")


def test_the_head_says_what_the_form_says(diarist):
    page = diarist()
    page.locator("summary").first.click()
    page.locator("label.chip:has([value=snow])").click()
    expect(page.locator("summary [data-weather]")).to_have_text("눈")
    type_and_save(page, "옛날 일")
    with page.expect_response(lambda answer: is_put(answer.request) and answer.ok):
        page.locator("#on").fill("2025-03-01")
    expect(page.locator("h1")).to_have_text("2025년 3월 1일 토요일")
    month = page.locator("a[data-month]")
    expect(month).to_have_text("2025년 3월")
    expect(month).to_have_attribute("href", "/diary/2025-03")
    page.locator("label.chip:has([value=none])").click()
    expect(page.locator("summary [data-weather]")).to_be_hidden()


def test_words_that_only_the_device_has_are_told_of_on_every_page(diarist):
    page = diarist(loses_line=True)
    page.context.set_offline(True)
    page.locator("#text").press_sequentially("아직 못 보낸 글")
    expect(page.locator("[data-save-state].is-bad")).to_contain_text("이 기기에")
    page.context.set_offline(False)
    page.wait_for_url("**/diary/entries/*/edit")
    entry = entry_of(page)
    # Another text is in the way of the copy, so it stays on the device.
    page.evaluate(
        """([entry, account]) => localStorage.setItem("diary:made-up", JSON.stringify({
          page: "made-up", account, id: entry, address: `/diary/entries/${entry}`, rev: "0", unanswered: [], day: "2025-03-01",
          fields: [["on", "2025-03-01"], ["text", "다른 글"]], at: Date.now(),
        }))""",
        [entry, page.locator("form[data-entry]").get_attribute("data-account")],
    )
    for path in ("/diary/2025", "/diary/search", "/diary/trash", f"/diary/entries/{entry}/versions"):
        page.goto(path)
        expect(page.locator("[data-unsent] [data-title]")).to_have_text("다른 글")


def test_what_was_typed_just_before_leaving_is_there(diarist):
    page = diarist()
    type_and_save(page, "머물다")
    page.wait_for_url("**/diary/entries/*/edit")
    entry = entry_of(page)
    page.locator("#text").press("End")
    page.locator("#text").press_sequentially(" 떠나다")
    page.goto("/diary")
    page.wait_for_function("() => Object.keys(localStorage).every((key) => !key.startsWith('diary:'))")
    assert text_of(page, entry) == "머물다 떠나다"


def test_a_crash_loses_nothing(diarist):
    page = diarist()
    page.evaluate("() => { window.fetch = () => new Promise(() => {}); }")
    page.locator("#text").press_sequentially("갑자기 꺼진 글")
    page.wait_for_function("() => Object.keys(localStorage).some((key) => key.startsWith('diary:'))")
    again = page.context.new_page()
    page.close(run_before_unload=False)
    with again.expect_response(lambda answer: is_put(answer.request) and answer.ok):
        again.goto("/diary")
    again.wait_for_function("() => Object.keys(localStorage).every((key) => !key.startsWith('diary:'))")
    days = read_json(again, again.url.split("?")[0].split("#")[0].replace(re.match(r"https?://[^/]+", again.url).group(0), ""))["days"]
    assert any(entry["title"] == "갑자기 꺼진 글" for day in days for entry in day["entries"])


def test_three_entries_written_without_a_line_arrive_together(diarist):
    page = diarist(loses_line=True)
    pages = [page] + [page.context.new_page() for _ in range(2)]
    for number, each in enumerate(pages):
        if number:
            each.goto("/diary/entries/new")
    page.context.set_offline(True)
    for number, each in enumerate(pages):
        each.locator("#text").press_sequentially(f"끊긴 글 {number}")
        expect(each.locator("[data-save-state].is-bad")).to_have_count(1)
    for each in pages[1:]:
        each.close(run_before_unload=False)
    page.context.set_offline(False)
    page.wait_for_url("**/diary/entries/*/edit")
    page.goto("/diary")
    # The calendar loads itself anew once they are sent.
    for number in range(3):
        expect(page.locator(f"#day h3:has-text('끊긴 글 {number}')")).to_have_count(1)
    page.wait_for_function("() => Object.keys(localStorage).every((key) => !key.startsWith('diary:'))")


def test_logging_out_leaves_nothing_on_the_device(open_page, person):
    from people import join
    page = open_page("/")
    join(page, person)
    page.goto("/diary/entries/new")
    page.evaluate("() => { window.fetch = () => new Promise(() => {}); }")
    page.locator("#text").press_sequentially("남기지 않을 글")
    page.wait_for_function("() => Object.keys(localStorage).some((key) => key.startsWith('diary:'))")
    page.locator("[popovertarget=account-menu]").click()
    with page.expect_navigation():
        page.locator("#account-menu form button").click()
    assert copies(page) == 0


def test_deleting_ends_what_is_under_way(diarist):
    page = diarist()
    type_and_save(page, "지울 글이에요")
    page.wait_for_url("**/diary/entries/*/edit")
    entry = entry_of(page)
    page.reload()
    page.locator("#text").press("End")
    page.locator("#text").press_sequentially(" 더")
    with page.expect_navigation():
        page.locator("a[data-delete]").click()
    with page.expect_navigation():
        page.locator("main form .btn--danger").click()
    expect(page.locator(".flash")).to_contain_text("지웠어요")
    assert page.request.get(f"/diary/entries/{entry}").status == 410
    with page.expect_navigation():
        page.locator(".flash form button").click()
    assert text_of(page, entry) == "지울 글이에요 더"


@pytest.mark.parametrize("width", [390, 1280])
def test_without_scripts_one_button_does_it(diarist, some, width):
    page = diarist("/diary/entries/new?on=2024-02-29", java_script_enabled=False, viewport={"width": width, "height": 844})
    page.fill("#text", "버튼 하나로")
    page.locator("details.facts summary").click()
    page.fill("#place", "냉면")
    page.locator("button[value=find]").click()
    page.locator(".found-places button").first.click()
    expect(page.locator(".chosen")).to_have_count(1)
    page.locator(".write-foot button").click()
    expect(page.locator("h1")).to_have_text("버튼 하나로")
    assert page.url.endswith(f"/diary/entries/{entry_of(page)}")
