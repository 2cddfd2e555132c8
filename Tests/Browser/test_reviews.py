"""A review's whole life, by each way to use the site."""

import re

import pytest
from playwright.sync_api import expect

import reviewing
from journey import path, said
from reviewing import PUBLISH, WORDS


@pytest.fixture
def writer(user, readers):
    """Somebody with an account, by each way of using a page."""
    user.page.context.add_cookies(readers.state("member")["cookies"])
    return user


def test_a_review_is_mended_published_edited_and_deleted(writer, untouched, site):
    user, page, place = writer, writer.page, untouched.fresh()
    page.goto(f"/places/{place}")
    user.press("main a[href$='/reviews/new']")
    # Nothing chosen and too little said.
    user.fill("body", "국물이 맑아요")
    reviewing.be_refused(user)
    summary = page.locator(".errsum")
    assert summary.evaluate("e => e === document.activeElement")
    targets = summary.locator("a").evaluate_all("all => all.map(e => e.hash)")
    assert targets == ["#rating", "#body"]
    assert page.locator("#body").input_value() == "국물이 맑아요"
    assert re.search(r"\b3", page.locator("#body-error").inner_text())
    # Mended.
    reviewing.rate(user, 4)
    user.fill("body", WORDS)
    if reviewing.has_scripts(user):
        expect(page.locator(".errsum, .err >> visible=true")).to_have_count(0)
    keyword = page.locator("[name=keyword]").first.get_attribute("value")
    reviewing.choose_keyword(user, keyword)
    review = reviewing.publish(user)
    assert said(user)
    card = page.locator(f"#r{review}")
    assert WORDS in card.inner_text()
    answer = site.read_json(f"/places/{place}")
    assert [(found["id"], found["stars"]) for found in answer["reviews"]] == [(review, 4)]
    assert answer["rating"]["count"] == 1 and answer["rating"]["histogram"] == [0, 0, 0, 1, 0]
    # Edited: what is said now is shown, and that it was edited.
    user.press(f"#r{review} a[href$='/edit']")
    assert page.locator("#body").input_value() == WORDS
    assert page.locator(f"[name=keyword][value='{keyword}']").is_checked()
    reviewing.rate(user, 5)
    user.fill("body", f"{WORDS} 또 갈게요.")
    user.press(PUBLISH)
    page.wait_for_url(f"**/places/{place}#r{review}")
    found = site.read_json(f"/places/{place}")["reviews"][0]
    assert found["body"] == f"{WORDS} 또 갈게요." and found["stars"] == 5 and found["editedAt"]
    # Deleted, after a question.
    user.press(f"#r{review} a[href$='/delete']")
    user.press("main form[action$='/delete'] button")
    assert said(user)
    answer = site.read_json(f"/places/{place}")
    assert answer["reviews"] == [] and answer["rating"] == {"mean": None, "count": 0, "histogram": [0] * 5}
    assert site.request(f"/reviews/{review}")[0] == 410


def test_writing_again_leads_to_ones_review(writer, untouched):
    user, place = writer, untouched.fresh()
    reviewing.begin(user, place)
    reviewing.rate(user, 3)
    user.fill("body", WORDS)
    review = reviewing.publish(user)
    reviewing.begin(user, place)
    assert path(user) == f"/reviews/{review}/edit"


def test_stars_are_chosen_by_arrows_and_said_in_words(open_page, readers, untouched):
    page = open_page(f"/places/{untouched.fresh()}/reviews/new", reader="member")
    words = page.locator(".rate .word >> visible=true")
    expect(words).to_have_class("word w0")
    page.locator("[name=rating]").first.focus()
    for stars in (2, 3, 4, 5):
        page.keyboard.press("ArrowRight")
        expect(words).to_have_class(f"word w{stars}")
    filled = page.locator(".rate svg").evaluate_all(
        "all => all.map(e => getComputedStyle(e).fill)")
    assert len(set(filled)) == 1
    page.keyboard.press("ArrowLeft")
    expect(words).to_have_class("word w4")
    assert page.locator(".rate label").first.bounding_box()["width"] >= 44


def test_characters_are_counted_as_a_person_counts(open_page, untouched):
    page = open_page(f"/places/{untouched.fresh()}/reviews/new", reader="member")
    count = page.locator("#body + [role=status]")
    page.fill("#body", "👩‍👩‍👧‍👦" * 7)
    expect(count).to_contain_text("3")
    page.fill("#body", "👩‍👩‍👧‍👦" * 10)
    expect(count).to_contain_text("1,990" if "," in count.inner_text() else "1990")
    page.fill("#body", "가" * 2_001)
    expect(count).to_have_class("hint live bad")


def test_a_sixth_keyword_has_to_wait(open_page, untouched):
    page = open_page(f"/places/{untouched.fresh()}/reviews/new", reader="member")
    boxes, chips = page.locator("[name=keyword]"), page.locator("label:has(> [name=keyword])")
    for index in range(5):
        chips.nth(index).click()
    assert boxes.nth(5).is_disabled()
    chips.nth(0).click()
    assert boxes.nth(5).is_enabled()


def test_enter_in_a_field_publishes_nothing(open_page, untouched, site):
    place = untouched.fresh()
    page = open_page(f"/places/{place}/reviews/new", reader="member")
    page.check("[name=rating][value='5']")
    page.fill("#body", WORDS)
    with page.expect_response(lambda answer: answer.url.endswith("/reviews/draft")):
        page.locator("#visited_on").press("Enter")
    assert page.url.endswith("/reviews/new")
    assert site.read_json(f"/places/{place}")["reviews"] == []
