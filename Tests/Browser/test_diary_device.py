"""What is written in the diary stays on the device until it is stored, says so, and never comes back where it must not."""

import pytest
from playwright.sync_api import expect

from diarying import PUT, entry_of, is_put, text_of, type_and_save
from posting import post, read_json


def standing(page):
    """A clock that goes on only by `run_for`."""
    page.clock.install()
    page.clock.pause_at(page.evaluate("() => Date.now()") + 1_000)
    return page


def until_nothing_waits(page):
    page.wait_for_function("() => Object.keys(localStorage).every((key) => !key.startsWith('diary:'))")


def test_what_is_typed_without_a_pause_is_on_the_device(diarist):
    page = standing(diarist())
    sent = []
    page.on("request", lambda request: sent.append(request) if is_put(request) else None)
    page.locator("#text").press_sequentially("쉬지 않고 쓰는 글")
    page.clock.run_for(300)
    kept = page.evaluate("() => Object.values(localStorage).join()")
    assert "쉬지 않고 쓰는 글" in kept and sent == []


def test_a_date_that_is_not_taken_says_so_beside_it_and_does_not_come_back(diarist):
    page = diarist("/diary/entries/new?on=2025-03-01")
    type_and_save(page, "옛날 일")
    page.wait_for_url("**/diary/entries/*/edit")
    page.locator("summary").first.click()
    page.locator("#on").fill("2199-01-01")
    expect(page.locator("#on-error")).to_contain_text("아직 오지 않은 날")
    expect(page.locator("#on")).to_have_attribute("aria-describedby", "on-error")
    expect(page.locator("[data-save-state].is-bad")).to_have_count(1)
    page.locator("#on").fill("2025-03-01")
    expect(page.locator("#on-error")).to_have_count(0)
    expect(page.locator("[data-save-state].is-bad")).to_have_count(0)
    until_nothing_waits(page)
    page.reload()
    expect(page.locator("#on")).to_have_value("2025-03-01")
    expect(page.locator("[data-notice=restored]")).to_be_hidden()


def test_what_was_refused_is_not_sent_again_by_every_page(diarist):
    page = diarist("/diary/entries/new?on=2025-03-01")
    type_and_save(page, "옛날 일")
    page.wait_for_url("**/diary/entries/*/edit")
    page.locator("summary").first.click()
    page.locator("#on").fill("2199-01-01")
    expect(page.locator("#on-error")).to_be_visible()
    sent = []
    page.on("request", lambda request: sent.append(request) if is_put(request) else None)
    page.close(run_before_unload=False)
    other = page.context.new_page()
    other.on("request", lambda request: sent.append(request) if is_put(request) else None)
    other.goto("/diary")
    expect(other.locator("[data-unsent] [data-title]")).to_have_text("옛날 일")
    assert sent == []


def test_a_date_that_is_being_typed_is_not_saved(diarist):
    page = diarist("/diary/entries/new?on=2025-03-01")
    type_and_save(page, "옛날 일")
    page.wait_for_url("**/diary/entries/*/edit")
    standing(page)
    page.locator("summary").first.click()
    sent = []
    page.on("request", lambda request: sent.append(request) if is_put(request) else None)
    page.locator("#on").focus()
    page.keyboard.press("ArrowUp")
    typed = page.locator("#on").input_value()
    assert typed != "2025-03-01"
    page.clock.run_for(20_000)
    assert sent == []
    page.locator("#text").focus()
    with page.expect_response(lambda answer: is_put(answer.request) and answer.ok):
        page.clock.run_for(2_000)
    assert read_json(page, f"/diary/entries/{entry_of(page)}")["day"] == typed


def test_a_text_of_the_device_is_thrown_away_after_a_question_and_stays_among_the_earlier_ones(diarist):
    page = diarist(loses_line=True)
    type_and_save(page, "저장한 글")
    page.wait_for_url("**/diary/entries/*/edit")
    entry = entry_of(page)
    page.context.route(PUT, lambda route: route.abort() if is_put(route.request) else route.continue_())
    page.locator("#text").fill("이 기기의 글")
    expect(page.locator("[data-save-state].is-bad")).to_have_count(1)
    page.reload()
    button = page.locator("[data-notice=restored] button")
    expect(button).to_be_visible()
    questions = []

    def answer(dialog):
        questions.append(dialog.message)
        dialog.accept() if len(questions) > 1 else dialog.dismiss()

    page.on("dialog", answer)
    button.click()
    expect(page.locator("#text")).to_have_value("이 기기의 글")
    button.click()
    expect(page.locator("#text")).to_have_value("저장한 글")
    assert len(questions) == 2
    expect(page.locator("[data-save-state].is-bad")).to_have_count(1)
    # The page that comes back leads to the earlier texts.
    with page.expect_navigation():
        page.context.unroute(PUT)
        page.evaluate("() => dispatchEvent(new Event('online'))")
    until_nothing_waits(page)
    page.goto(f"/diary/entries/{entry}/versions")
    expect(page.locator(".version .text").first).to_have_text("이 기기의 글")


def test_there_is_nothing_to_throw_away_where_all_is_saved(diarist):
    page = diarist(loses_line=True)
    type_and_save(page, "저장한 글")
    page.wait_for_url("**/diary/entries/*/edit")
    page.context.route(PUT, lambda route: route.abort() if is_put(route.request) else route.continue_())
    page.locator("#text").fill("이 기기의 글")
    expect(page.locator("[data-save-state].is-bad")).to_have_count(1)
    page.context.unroute(PUT)
    with page.expect_response(lambda answer: is_put(answer.request) and answer.ok):
        page.reload()
    expect(page.locator("[data-notice=restored]")).to_be_visible()
    expect(page.locator("[data-notice=restored] button")).to_be_hidden()


@pytest.mark.parametrize("width", [390, 1280])
def test_one_notice_at_a_time_stays_in_sight(diarist, width):
    page = diarist(loses_line=True, viewport={"width": width, "height": 844})
    type_and_save(page, "저장한 글")
    page.wait_for_url("**/diary/entries/*/edit")
    page.context.route(PUT, lambda route: route.abort() if is_put(route.request) else route.continue_())
    page.locator("#text").fill("이 기기의 글")
    expect(page.locator("[data-save-state].is-bad")).to_have_count(1)
    page.reload()
    restored = page.locator("[data-notice=restored]")
    expect(restored).to_be_visible()
    page.context.unroute(PUT)
    # It goes once somebody has written on.
    type_and_save(page, "더 ")
    expect(restored).to_be_hidden()
    expect(page.locator("[data-save-state].is-good")).to_be_visible()
    # Another text is in the way of what was brought back, which the page tells alone.
    second = page.context.new_page()
    second.goto(page.url)
    type_and_save(second, "둘째 ")
    page.locator("#text").press_sequentially("또")
    expect(page.locator("[data-notice=conflict]")).to_be_visible()
    page.reload()
    expect(page.locator("[data-notice=conflict]")).to_be_visible()
    expect(page.locator(".save-bar > :visible")).to_have_count(1)
    assert page.locator(".save-bar").bounding_box()["height"] <= 100


def test_a_page_that_nobody_changed_takes_what_was_written_elsewhere(diarist):
    first = diarist()
    type_and_save(first, "하나")
    first.wait_for_url("**/diary/entries/*/edit")
    second = first.context.new_page()
    second.goto(first.url)
    type_and_save(second, "둘 ")
    with first.expect_navigation():
        first.evaluate("() => { document.dispatchEvent(new Event('visibilitychange')); }")
    expect(first.locator("#text")).to_have_value(text_of(first, entry_of(first)))
    # What somebody has begun to write here is never replaced.
    type_and_save(second, "셋 ")
    first.route(PUT, lambda route: None if is_put(route.request) else route.continue_())
    first.locator("#text").fill("여기서 쓰던 글")
    first.evaluate("() => { document.dispatchEvent(new Event('visibilitychange')); }")
    first.wait_for_function("() => Object.values(localStorage).join().includes('여기서 쓰던 글')")
    expect(first.locator("#text")).to_have_value("여기서 쓰던 글")


def test_what_is_written_after_the_entry_was_erased_becomes_one_of_its_own(diarist):
    page = diarist()
    type_and_save(page, "지워질 일기")
    page.wait_for_url("**/diary/entries/*/edit")
    erased = entry_of(page)
    post(page, f"/diary/entries/{erased}/delete")
    post(page, "/diary/trash/empty")
    type_and_save(page, "에 이어 쓴 글")
    page.wait_for_url(lambda url: erased not in url)
    assert text_of(page, entry_of(page)) == "지워질 일기에 이어 쓴 글"
    until_nothing_waits(page)
    page.reload()
    expect(page.locator("#text")).to_have_value("지워질 일기에 이어 쓴 글")


def test_a_copy_that_cannot_be_brought_back_yet_is_no_conflict(diarist):
    page = diarist(loses_line=True)
    type_and_save(page, "처음")
    page.wait_for_url("**/diary/entries/*/edit")
    page.route(PUT, lambda route: route.abort() if is_put(route.request) else route.continue_())
    page.locator("#text").press_sequentially(" 남은 글")
    page.wait_for_function("() => Object.values(localStorage).join().includes('남은 글')")
    page.route("**/diary-restore*", lambda route: route.abort())
    page.goto(page.url)
    expect(page.locator("[data-save-state].is-bad")).to_be_visible()
    page.unroute(PUT)
    page.unroute("**/diary-restore*")
    page.goto(page.url)
    expect(page.locator("#text")).to_have_value("처음 남은 글")
    until_nothing_waits(page)
    expect(page.locator("[data-notice=conflict]")).to_be_hidden()


@pytest.mark.parametrize("width", [390, 1280])
def test_whether_it_is_saved_stays_in_sight(diarist, width):
    page = diarist(viewport={"width": width, "height": 700})
    page.locator("#text").evaluate("text => { text.style.blockSize = '2400px'; }")
    type_and_save(page, "긴 글의 끝")
    for top in (0, 900, 1_700):
        page.evaluate("top => scrollTo(0, top)", top)
        expect(page.locator("[data-save-state] span")).to_be_in_viewport(ratio=1)
    bar = page.locator(".save-bar").bounding_box()
    tabs = page.locator(".tabbar")
    if tabs.is_visible():
        assert bar["y"] + bar["height"] <= tabs.bounding_box()["y"] + 1


def test_lines_of_other_programs_stay_lines(diarist):
    page = diarist()
    page.locator("#text").evaluate(r"""text => {
      text.value = "슬라이드\u000b둘째 줄\u0085셋째 줄\u0001";
      text.dispatchEvent(new Event("input", { bubbles: true }));
    }""")
    expect(page.locator("#text")).to_have_value("슬라이드\n둘째 줄\n셋째 줄")
