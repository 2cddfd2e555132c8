"""Taking one's data along, and leaving."""

import journey
from people import Person, join


def test_export_and_import(user, open_page, site, person, tmp_path):
    join(user.page, person)
    data, counts = journey.export(user, person)
    archive = tmp_path / "archive.zip"
    archive.write_bytes(data)
    other = Person.fresh(site)
    elsewhere = type(user)(open_page())
    join(elsewhere.page, other)
    brought = journey.bring(elsewhere, other, archive)
    assert brought and brought == {part: counts[part] for part in brought}


def test_leaving_and_coming_back(user, person):
    join(user.page, person)
    journey.leave(user, person)
    journey.log_in(user, person)
    assert "돌아" in journey.said(user) or "취소" in journey.said(user)
    person.letter("back")
