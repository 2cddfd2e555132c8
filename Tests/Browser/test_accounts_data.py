"""Taking one's data along, and leaving."""

import journey
from people import Person, join


def test_export_and_import(hand, open_page, site, person, tmp_path):
    join(hand.page, person)
    data, counts = journey.export(hand, person)
    archive = tmp_path / "archive.zip"
    archive.write_bytes(data)
    other = Person.fresh(site)
    elsewhere = type(hand)(open_page())
    join(elsewhere.page, other)
    brought = journey.bring(elsewhere, other, archive)
    assert brought and brought == {part: counts[part] for part in brought}


def test_leaving_and_coming_back(hand, person):
    join(hand.page, person)
    journey.leave(hand, person)
    journey.log_in(hand, person)
    assert "돌아" in journey.said(hand) or "취소" in journey.said(hand)
    person.letter("back")
