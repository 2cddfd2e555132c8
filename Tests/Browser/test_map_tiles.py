"""Map tiles where they are configured: the same pins over them, and the drawn map wherever they fail."""

import re
import subprocess

import pytest
from axe_playwright_python.sync_playwright import Axe

from server import PROGRAM, ROOT, Site
from tile_server import TileServer

CREDIT = 'Made-up tiles <b>& "friends"</b>'
PHONE = {"width": 390, "height": 844}


@pytest.fixture(scope="module")
def tiles():
    running = TileServer()
    yield running
    running.stop()


@pytest.fixture(scope="module")
def tiled_site(tmp_path_factory, tiles):
    running = Site(
        tmp_path_factory.mktemp("tiled"), "--tile-url", tiles.address, "--tile-attribution", CREDIT
    )
    yield running
    running.stop()


@pytest.fixture
def open_tiled(open_page, tiled_site, tiles):
    """Pages of the site with tiles; they may ask the tile server too, and nobody else."""
    tiles.is_down = False
    tiles.asked.clear()

    def make(path, **options):
        page = open_page(base_url=tiled_site.url, allowed=[tiled_site.url, tiles.origin], **options)
        page.goto(path)
        return page

    return make


def leaflet(page):
    box = page.locator(".map.has-tiles .leaflet")
    box.wait_for()
    return box


def test_without_the_setting_nothing_of_it_is_loaded(site):
    for path in ("/", "/districts/mapo", "/places"):
        _, headers, body = site.request(path)
        assert b"leaflet" not in body and b"/map-" not in body and b"data-tiles" not in body
        assert re.search("img-src 'self' data:(;|$)", headers["Content-Security-Policy"])
    assert site.request("/leaflet.js")[0] == 404


def test_the_policy_lets_in_the_tile_server_and_the_scripts_are_ours(tiled_site, tiles):
    _, headers, body = tiled_site.request("/districts/mapo")
    assert f"img-src 'self' data: {tiles.origin};" in headers["Content-Security-Policy"]
    assert "script-src 'self';" in headers["Content-Security-Policy"]
    script = re.search(rb'data-leaflet="(/assets/leaflet-[0-9a-f]+\.js)"', body).group(1).decode()
    assert "immutable" in tiled_site.request(script)[1]["Cache-Control"]
    for path in ("/", "/about", "/nothing-here"):
        assert b"leaflet" not in tiled_site.request(path)[2], path


@pytest.mark.parametrize("screen", [PHONE, {"width": 1280, "height": 900}], ids=["phone", "desktop"])
@pytest.mark.parametrize("theme", ["light", "dark"])
def test_a_list_lies_on_tiles(open_tiled, tiles, screen, theme):
    page = open_tiled("/districts/mapo?view=map&lang=en", viewport=screen, color_scheme=theme, bypass_csp=True)
    box = leaflet(page)
    assert tiles.asked and all(path.startswith("/tiles/") for path in tiles.asked)
    assert CREDIT in box.locator(".leaflet-control-attribution").inner_text()
    assert not page.locator("svg.geo").is_visible()
    violations = Axe().run(page).response["violations"]
    assert not violations, [(v["id"], [n["html"][:160] for n in v["nodes"][:4]]) for v in violations]


def test_nothing_moves_and_the_policy_refuses_nothing(open_tiled):
    page = open_tiled("/districts/mapo")
    leaflet(page)
    page.wait_for_load_state("networkidle")
    assert page.evaluate("observed.refused") == []
    assert page.evaluate("observed.shift") < 0.02


def test_the_pins_say_what_the_list_says(open_tiled):
    page = open_tiled("/districts/mapo?kind=restaurant")
    box = leaflet(page)
    in_list = [text.split() for text in page.locator("main .place h3").all_inner_texts()]
    labels = box.locator(".pin button").evaluate_all("all => all.map(e => e.getAttribute('aria-label'))")
    numbered = {label.split(". ", 1)[0]: label.split(". ", 1)[1] for label in labels if ". " in label}
    assert numbered, labels
    for number, *name in in_list:
        assert number not in numbered or numbered[number].split() == name


def test_a_popup_leads_to_the_place_by_keyboard(open_tiled):
    page = open_tiled("/districts/mapo")
    button = leaflet(page).locator(".pin button").first
    label = button.get_attribute("aria-label")
    button.focus()
    page.keyboard.press("Enter")
    link = page.locator(".leaflet-popup a")
    link.wait_for()
    assert page.evaluate("document.activeElement.closest('.leaflet-popup') !== null"), "the link has the focus"
    assert link.inner_text() == label
    page.keyboard.press("Escape")
    link.wait_for(state="detached")
    assert page.evaluate("document.activeElement.getAttribute('aria-label')") == label
    page.keyboard.press("Space")
    page.locator(".leaflet-popup a").wait_for()
    page.keyboard.press("Enter")
    page.wait_for_url(re.compile(r"/places/\d+"))


def test_a_pin_stands_where_its_place_is(open_tiled):
    page = open_tiled("/places")
    button = leaflet(page).locator(".pin button").nth(2)
    # By key: the pin of a neighbour may lie over it.
    button.press("Enter")
    tip = page.locator(".leaflet-popup-tip-container")
    tip.wait_for()
    page.wait_for_timeout(400)
    # Both at one moment: the map may still be moving.
    pin, point = button.evaluate(
        """(pin, tip) => [pin, document.querySelector(tip)].map(e => e.getBoundingClientRect().toJSON())""",
        ".leaflet-popup-tip-container")
    assert abs(pin["x"] + pin["width"] / 2 - point["x"] - point["width"] / 2) < 3
    assert abs(pin["y"] + pin["height"] / 2 - point["y"]) < 40


def test_pins_and_buttons_are_large_enough_and_apart(open_tiled):
    page = open_tiled("/districts/mapo?view=map", viewport=PHONE, has_touch=True, is_mobile=True)
    box = leaflet(page)
    sizes = box.locator("button, .leaflet-bar a").evaluate_all(
        "all => all.map(e => e.getBoundingClientRect()).map(b => [b.width, b.height])"
    )
    assert sizes and all(min(size) >= 43.5 for size in sizes), sizes
    middles = box.locator(".pin button").evaluate_all(
        "all => all.map(e => e.getBoundingClientRect()).map(b => [b.x + b.width / 2, b.y + b.height / 2])"
    )
    for index, one in enumerate(middles):
        for other in middles[:index]:
            assert ((one[0] - other[0]) ** 2 + (one[1] - other[1]) ** 2) ** 0.5 > 20


def test_a_list_replaced_in_place_keeps_its_tiles(open_tiled):
    page = open_tiled("/districts/mapo")
    leaflet(page)
    page.locator("main a.chip[data-in-place]").nth(1).click()
    page.wait_for_url("**/districts/mapo?*")
    leaflet(page)
    assert page.locator(".leaflet-container").count() == 1


def test_a_place_lies_on_tiles(open_tiled, tiled_site):
    place = next(
        place for place in tiled_site.read_json("/districts/mapo?kind=restaurant")["places"] if place["lat"] is not None)
    page = open_tiled(f"/places/{place['id']}")
    box = leaflet(page)
    assert box.locator(".pin--on").count() == 1
    assert box.locator("button").count() == 0, "the page needs no link to itself"


def test_the_drawn_map_stays_without_scripts(open_page, tiled_site):
    # Asked of this page alone, which may ask no tile: what another asked for may still be on its way to their server.
    page = open_page("/districts/mapo", base_url=tiled_site.url, allowed=[tiled_site.url], java_script_enabled=False)
    assert page.locator("svg.geo").is_visible()


def test_the_drawn_map_stays_when_no_tile_comes(open_tiled, tiles):
    tiles.is_down = True
    page = open_tiled("/districts/mapo")
    page.wait_for_load_state("networkidle")
    assert tiles.asked, "tiles were asked for"
    assert page.locator("svg.geo").is_visible()
    assert page.locator("svg.geo a").first.evaluate("e => { e.focus(); return document.activeElement === e }")
    assert page.locator(".leaflet button").locator("visible=true").count() == 0


@pytest.mark.parametrize("address", ["tiles.example/{z}/{x}/{y}", "https://tiles.example/{z}/{x}", "https://a b/{z}/{x}/{y}"])
def test_an_address_that_makes_no_sense_stops_the_start(address, tmp_path):
    ended = subprocess.run(
        [PROGRAM, "serve", "--port", "0", "--data-dir", str(tmp_path), "--tile-url", address],
        cwd=ROOT, capture_output=True, text=True, timeout=30,
    )
    assert ended.returncode != 0 and "MOEUM_TILE_URL" in ended.stderr
