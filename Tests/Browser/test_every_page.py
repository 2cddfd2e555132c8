"""What must hold on each page, in both languages and themes, on a phone and on a desktop."""

import re
import urllib.parse

import pytest

from pages import MISSING, READERS, SETTLED, TOO_WIDE, address, each_page, violations

WIDTHS = {"phone": 390, "desktop": 1280}


# In the other theme only colours differ: what else axe looks at is the same page, and is not looked at again.
COLOURS = {"runOnly": ["color-contrast"]}


@each_page
@pytest.mark.parametrize("screen", WIDTHS)
def test_axe_finds_nothing(name, screen, open_page, some):
    page = open_page(reader=READERS[name], bypass_csp=True, viewport={"width": WIDTHS[screen], "height": 844})
    for language in ("ko", "en"):
        page.emulate_media(color_scheme="light")
        page.goto(address(name, some, language))
        for theme, options in (("light", {}), ("dark", COLOURS)):
            page.emulate_media(color_scheme=theme)
            page.evaluate(SETTLED)
            assert violations(page, **options) == [], f"{language}, {theme}"


@each_page
def test_nothing_scrolls_sideways_on_the_narrowest_phone_and_with_letters_twice_as_large(name, open_page, some):
    page = open_page(reader=READERS[name])
    for language in ("ko", "en"):
        page.set_viewport_size({"width": 320, "height": 640})
        page.goto(address(name, some, language))
        assert page.evaluate(TOO_WIDE) == [], language
        page.set_viewport_size({"width": 390, "height": 844})
        page.evaluate("document.documentElement.style.fontSize = '200%'")
        assert page.evaluate(TOO_WIDE) == [], f"{language}, large"


# A target's box is its own, or that of the card which its ::after covers. Links in running text and what is
# clipped away for the eye are exempt (WCAG 2.5.5), and where pins crowd on a map they may be 24 pixels, since the list
# beside it has the same links (2.5.5 and 2.5.8).
TOO_SMALL = """() => {
    const box = e => {
        const cover = getComputedStyle(e, '::after');
        const host = cover.content !== 'none' && cover.position === 'absolute' ? e.offsetParent : null;
        const label = e.matches('input[type=radio],input[type=checkbox]') ? e.closest('label') : null;
        return (label || host || e).getBoundingClientRect();
    };
    const inText = e => e.matches('a:not(svg a)') && getComputedStyle(e).display === 'inline' &&
        e.parentElement.textContent.trim().length > e.textContent.trim().length;
    const clipped = e => { for (let n = e; n; n = n.parentElement) {
        const s = getComputedStyle(n);
        if (s.clip === 'rect(0px, 0px, 0px, 0px)' || s.clipPath.startsWith('inset(50%')) return true; } return false; };
    return [...document.querySelectorAll('a[href],button,select,summary,input:not([type=hidden])')]
        .filter(e => e.checkVisibility({ visibilityProperty: true, opacityProperty: true }))
        .filter(e => !inText(e) && !(clipped(e) && !e.matches('input')))
        .map(e => [e, box(e)])
        .filter(([e, b]) => b.width > 1 && b.height > 1 && b.bottom > 0)
        .filter(([e, b]) => Math.min(b.width, b.height) < (e.matches('svg.geo a') ? 23.5 : 43.5))
        .map(([e, b]) => `${Math.round(b.width)}x${Math.round(b.height)} ${e.outerHTML.slice(0, 140)}`).slice(0, 8);
}"""


@each_page
def test_targets_are_large_enough_for_a_thumb(name, open_page, some):
    page = open_page(reader=READERS[name], viewport={"width": 390, "height": 844}, has_touch=True, is_mobile=True)
    page.goto(address(name, some))
    assert page.evaluate(TOO_SMALL) == []


@each_page
@pytest.mark.parametrize("screen", WIDTHS)
def test_the_layout_stays_where_it_is(name, screen, open_page, some):
    page = open_page(reader=READERS[name], viewport={"width": WIDTHS[screen], "height": 844})
    page.goto(address(name, some))
    page.wait_for_load_state("networkidle")
    page.mouse.wheel(0, 4000)
    page.wait_for_timeout(300)
    assert page.evaluate("observed.shift") < 0.02
    assert page.evaluate("observed.refused") == []


# What a page brings besides itself, compressed, in bytes.
MOST = {"css": 12 * 1024, "js": 18 * 1024}


@each_page
def test_a_page_describes_itself_to_machines_and_brings_little(name, open_page, some, site):
    page = open_page(address(name, some), reader=READERS[name])
    # Who is not let in is led elsewhere, and then all these tests look at that page.
    assert urllib.parse.unquote(page.url).endswith(address(name, some)), page.url
    assert page.locator("h1").count() == 1
    assert page.locator("html").get_attribute("lang") == "ko"
    levels = page.evaluate("[...document.querySelectorAll('h1,h2,h3,h4,h5,h6')].map(e => +e.localName[1])")
    skipped = [pair for pair in zip(levels, levels[1:]) if pair[1] > pair[0] + 1]
    assert not skipped, levels
    if name not in MISSING:
        assert page.locator("link[rel=canonical]").count() == 1
        assert page.locator("link[rel=alternate][hreflang=en]").count() == 1
        assert page.locator("meta[property='og:title']").count() == 1
    paths = page.evaluate("performance.getEntriesByType('resource').map(entry => new URL(entry.name).pathname)")
    for kind, most in MOST.items():
        own = {path for path in paths if path.endswith(f".{kind}")}
        sizes = {path: len(site.request(path, Accept_Encoding="gzip")[2]) for path in own}
        assert sizes and sum(sizes.values()) <= most, sizes


@each_page
def test_no_inline_script_or_style(name, readers, site, some):
    body = site.request(address(name, some), Cookie=readers.cookie(READERS[name]))[2].decode()
    assert not re.search(r"<style|<[^>]* (style|on\w+)=", body) and "javascript:" not in body
    scripts = body.split("<script")[1:]
    assert all("src=" in s.split(">")[0] or "application/ld+json" in s.split(">")[0] for s in scripts)
