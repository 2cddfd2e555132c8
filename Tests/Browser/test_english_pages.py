"""What somebody reads who reads no Hangul: on English pages it stands only where it is marked as Korean."""

import html.parser
import json
import re

import pytest

import moderating
from pages import PAGES, READERS, address
from people import Readers
from posting import spoken_by
from server import Site

HANGUL = re.compile("[\u1100-\u11ff\u3130-\u318f\uac00-\ud7a3]")
# What is read out or shown although it is no text of its own.
LABELS = {"aria-label", "aria-description", "alt", "title", "placeholder", "label"}
VOID = {"area", "base", "br", "col", "embed", "hr", "img", "input", "link", "meta", "source", "track", "wbr"}


class Korean(html.parser.HTMLParser):
    """Hangul outside of what is marked as Korean."""

    def __init__(self, page):
        super().__init__()
        self.open, self.found = [], []
        self.feed(page)

    @property
    def language(self):
        return next((language for _, language in reversed(self.open) if language), "")

    def handle_starttag(self, tag, attributes):
        named = dict(attributes)
        if tag not in VOID:
            self.open.append((tag, named.get("lang")))
        language = named.get("lang") or self.language
        for name in LABELS & named.keys():
            self.note(named[name] or "", f"{tag}[{name}]", language)

    def handle_startendtag(self, tag, attributes):
        self.handle_starttag(tag, attributes)
        if tag not in VOID:
            self.open.pop()

    def handle_endtag(self, tag):
        for index in range(len(self.open) - 1, -1, -1):
            if self.open[index][0] == tag:
                del self.open[index:]
                return

    def handle_data(self, text):
        tags = [tag for tag, _ in self.open]
        if "script" not in tags:
            self.note(text, "/".join(tags[-3:]), self.language)

    def note(self, text, where, language):
        if HANGUL.search(text) and not language.startswith("ko"):
            self.found.append(f"{where}: {' '.join(text.split())[:100]}")


def english(name, text):
    """What people write here: whatever Hangul there is then, is the site's own. Tags are looked for by pages.py."""
    return text if name == "tags" else f"Quiet and roomy, said of {name}"[:40]


@pytest.fixture
def scene(chromium, tmp_path):
    """A site of its own on which people write in English."""
    site = Site(tmp_path, settings={"MOEUM_LIMITS": "off"})
    try:
        readers = Readers(chromium, site)
        with spoken_by(english):
            yield site, readers, moderating.everything(site, readers)
    finally:
        site.stop()


def unmarked(site, readers, some):
    """Hangul on English pages that is not marked as Korean, by page."""
    for name in PAGES:
        if READERS[name] == "admin" or PAGES[name].startswith("/dev/"):
            continue
        path = address(name, some, "en")
        _, headers, body = site.request(path, Cookie=readers.cookie(READERS[name]))
        assert headers["Content-Type"].startswith("text/html"), path
        yield from (f"{name}: {found}" for found in dict.fromkeys(Korean(body.decode()).found))


def check_a_place(site, place):
    """A name and a menu with Latin letters beside them: neither on Korean pages nor in the facts."""
    def page(path):
        return site.request(path)[2].decode()

    path = f"/places/{place}"
    facts = site.read_json(path)["place"]
    assert facts["name"] == "거구장"
    beside = '거구장 <small class="roman" lang="en">Geogujang</small>'
    assert f'<h1 lang="ko">{beside}</h1>' in page(f"{path}?lang=en") and "<title>Geogujang · " in page(f"{path}?lang=en")
    assert f'lang="ko">{beside}</a></h3>' in page("/places?q=거구장&lang=en")
    assert 'lang="ko">돼지갈비 <span class="roman" lang="en">pork ribs</span></a>' in page("/?lang=en")
    assert "Geogujang" not in page(path) and "roman" not in page("/") + page("/places")
    said = json.loads(site.request(f"{path}?lang=en", Accept="application/json")[2])["place"]
    assert [said[fact] for fact in ("name", "menu", "address")] == [facts[fact] for fact in ("name", "menu", "address")]


def test_hangul_on_english_pages_is_marked_as_korean_and_no_label_has_any(scene):
    said = list(unmarked(*scene))
    assert not said, "\n".join(said)
    site, _, some = scene
    check_a_place(site, some["restaurant"])
