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
# axe takes longest and finds the same in both languages and on both screens but for their words and widths: each of them
# is looked at once.
AXE = {("ko", "phone"), ("en", "desktop")}


@pytest.fixture(scope="session")
def size(site):
    """The compressed bytes of a file of the site."""
    return functools.cache(lambda path: len(site.request(path, Accept_Encoding="gzip")[2]))


def faults(page, address, language, is_found, screen, size):
    """What each look finds at an address."""
    page.goto(address)
    # Who is not let in is led elsewhere, and then all looks would be at that page.
    yield "where it led", [page.url] if urllib.parse.unquote(page.url) != address else []
    yield "description", looks.undescribed(page, language, is_found, size)
    yield "axe", looks.in_both_themes(page) if (language, screen) in AXE else []
    yield "layout and policy", looks.restless(page)
    # Another screen comes last: it moves everything.
    yield "small targets", looks.small_targets(page) if screen == "phone" else []
    yield "too wide", looks.narrowed(page)


@each_page
@pytest.mark.parametrize("screen", SCREENS)
def test_a_page_holds_up_to_every_look(name, screen, open_page, some, site, size):
    """Opened once in each language, since opening takes longest; every look that fails is told of."""
    said = []
    for language, path in (("ko", address(name, some)), ("en", address(name, some, "en"))):
        # Another page each time: what moves soon after a change of the window is not counted.
        page = open_page(reader=READERS[name], **SCREENS[screen])
        for look, found in faults(page, site.url + path, language, name not in MISSING, screen, size):
            said += [f"{name}, {screen}, {language}, {look}: {fault}" for fault in found]
    assert not said, "\n".join(said)


@each_page
def test_no_inline_script_or_style(name, readers, site, some):
    body = site.request(address(name, some), Cookie=readers.cookie(READERS[name]))[2].decode()
    assert not re.search(r"<style|<[^>]* (style|on\w+)=", body) and "javascript:" not in body
    scripts = body.split("<script")[1:]
    assert all("src=" in s.split(">")[0] or "application/ld+json" in s.split(">")[0] for s in scripts)
