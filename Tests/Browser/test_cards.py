"""Photo cards: made, seen by whoever has the link, taken back; and drawn as they were drawn before."""

import re

import cv2
import numpy
import pytest
from playwright.sync_api import expect

from photographs import noise, picture
from posting import post, read_json
from server import ROOT
from users import Keyboard, Pointer

PHONE, DESKTOP = {"width": 390, "height": 844}, {"width": 1280, "height": 844}
GOLDEN = ROOT / "Tests/Browser/cards"
SIZES = {"story": (1080, 1920), "square": (1080, 1080), "wide": (1200, 630)}


def decoded(data):
    return cv2.imdecode(numpy.frombuffer(data, numpy.uint8), cv2.IMREAD_COLOR)


def write(page, text, day="2024-05-06", photos=(), place=None, **more):
    """The id of an entry, as a program makes one."""
    page.goto("/settings")
    token = page.locator("meta[name=csrf]").get_attribute("content")
    fields = [("on", day), ("text", text), ("place_id", place or ""), *more.items()]
    for file in photos:
        taken = page.request.post("/uploads", multipart={"file": file}, headers={"X-CSRF-Token": token})
        fields += [("photo_id", taken.json()["id"]), ("alt", "")]
    return post(page, "/diary/entries", fields).url.split("/")[-1]


@pytest.fixture(scope="module")
def place(site):
    return site.read_json("/districts/mapo")["places"][0]["id"]


@pytest.fixture(scope="module")
def maker(readers):
    page = readers.page("cardmaker")
    yield page
    page.context.close()


# Made and shared


@pytest.mark.parametrize("way", ["mouse", "keyboard", "no scripts"])
@pytest.mark.parametrize("screen", [PHONE, DESKTOP], ids=["390", "1280"])
def test_a_card_is_made_shared_and_taken_back(way, screen, open_page, place, site):
    page = open_page(reader="member", viewport=screen, java_script_enabled=way != "no scripts")
    user = Keyboard(page) if way == "keyboard" else Pointer(page)
    entry = write(page, "비 오는 날의 국물은 왜 더 맛있을까. 속마음은 비밀.", photos=[picture("red", 400, 300)], place=place,
                  weather="rain")
    page.goto(f"/diary/entries/{entry}")
    user.press("a[href$='/card']")
    page.wait_for_url("**/card*")
    expect(page.locator(".sizes img")).to_have_count(3)
    expect(page.get_by_text("아직 아무것도 공개되지 않았어요")).to_be_visible()
    user.fill("line", "국물이 맑았다")
    if way == "keyboard":
        user.tick("look", "full")
    else:
        page.locator("label.look:has([value=full])").click()
    if way == "no scripts":
        user.press("[data-again]")
    expect(page.locator(".sizes img").first).to_have_attribute("src", re.compile(r"look=full.*line=%EA%B5%AD%EB%AC%BC"))
    expect(page.locator(".told")).to_contain_text("나머지 글")
    user.press("[data-publish]:enabled")
    page.wait_for_url(re.compile(r"/cards/\d+$"))
    link = page.locator(".card-public p a.link").first.get_attribute("href")
    reader = open_page(link, viewport=screen)
    expect(reader.locator(".card-public")).to_contain_text("국물이 맑았다")
    assert "속마음" not in reader.content()
    shared = reader.locator("meta[property='og:image']").get_attribute("content")
    assert decoded(reader.request.get(shared).body()).shape == (630, 1200, 3)
    # Asked first: the link does not come back.
    user.open("details:has(form[action$='/withdraw']) summary")
    user.press("form[action$='/withdraw'] button")
    page.wait_for_url("**/card*")
    assert reader.reload().status == 410
    assert reader.request.get(shared).status == 410


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("look", ["frame", "full", "words"])
def test_a_picture_has_its_size_and_says_nothing_of_where_it_comes_from(maker, look, size, place):
    entry = write(maker, "한 줄", photos=[noise(900, 700)], place=place, day="2024-05-07")
    path = f"/diary/entries/{entry}/card.jpg?look={look}&size={size}&date=1"
    answer = maker.request.get(path)
    data = answer.body()
    assert answer.headers["content-type"] == "image/jpeg" and answer.headers["cache-control"] == "private, no-store"
    assert decoded(data).shape[:2] == SIZES[size][::-1]
    # No Exif, no XMP, no comments: what follows the start is JFIF alone.
    assert b"Exif" not in data and b"http" not in data and b"\xff\xfe" not in data[:600]
    tag = answer.headers["etag"]
    again = maker.request.get(path, headers={"If-None-Match": tag})
    assert again.status == 304


def test_equal_cards_are_equal_bytes(maker, site, readers):
    def drawn(day):
        entry = write(maker, "결정은 같은 바이트", day=day)
        return maker.request.get(f"/diary/entries/{entry}/card.jpg?look=words&size=square&line=같은%20말").body()

    # No date is on either, so they are one picture; the second is drawn anew where the first is forgotten.
    first = drawn("2024-06-01")
    for file in (site.data_directory / "cards").rglob("*.jpg"):
        file.unlink()
    assert first == drawn("2024-06-02")


# Drawn as before: letters of every kind, against small grey pictures that were looked at.

LINES = {
    "hanja": "漢字와 한글이 섞인 雨中의 國물 한 그릇",
    "emoji": "국물 🍜 최고 👍🏽 가족 👨‍👩‍👧 2026",
    "accents": "Crème brûlée, naïve café, Ångström",
    "long": "가나다라마바사아자차카타파하거너더러머버서어저처커터퍼허고노도로모보소오조초코토",
    "latin": "supercalifragilisticexpialidociousandmore",
    "rtl": "שלום עולם و مرحبا",
    "markup": "<b>굵게</b> & \"따옴표\" '작은' &amp; %n {{x}}",
    "korean": "비 오는 날의 국물은 왜 더 맛있을까. 창가 자리에 앉아 생각했다.",
}


def grey(data):
    return cv2.resize(cv2.cvtColor(decoded(data), cv2.COLOR_BGR2GRAY), (300, 158), interpolation=cv2.INTER_AREA)


@pytest.mark.parametrize("name", LINES)
def test_letters_of_every_kind_are_drawn_as_they_were(maker, name):
    entry = write(maker, "금빛 견본", day="2024-07-01")
    answer = maker.request.get(f"/diary/entries/{entry}/card.jpg",
                               params={"look": "words", "size": "wide", "line": LINES[name]})
    assert answer.ok, answer.text()
    drawn, golden = grey(answer.body()), cv2.imread(str(GOLDEN / f"{name}.png"), cv2.IMREAD_GRAYSCALE)
    assert golden is not None, f"no {name}.png"
    difference = numpy.abs(drawn.astype(int) - golden.astype(int))
    # A letter that is missing or another one changes a block of pixels; another version of a library some single ones.
    blocks = cv2.resize(difference.astype(numpy.uint8), (60, 32), interpolation=cv2.INTER_AREA)
    assert difference.mean() < 2 and blocks.max() < 40, (difference.mean(), blocks.max())


# The album


def test_the_album_moves_by_keyboard_and_has_no_picture_drawn(open_page, readers):
    page = open_page(reader="albumist", viewport=PHONE)
    for day in ("2024-01-02", "2024-01-03", "2023-05-06"):
        write(page, f"{day}의 일", day=day)
    page.goto("/diary/cards?view=one")
    expect(page.locator(".pcard")).to_have_count(3)
    row = page.locator(".pcards-one").first
    row.focus()
    page.keyboard.press("ArrowRight")
    page.wait_for_function("() => document.querySelector('.pcards-one').scrollLeft > 0")
    assert page.locator("img[src*='card.jpg']").count() == 0
    page.goto("/diary/cards?kind=bookshop")
    expect(page.locator("main")).to_contain_text("여기에는 아직 카드가 없어요.")
