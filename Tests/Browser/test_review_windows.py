"""A review that is written in two windows: neither takes the other's words away unseen."""

import pytest
from playwright.sync_api import expect

import reviewing
from reviewing import PUBLISH, STATE, WORDS, saved, write


@pytest.fixture
def form(open_page, untouched):
    return reviewing.open_form(open_page, untouched)


def test_of_two_windows_neither_overwrites_the_others_words(form, site):
    page = form.page
    other = page.context.new_page()
    other.goto(page.url)
    with saved(page):
        write(form)
    conflict = other.locator("[data-draft-conflict]")
    with other.expect_response(lambda answer: answer.url.endswith("/reviews/draft") and answer.status == 409):
        other.fill("#body", "다른 창에서 쓴 글이에요.")
    expect(conflict).to_be_visible()
    expect(conflict.locator("[data-theirs]")).to_have_text(WORDS)
    # What is typed on is sent once somebody has chosen.
    other.fill("#body", "다른 창에서 고쳐 쓴 글이에요.")
    with saved(other):
        conflict.locator("[data-keep=mine]").click()
    expect(conflict).to_be_hidden()
    # The first window learns of it, and takes it.
    with page.expect_response(lambda answer: answer.url.endswith("/reviews/draft") and answer.status == 409):
        form.fill("body", WORDS + " 더.")
    with page.expect_navigation():
        page.locator("[data-keep=theirs]").click()
    expect(page.locator("#body")).to_have_value("다른 창에서 고쳐 쓴 글이에요.")
    other.close()


@pytest.mark.parametrize("width", [390, 1280])
def test_whoever_writes_far_below_is_told_of_the_other_windows_words(form, width):
    page = form.page
    other = page.context.new_page()
    other.set_viewport_size({"width": width, "height": 844})
    other.goto(page.url)
    with saved(page):
        write(form)
    other.fill("#body", "다른 창에서 쓴 글이에요.")
    other.locator(PUBLISH).scroll_into_view_if_needed()
    toast = other.locator(".toast")
    expect(toast).to_contain_text("다른 창에서 쓴 글")
    expect(toast).to_be_in_viewport()
    expect(other.locator("[data-send-state]")).to_contain_text("다른 창에서 쓴 글")
    toast.locator("button").click()
    expect(other.locator("[data-draft-conflict]")).to_be_in_viewport()
    assert other.evaluate("document.activeElement.dataset.keep") == "mine"
    with saved(other):
        other.keyboard.press("Enter")
    expect(other.locator("[data-send-state]")).to_be_empty()
    other.close()


def test_words_that_arrived_without_an_answer_are_ones_own(form):
    page = form.page
    lost = []

    def lose_answer(route):
        lost.append(route.fetch())
        route.abort()

    page.route("**/reviews/draft", lose_answer)
    write(form)
    expect(page.locator(STATE)).to_have_class("draft is-bad")
    page.unroute("**/reviews/draft")
    assert lost
    with saved(page):
        form.fill("body", WORDS + " 더.")
    expect(page.locator("[data-draft-conflict]")).to_be_hidden()
