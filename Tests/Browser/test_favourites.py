"""Keeping places under one's own tags, and finding them again, by each way to use the site."""

import json
import re

import pytest
from playwright.sync_api import expect

from users import Keyboard
from journey import path, said
from people import join
from posting import post
from reviewing import has_scripts

SAVE = "main form[data-tags-form] .btn >> nth=0"


@pytest.fixture
def keeper(user, person):
    """Somebody new, by each way of using a page."""
    join(user.page, person)
    return user


@pytest.fixture(scope="module")
def places(site):
    return [place["id"] for place in site.read_json("/districts/mapo")["places"]]


def keep(user, place, tags, note=""):
    user.page.goto(f"/favourites/{place}")
    user.fill("tags", tags)
    user.page.keyboard.press("Escape")
    user.fill("note", note)
    user.press(SAVE)
    assert path(user) == "/favourites" and "저장" in said(user)


def has_kept(page, place, tags, note=""):
    """What was kept before, by what the form sends."""
    post(page, f"/favourites/{place}", tags=tags, note=note)


def test_places_are_tagged_narrowed_edited_and_brought_back(keeper, untouched):
    user, page = keeper, keeper.page
    page.goto("/favourites")
    assert page.locator(".empty").is_visible()
    first, second, third = (untouched.fresh() for _ in range(3))
    keep(user, first, "지역-공덕역, 종류-국물", "수요일 휴무")
    keep(user, second, "지역-수원역, 종류-국물")
    keep(user, third, "지역-수원, 종류-면")
    assert page.locator("article.fav").count() == 3
    # One value, and exactly that one.
    user.open("[name=tag][value='지역-수원역']") if not isinstance(user, Keyboard) else user.tick("tag", "지역-수원역")
    if not has_scripts(user):
        user.press("#narrow > .btn")
    expect(page.locator("[role=status]", has_text="3곳 중 1곳")).to_be_visible()
    assert page.locator(f"#p{second}").is_visible()
    assert page.locator("[name=tag][value='지역-수원역']").is_checked()
    # What is chosen stands above the list and is dropped there.
    user.open("nav.chips a")
    expect(page.locator("article.fav")).to_have_count(3)
    assert page.locator("nav.chips").count() == 0
    # Edited from its card, and back in the same list.
    page.goto("/favourites?sort=name")
    user.press(f"#p{first} a[href^='/favourites/{first}']")
    assert page.locator("#tags").input_value() == "지역-공덕역, 종류-국물"
    user.fill("tags", "지역-공덕역")
    page.keyboard.press("Escape")
    user.press(SAVE)
    assert path(user) == "/favourites?sort=name"
    assert "국물" not in page.locator(f"#p{first}").inner_text()
    # Let go from the form, and brought back as it was.
    user.press(f"#p{first} a[href^='/favourites/{first}']")
    user.press("main [formaction]")
    assert page.locator(f"#p{first}").count() == 0
    user.press(".flash form button")
    assert "공덕역" in page.locator(f"#p{first}").inner_text()
    assert "수요일 휴무" in page.locator(f"#p{first}").inner_text()


def test_a_tag_gets_another_name_and_becomes_one_with_another(keeper, untouched):
    user, page = keeper, keeper.page
    first, second = untouched.fresh(), untouched.fresh()
    has_kept(page, first, "지역-공덕역")
    has_kept(page, second, "지역-마포역")
    page.goto("/favourites")
    user.press("main a[href='/tags']")
    user.press("main a[href^='/tags/rename'] >> nth=0")
    user.fill("to", "공덕역")
    user.press(SAVE)
    assert page.locator("#to").input_value() == "공덕역" and page.locator("#to-error").is_visible()
    user.fill("to", "지역-마포역")
    page.keyboard.press("Escape")
    user.press(SAVE)
    # Said before it happens.
    assert "합쳐" in page.locator(".errsum").inner_text()
    user.press(SAVE)
    assert path(user) == "/tags" and "합쳤" in said(user)
    assert page.locator("main .tag-rows li").count() == 1
    page.goto("/favourites")
    assert page.locator(".tag", has_text="마포역").count() == 2


def test_tags_are_offered_while_they_are_typed(open_page, person, untouched):
    user = Keyboard(open_page())
    page = user.page
    join(page, person)
    has_kept(page, untouched.fresh(), "지역-수원역, 지역-수원, 종류-양식")
    page.goto(f"/favourites/{untouched.fresh()}")
    field = page.locator("#tags")
    user.reach("#tags")
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
    user.press(SAVE)
    assert path(user) == "/favourites"


def test_the_filters_fold_on_a_phone_and_stay_as_they_were(open_page, person, untouched):
    page = open_page(viewport={"width": 390, "height": 844}, has_touch=True)
    join(page, person)
    has_kept(page, untouched.fresh(), "지역-공덕역")
    has_kept(page, untouched.fresh(), "지역-마포역")
    page.goto("/favourites")
    box = page.locator("[name=tag][value='지역-마포역']")
    expect(box).to_be_hidden()
    page.locator(".facets > summary").tap()
    box.tap()
    expect(page.locator("article.fav")).to_have_count(1)
    expect(box).to_be_visible()
    page.go_back()
    expect(page.locator("article.fav")).to_have_count(2)


def test_on_a_phone_the_conditions_say_what_is_left_and_lead_there(open_page, person, places):
    page = open_page(viewport={"width": 390, "height": 844}, has_touch=True)
    join(page, person)
    for place, tags in zip(places, ("느낌-1", "느낌-2", ", ".join(f"무리{number}-값" for number in range(6)))):
        has_kept(page, place, tags)
    page.goto("/favourites")
    way = page.locator("[data-shows-list]")
    expect(way).to_be_hidden()
    page.locator(".facets > summary").tap()
    expect(way).to_have_text("3곳 보기")
    page.locator("[name=tag][value='느낌-1']").tap()
    expect(way).to_have_text("1곳 보기")
    # In sight, and nothing of the page's own bar over it.
    assert way.evaluate("e => { const box = e.getBoundingClientRect();"
                        " return document.elementFromPoint(box.x + box.width / 2, box.y + box.height / 2) === e }")
    way.tap()
    expect(way).to_be_hidden()
    expect(page.locator("article.fav")).to_be_in_viewport()


def test_the_numbers_follow_the_hearts(open_page, person, places):
    page = open_page()
    join(page, person)
    first, second, third = places[:3]
    has_kept(page, first, "느낌-1, 종류-국물", "창가 자리")
    has_kept(page, second, "느낌-1, 종류-국물")
    has_kept(page, third, "느낌-2, 종류-면")
    page.goto("/favourites?tag=느낌-1&tag=느낌-2")

    def count(name, words):
        expect(page.locator(f"[data-counts='{name}']")).to_have_text(words)

    heart = page.locator(f"form[data-heart='{first}'] button")
    place = heart.bounding_box()
    heart.press("Space")
    count("kept", "2곳")
    count("left", "2곳 중 2곳")
    count("느낌-1", "1")
    count("종류-국물", "1")
    # The card stays for whoever thinks again, and so does the focus.
    assert heart.bounding_box() == place and heart.evaluate("e => e === document.activeElement")
    page.locator(f"form[data-heart='{third}'] button").click()
    count("느낌-2", "0")
    heart.press("Space")
    page.locator(".toast", has_text="태그와 메모도 그대로").wait_for()
    count("left", "2곳 중 2곳")
    for one in (first, second):
        page.locator(f"form[data-heart='{one}'] button").click()
    count("kept", "0곳")
    count("종류-국물", "0")
    page.locator(".toast button").click()
    count("kept", "1곳")


def test_own_tags_are_buttons_with_scripts_alone(open_page, person, places):
    page = open_page()
    join(page, person)
    has_kept(page, places[0], "느낌-조용한, 누구와-부모님")
    address = f"/favourites/{places[1]}"
    page.goto(address)
    page.fill("#tags", "느낌-밝은")
    page.keyboard.press("Escape")
    page.locator(".own-tags summary").click()
    button = page.locator(".own-tags button", has_text="부모님")
    button.click()
    assert page.locator("#tags").input_value() == "느낌-밝은, 누구와-부모님"
    expect(button).to_have_attribute("aria-pressed", "true")
    button.press("Enter")
    assert page.locator("#tags").input_value() == "느낌-밝은"
    page.fill("#tags", "누구와－부모님")
    expect(button).to_have_attribute("aria-pressed", "true")
    page.goto("/tags/rename?from=누구와-부모님")
    page.locator(".own-tags summary").click()
    page.locator(".own-tags button", has_text="조용한").click()
    assert page.locator("#to").input_value() == "느낌-조용한"
    plain = open_page(address, java_script_enabled=False, storage_state=page.context.storage_state())
    plain.locator(".own-tags summary").click()
    expect(plain.locator(".own-tags", has_text="부모님")).to_be_visible()
    assert plain.locator(".own-tags button").count() == 0


@pytest.mark.parametrize("width", [390, 1280])
def test_the_name_of_a_tag_and_its_number_stand_apart(open_page, person, places, width):
    page = open_page(viewport={"width": width, "height": 844})
    join(page, person)
    has_kept(page, places[0], "느낌-1")
    page.goto("/tags")
    name, number = (page.locator(f".tag-rows a:first-child span >> nth={index}").bounding_box() for index in (0, 1))
    assert number["x"] - name["x"] - name["width"] >= 8


def test_favourites_can_be_taken_along(open_page, person, untouched):
    page = open_page()
    join(page, person)
    has_kept(page, untouched.fresh(), "지역-공덕역", "창가 자리")
    page.goto("/favourites")
    page.locator("details[data-fold=export] summary").press("Enter")
    file = Keyboard(page).download("a[href$='format=json']")
    assert re.fullmatch(r".+\d{4}-\d\d-\d\d\.json", file.suggested_filename)
    with open(file.path(), encoding="utf-8") as text:
        assert [place["note"] for place in json.load(text)["places"]] == ["창가 자리"]
