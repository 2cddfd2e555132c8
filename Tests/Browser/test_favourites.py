"""Keeping places under one's own tags, and finding them again, by each way to use the site."""

import json
import re

import pytest
from playwright.sync_api import expect

from hands import Keyboard
from journey import join, path, said
from reviewing import has_scripts

SAVE = "main form[data-tags-form] .btn >> nth=0"


@pytest.fixture
def keeper(hand, person):
    """Somebody new, by each hand."""
    join(hand, person)
    return hand


def keep(hand, place, tags, note=""):
    hand.page.goto(f"/favourites/{place}")
    hand.fill("tags", tags)
    hand.page.keyboard.press("Escape")
    hand.fill("note", note)
    hand.press(SAVE)
    assert path(hand) == "/favourites" and "저장" in said(hand)


def names(page):
    return page.locator("article.fav h3").all_inner_texts()


def test_places_are_tagged_narrowed_edited_and_brought_back(keeper, untouched):
    hand, page = keeper, keeper.page
    page.goto("/favourites")
    assert page.locator(".empty").is_visible()
    first, second, third = (untouched.fresh() for _ in range(3))
    keep(hand, first, "지역-공덕역, 종류-국물", "수요일 휴무")
    keep(hand, second, "지역-수원역, 종류-국물")
    keep(hand, third, "지역-수원, 종류-면")
    assert page.locator("article.fav").count() == 3
    # One value, and exactly that one.
    hand.open("[name=tag][value='지역-수원역']") if not isinstance(hand, Keyboard) else hand.tick("tag", "지역-수원역")
    if not has_scripts(hand):
        hand.press("#narrow > .btn")
    expect(page.locator("[role=status]", has_text="3곳 가운데 1곳")).to_be_visible()
    assert page.locator(f"#p{second}").is_visible()
    assert page.locator("[name=tag][value='지역-수원역']").is_checked()
    # What is chosen stands above the list and is dropped there.
    hand.open("nav.chips a")
    expect(page.locator("article.fav")).to_have_count(3)
    assert page.locator("nav.chips").count() == 0
    # Edited from its card, and back in the same list.
    page.goto("/favourites?sort=name")
    hand.press(f"#p{first} a[href^='/favourites/{first}']")
    assert page.locator("#tags").input_value() == "지역-공덕역, 종류-국물"
    hand.fill("tags", "지역-공덕역")
    page.keyboard.press("Escape")
    hand.press(SAVE)
    assert path(hand) == "/favourites?sort=name"
    assert "국물" not in page.locator(f"#p{first}").inner_text()
    # Let go from the form, and brought back as it was.
    hand.press(f"#p{first} a[href^='/favourites/{first}']")
    hand.press("main [formaction]")
    assert page.locator(f"#p{first}").count() == 0
    hand.press(".flash form button")
    assert "공덕역" in page.locator(f"#p{first}").inner_text()
    assert "수요일 휴무" in page.locator(f"#p{first}").inner_text()


def test_a_tag_gets_another_name_and_becomes_one_with_another(keeper, untouched):
    hand, page = keeper, keeper.page
    first, second = untouched.fresh(), untouched.fresh()
    keep(hand, first, "지역-공덕역")
    keep(hand, second, "지역-마포역")
    hand.press("main a[href='/tags']")
    hand.press("main a[href^='/tags/rename'] >> nth=0")
    hand.fill("to", "공덕역")
    hand.press(SAVE)
    assert page.locator("#to").input_value() == "공덕역" and page.locator("#to-error").is_visible()
    hand.fill("to", "지역-마포역")
    page.keyboard.press("Escape")
    hand.press(SAVE)
    # Said before it happens.
    assert "합쳐" in page.locator(".errsum").inner_text()
    hand.press(SAVE)
    assert path(hand) == "/tags" and "합쳤" in said(hand)
    assert page.locator("main .tag-rows li").count() == 1
    page.goto("/favourites")
    assert page.locator(".tag", has_text="마포역").count() == 2


def test_tags_are_offered_while_they_are_typed(open_page, person, untouched):
    hand = Keyboard(open_page())
    join(hand, person)
    page = hand.page
    keep(hand, untouched.fresh(), "지역-수원역, 지역-수원, 종류-양식")
    page.goto(f"/favourites/{untouched.fresh()}")
    field = page.locator("#tags")
    hand.reach("#tags")
    page.keyboard.press("Control+a")
    page.keyboard.press("Delete")
    options = page.locator("#tags-list [role=option]")
    page.keyboard.insert_text("지")
    expect(options.first).to_have_text("지역-")
    page.keyboard.press("ArrowDown")
    assert field.get_attribute("aria-activedescendant") == "tags-list-0"
    page.keyboard.press("Enter")
    assert field.input_value() == "지역-"
    assert {"수원", "수원역"} <= set(options.all_inner_texts())
    page.keyboard.insert_text("수원역")
    expect(options).to_have_count(0)
    page.keyboard.insert_text(", 양")
    expect(options.first).to_have_text("종류-양식")
    page.keyboard.press("ArrowDown")
    page.keyboard.press("Enter")
    assert field.input_value() == "지역-수원역, 종류-양식, "
    page.keyboard.press("Escape")
    assert page.locator("#tags-list").is_hidden() and field.get_attribute("aria-expanded") == "false"
    hand.press(SAVE)
    assert path(hand) == "/favourites"


def test_the_filters_fold_on_a_phone_and_stay_as_they_were(open_page, person, untouched):
    page = open_page(viewport={"width": 390, "height": 844}, has_touch=True)
    hand = Keyboard(page)
    join(hand, person)
    keep(hand, untouched.fresh(), "지역-공덕역")
    keep(hand, untouched.fresh(), "지역-마포역")
    box = page.locator("[name=tag][value='지역-마포역']")
    expect(box).to_be_hidden()
    page.locator(".facets > summary").tap()
    box.tap()
    expect(page.locator("article.fav")).to_have_count(1)
    expect(box).to_be_visible()
    page.go_back()
    expect(page.locator("article.fav")).to_have_count(2)


def test_favourites_can_be_taken_along(open_page, person, untouched):
    page = open_page()
    hand = Keyboard(page)
    join(hand, person)
    keep(hand, untouched.fresh(), "지역-공덕역", "창가 자리")
    file = hand.download("a[href$='format=json']")
    assert re.fullmatch(r".+\d{4}-\d\d-\d\d\.json", file.suggested_filename)
    with open(file.path(), encoding="utf-8") as text:
        assert [place["note"] for place in json.load(text)["places"]] == ["창가 자리"]
