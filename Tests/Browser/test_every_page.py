"""What must hold on each page, in both languages and themes, on a phone and on a desktop."""

import functools
import re
import urllib.parse

import pytest

import looks
from pages import MISSING, READERS, address, each_page

SCREENS = {
    "phone": {"viewport": {"width": 390, "height": 844}, "has_touch": True},
    "desktop": {"viewport": {"width": 1280, "height": 844}},
}


@pytest.fixture(scope="session")
def size(site):
    """The compressed bytes of a file of the site."""
    return functools.cache(lambda path: len(site.request(path, Accept_Encoding="gzip")[2]))


def visit(page, address):
    """Who is not let in is led elsewhere, and then all looks would be at that page."""
    page.emulate_media(color_scheme="light", reduced_motion="no-preference")
    page.goto(address)
    page.evaluate(looks.READ)
    return [] if urllib.parse.unquote(page.url) == address else [page.url]


@each_page
@pytest.mark.parametrize("screen", SCREENS)
def test_a_page_holds_up_to_every_look(name, screen, open_page, some, site, size):
    """A page is opened once in each language, since opening takes longest; every look is told of that fails."""
    page = open_page(reader=READERS[name], **SCREENS[screen])
    faults = {}
    for language, path in (("ko", address(name, some)), ("en", address(name, some, "en"))):
        page.set_viewport_size(SCREENS[screen]["viewport"])
        # Another screen comes last: it moves everything.
        faults |= {
            f"{language}, where it led": visit(page, site.url + path),
            f"{language}, description": looks.undescribed(page, language, name not in MISSING, size),
            f"{language}, axe": looks.in_both_themes(page),
            f"{language}, layout and policy": looks.restless(page),
            f"{language}, small targets": looks.small_targets(page) if screen == "phone" else [],
            f"{language}, too wide": looks.narrowed(page),
        }
    said = [f"{name} on a {screen}: {look}: {fault}" for look, found in faults.items() for fault in found]
    assert not said, "\n".join(said)


@each_page
def test_no_inline_script_or_style(name, readers, site, some):
    body = site.request(address(name, some), Cookie=readers.cookie(READERS[name]))[2].decode()
    assert not re.search(r"<style|<[^>]* (style|on\w+)=", body) and "javascript:" not in body
    scripts = body.split("<script")[1:]
    assert all("src=" in s.split(">")[0] or "application/ld+json" in s.split(">")[0] for s in scripts)
